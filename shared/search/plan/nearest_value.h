// SPDX-License-Identifier: GPL-3.0-or-later
/// The value of a filter field that was probably meant.
#pragma once

#include "shared/search/plan/term_statistics.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::search {

/// The value nearest to `typed`, of those that articles have, by itself, or by its label if it is a source: equal
/// except for case, beginning with it, or at most a third of its letters (at most three) away. The most frequent of
/// equally near ones, then the first. Reads all values, so only for values that were not found.
std::optional<std::string> nearest_value(std::string_view field, std::string_view typed, TermStatistics& statistics);

/// The Levenshtein distance: how many bytes to insert, delete or replace to turn `a` into `b`; `limit` + 1 if that is
/// more than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

} // namespace trawl::search
