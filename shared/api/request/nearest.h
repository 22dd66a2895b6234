// SPDX-License-Identifier: GPL-3.0-or-later
/// The known name nearest to a mistyped one.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace trawl::api {

/// The number of bytes that must be inserted, deleted, replaced or swapped with their neighbour to turn one name into
/// the other (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The one of `known` with the smallest edit distance (insert, delete, replace, transpose); empty if none is within a
/// third of the letters (at least one edit). The beginning or end of a name, of at least four letters, counts as one
/// edit. Of equally near names, the first.
std::string_view nearest(std::string_view typed, std::span<const std::string_view> known);

} // namespace trawl::api
