// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/matched_request.h"

#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/filter_query.h"
#include "shared/opensearch/matching/known_values.h"
#include "shared/opensearch/matching/match_plan.h"
#include "shared/opensearch/matching/spelling.h"
#include "shared/search/facets/filters.h"
#include "shared/search/match/match_policy.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::opensearch {
namespace {

using AssumeMatched = std::function<void(const MatchedRequest& likely)>;

Result<MatchedRequest> match_once(const search::SearchRequest& request, const Session& session, Moment now,
                                  const AssumeMatched& assume) {
  MatchedRequest out;
  out.request = request;
  TRAWL_TRY(out.query, query::parse_query(request.q, now, request.strict));
  search::Filters asked = request.filters;
  TRAWL_CHECK(use_known_values(out.query, asked, session));
  out.filters = search::combined(out.query.filters, asked);
  out.filter_queries = filter_queries(out.filters);
  TRAWL_TRY(MatchPlan plan, plan_match(out.query, request.match, session, [&](const Json& query) {
              out.match = query;
              assume(out);
            }));
  Json found = plan.query, with_all_words = plan.all_words; // without filters, the plan already has these counts
  if (!out.filter_queries.empty()) {
    const Json filters = all_but(out.filter_queries, "");
    found = all_query({plan.query, filters});
    with_all_words = all_query({plan.all_words, filters});
  }
  TRAWL_TRY(const auto totals, session.counts({found, with_all_words}));
  out.total = totals[0];
  if (out.query.has_words) out.total_all_words = totals[1];
  out.match = std::move(plan.query);
  out.warnings = out.query.warnings;
  std::ranges::move(plan.warnings, std::back_inserter(out.warnings));
  // If every hit has all words, no hit with fewer is listed.
  if (out.total_all_words.value_or(0) == out.total)
    std::erase_if(out.warnings, [](const auto& warning) { return warning.code == "fewer_words"; });
  TRAWL_TRY(auto unknown, unknown_values(out.filters, session));
  std::ranges::move(unknown, std::back_inserter(out.warnings));
  return out;
}

/// Articles with fewer words say nothing about the spelling.
std::size_t with_all_words(const MatchedRequest& matched) { return matched.total_all_words.value_or(matched.total); }

} // namespace

Result<MatchedRequest> match_request(const search::SearchRequest& request, const Session& session, Moment now,
                                     const AssumeMatched& assume) {
  TRAWL_TRY(MatchedRequest typed, match_once(request, session, now, assume));
  const std::size_t as_typed = with_all_words(typed);
  if (request.q.empty() || as_typed >= search::kFullPage) return typed;
  TRAWL_TRY(const auto corrected, corrected_query(request.q, session));
  if (!corrected || *corrected == request.q) return typed;
  search::SearchRequest other = request;
  other.q = *corrected;
  other.strict = false;
  TRAWL_TRY(MatchedRequest found, match_once(other, session, now, [](const auto&) {}));
  if (with_all_words(found) <= as_typed) return typed;
  if (as_typed == 0 && !request.as_typed && !request.strict) {
    found.correction = search::Correction{other.q, typed.total};
    return found;
  }
  typed.did_you_mean = search::DidYouMean{other.q, found.total};
  return typed;
}

} // namespace trawl::opensearch
