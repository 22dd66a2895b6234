// SPDX-License-Identifier: GPL-3.0-or-later
/// The value of a filter field that someone probably meant.
#pragma once

#include "shared/index/columns/columns.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::search {

/// The value in use whose key, or label if `label` is given, is nearest to `key`: the same but for case, begun by it,
/// or at most a third of its letters (three at most) away; among equals the most frequent. A pass over all values: for
/// mistakes only.
std::optional<std::string> nearest_value(const index::ValueColumn& column, std::string_view key,
                                         const std::function<std::string(std::string_view)>& label);

/// Letters (bytes) to insert, delete or replace to make `b` of `a`; `limit` + 1 as soon as it is more than `limit`.
/// Levenshtein's distance, over two rows.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

} // namespace trawl::search
