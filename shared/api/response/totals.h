// SPDX-License-Identifier: GPL-3.0-or-later
/// What a number of articles is called for people: by kind (shared/article/kind.h), so that every count says what it
/// counts.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace trawl::api {

/// How many articles of each kind, in the order of kKinds.
using KindCounts = std::array<std::size_t, 3>;

/// "12,345".
std::string grouped_digits(std::size_t number);

/// "12 articles", "1 entry"; of several kinds, what `total` consists of: "12 hits (2 articles, 10 entries)". Thousands
/// are separated by commas if `grouped`.
std::string counted(std::size_t total, const KindCounts& kinds, bool grouped = false);

/// "2 articles, 10 entries and 1 digest": the kinds that there are, thousands separated by commas.
std::string kinds_text(const KindCounts& kinds);

/// What a total counts, of which words were looked for: " with both words", " with all words". `understood` is that of
/// the answer.
std::string_view with_all_words(std::string_view understood);

/// The totals of a search's answer: "12 articles", "at least 25 articles with both words, 358 more with only some".
std::string totals_of(const nlohmann::ordered_json& search);

/// The counts at "kinds" of an answer.
KindCounts kinds_of(const nlohmann::ordered_json& answer);

} // namespace trawl::api
