// SPDX-License-Identifier: GPL-3.0-or-later
/// How far a mistyped word is from another, and which one was meant.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace trawl {

/// The optimal string alignment distance: how many bytes to insert, delete, replace or swap with their neighbour to
/// turn `a` into `b`; `limit` + 1 if that is more than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// The one of `known` with the smallest edit distance; empty if none is within a
/// third of the letters (at least one edit). The beginning or end of a name, of at least four letters, counts as one
/// edit. Of equally near names, the first.
std::string_view nearest(std::string_view typed, std::span<const std::string_view> known);

} // namespace trawl
