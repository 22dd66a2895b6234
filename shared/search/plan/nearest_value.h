// SPDX-License-Identifier: GPL-3.0-or-later
/// The value of a filter field that was probably meant.
#pragma once

#include "shared/search/plan/term_statistics.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// All values of a field are compared with a mistyped one. Of a request, as many are looked at as people mistype, not
/// as many as a program can ask for.
inline constexpr std::size_t kMaxCompared = 4;

/// What else a value goes by: the label of a source, the words of an author's name, a language in English and in itself
/// ("German", "Deutsch" of de).
std::vector<std::string> other_names(std::string_view field, std::string_view value, TermStatistics& statistics);

/// The value nearest to `typed`, of those that articles have, by itself or by one of its other names: equal except for
/// case, beginning with it, or at most a third of its letters (at most `max_edits`) away. The most frequent of equally
/// near ones, then the first. Reads all values, so only for values that were not found; nullopt if time is up.
std::optional<std::string> nearest_value(std::string_view field, std::string_view typed, TermStatistics& statistics,
                                         std::size_t max_edits = 3);

} // namespace trawl::search
