// SPDX-License-Identifier: GPL-3.0-or-later
/// What a number of articles is called for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace trawl::api {

/// "12,345".
std::string grouped_digits(std::size_t number);

/// "1 article", "1,234 articles".
std::string articles_text(std::size_t count);

/// What a total counts, of which words were looked for: " with both words", " with all words". `understood` is that of
/// the answer.
std::string_view with_all_words(std::string_view understood);

/// The totals of a search's answer: "12 articles", "at least 25 articles with both words, 358 more with only some",
/// "21 articles, 19 of them left out" by grouping.
std::string totals_of(const nlohmann::ordered_json& search);

} // namespace trawl::api
