// SPDX-License-Identifier: GPL-3.0-or-later
/// What a request looks for, decided once for every engine: which articles match, by which words they are ranked, and
/// what the reader is told about it. An engine executes the plan and decides nothing of this itself.
///
///   query text ─ query::parse_query ─► ParsedQuery ─ plan_request + TermStatistics ─► QueryPlan ─ engine ─► articles
#pragma once

#include "shared/base/result.h"
#include "shared/query/parse_query.h"
#include "shared/search/plan/first_places.h"
#include "shared/search/plan/match.h"
#include "shared/search/plan/query_words.h"
#include "shared/search/plan/rank_terms.h"
#include "shared/search/plan/term_statistics.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <memory>
#include <string>
#include <vector>

namespace trawl::search {

/// What orders the articles that match.
struct RankPlan {
  RankTerms terms;
  MatchPtr preferred = nullptr; ///< articles with so many of the words that they come before all others; null: any
  std::vector<PlannedFirstPlace> first_places; ///< best first; an article's place is the first that it matches
};

struct QueryPlan {
  SearchRequest request; ///< that it is of, in the spelling that is searched for
  Moment now{};          ///< when that was asked
  SortOrder order = SortOrder::Relevance;
  query::ParsedQuery query;          ///< with its filter values as the index has them
  std::string understood;            ///< what is looked for, in the query language where it can say so
  Filters filters;                   ///< of the request and of the query together
  MatchPtr match;                    ///< what articles must have to be counted, before the filters
  MatchPtr listed;                   ///< to be listed: `match` itself, or the same with one of the words
  RankPlan rank;                     ///< what orders them
  bool has_words_of_phrases = false; ///< no article has the phrases, so their words are looked for
  std::vector<Warning> warnings;     ///< those of the query, too
  std::shared_ptr<QueryWords> words; ///< which borrows the statistics
};

/// Plans a request in its own spelling.
Result<QueryPlan> plan_request(const SearchRequest& request, TermStatistics& statistics, Moment now);

/// Plans what matches a query and how it is ranked, without the filters of any request.
QueryPlan plan_query(query::ParsedQuery query, MatchMode mode, TermStatistics& statistics,
                     std::shared_ptr<const ReaderMarks> marks = nullptr);

/// The plan for readers, a line for each decision: "match (stem:flash AND stem:attent)".
std::vector<std::string> explain_plan(const QueryPlan& plan);

} // namespace trawl::search
