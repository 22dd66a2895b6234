// SPDX-License-Identifier: GPL-3.0-or-later
/// The order of results, in two stages. First every document of the set by the BM25 of stems, title and exact words;
/// then the best sixty again with what costs positions: words side by side, and how much of the query is covered.
/// docs/query-language.md describes it for readers. The body of rank (query.h).
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/query.h"

#include <cstdint>
#include <vector>

namespace trawl::search {

/// Weights were measured on judged queries (benchmarks/relevance.cpp), for all kinds of text alike.
struct RankingParameters {
  double k1 = 1.2;
  double b = 0.75;    ///< of the whole document
  double title = 1.0; ///< words in the title
  double title_b = 0.5;
  double exact = 0.15;      ///< words as typed, beside their stems
  double pairs = 0.25;      ///< words side by side as in the query
  double variants = 0.3;    ///< other spellings
  double synonyms = 0.15;   ///< words of other names
  double compounds = 0.5;   ///< names with links, as written
  double cover = 0.2;       ///< exponent of the share of the query that is there …
  double cover_words = 7.5; ///< … of queries up to so many words; longer ones can do without some
  double lead = 0.25;       ///< words where the text begins …
  double lead_words = 40;   ///< … e times less for so many words further on
  double feedback = 0.15;   ///< words that the best documents share
  double passage = 0.6;     ///< of long texts, their best passage in place of the whole
  std::size_t depth = 60;   ///< documents of the second stage
};

struct RankRequest {
  std::size_t count = 10;
  bool explain = false;
  double recency = 0; ///< 0 to 1
  Moment now{};
};

/// What rank (query.h) does, with parameters to measure by.
Result<std::vector<RankedDocument>> rank_documents(const ParsedQuery& query, const IndexView& view,
                                                   const DocSet& within, const RankRequest& request, Deadline deadline,
                                                   const RankingParameters& parameters = {});

} // namespace trawl::search
