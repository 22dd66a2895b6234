// SPDX-License-Identifier: GPL-3.0-or-later
/// How many of a query's words a document must contain (minimum should match). docs/query-language.md describes it for
/// readers.
///
/// The limits were measured on judged queries (docs/decisions/0009-how-many-words.md): requiring all words of a short
/// query as soon as one document has them loses 0.015 nDCG@10 on titles, with a page of such documents it gains 0.001;
/// requiring half of the words of longer queries keeps what is found only while some hundred documents remain.
#pragma once

#include "shared/search/request.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace trawl::search {

/// Queries of up to this many words need them all …
inline constexpr std::size_t kShortQuery = 3;
/// … if at least this many documents have them all: a page of results.
inline constexpr std::size_t kFullPage = 10;
/// Longer queries need as many words, up to half of them, as leave this many documents.
inline constexpr std::size_t kEnoughDocuments = 500;

/// The number of words a document must have. `histogram[k]` documents have exactly k of the words; its size is the
/// number of words plus one. At least 1 if there are any words.
std::size_t words_required(std::span<const std::size_t> histogram, MatchMode mode);

/// How many words are required of a query of `words`, unless fewer than kFullPage documents have all words of a short
/// one, or fewer than kEnoughDocuments half of the words of a longer one.
std::size_t usual_words_required(std::size_t words);

/// A histogram for `words_required` where counting costs: `at_least[k]` documents have k words or more. Of a short
/// query, only the number for all words must be known; of a longer one, also that for the usual number of words. Each
/// number below is needed only if there are too few documents.
std::vector<std::size_t> sparse_histogram(std::size_t words, const std::map<std::size_t, std::size_t>& at_least);

/// The warning that `least` of `words` were required, where `all` articles have all of them.
std::string fewer_words(std::size_t all, std::size_t least, std::size_t words);

} // namespace trawl::search
