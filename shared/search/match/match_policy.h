// SPDX-License-Identifier: GPL-3.0-or-later
/// How many of a query's words a document has to hold under match=most. docs/query-language.md says it for readers.
///
/// Measured on judged queries (benchmarks/relevance.cpp): asking short queries for all words as soon as one document
/// has them loses 0.015 nDCG@10 where titles are all there is, with a page of such documents it gains 0.001; asking
/// longer queries for half of their words keeps what is found only while some hundred documents remain.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace trawl::search {

/// Queries of up to so many words want them all …
inline constexpr std::size_t kShortQuery = 3;
/// … if so many documents have them all: a page of results.
inline constexpr std::size_t kFullPage = 10;
/// Longer queries ask for as many words, up to half, as leave so many documents.
inline constexpr std::size_t kEnoughDocuments = 500;

/// The least number of words to ask for. `holding[k]` documents hold exactly k of the words; its size is their number
/// plus one. At least 1, unless there are no words.
std::size_t words_to_ask_for(std::span<const std::size_t> holding);

/// What to tell readers when `least` of `words` were asked for; `all` articles have all of them.
std::string fewer_words(std::size_t all, std::size_t least, std::size_t words);

} // namespace trawl::search
