// SPDX-License-Identifier: GPL-3.0-or-later
/// The order of results, in two stages: a cheap score for every match (first_stage.h), then the full score of the best
/// sixty (second_stage.h). docs/query-language.md describes it for readers.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"
#include "shared/search/match/matcher.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/rank/language_boost.h"
#include "shared/search/rank/ranking_parameters.h"
#include "shared/search/response.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::search {

struct RankedDocument {
  std::uint32_t document = 0;
  double score = 0;
  std::vector<ExplainPart> explain = {}; ///< of documents of the second stage, if asked for
  bool by_meaning = false;               ///< CandidateScore
};

struct RankRequest {
  std::size_t count = 10;
  bool explain = false;
  double recency = 0; ///< weight of the bonus for new articles: 0 to 1
  Moment now{};
  PreferredLanguage language = {};
  bool meaning = true; ///< what the index has learnt counts beside the words
};

/// The best documents of `within`, best first, those with more of the words (RankPlan::preferred) before the others;
/// ties by date (newer first), then by id. Never leaves `within`. The order is total, and the same whatever the count
/// is. Timeout.
Result<std::vector<RankedDocument>> rank(const RankPlan& plan, Matcher& matcher, const DocSet& within,
                                         const RankRequest& request, const RankingParameters& parameters = {});

} // namespace trawl::search
