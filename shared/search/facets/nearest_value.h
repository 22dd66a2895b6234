// SPDX-License-Identifier: GPL-3.0-or-later
/// The value of a filter field that was probably meant.
#pragma once

#include "shared/index/columns/columns.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::search {

/// The value nearest to `key`, of those that documents have, by its key, or by its label if `label` is given: equal
/// except for case, beginning with it, or at most a third of its letters (at most three) away. The most frequent of
/// equally near ones. Reads all values, so only for values that were not found.
std::optional<std::string> nearest_value(const index::ValueColumn& column, std::string_view key,
                                         const std::function<std::string(std::string_view)>& label);

/// The Levenshtein distance: how many bytes to insert, delete or replace to turn `a` into `b`; `limit` + 1 if that is
/// more than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

} // namespace trawl::search
