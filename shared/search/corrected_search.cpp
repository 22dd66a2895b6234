// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/corrected_search.h"

#include "shared/search/discover/did_you_mean.h"
#include "shared/search/match/match_policy.h"

#include <utility>

namespace trawl::search {
namespace {

/// How many articles have all words of the query. Those with fewer words say nothing about its spelling.
std::size_t articles_with_all_words(const MatchedSet& set) { return set.total_all_words.value_or(set.total); }

void warn_about_time(MatchedSet& set) {
  set.is_exact = false;
  set.warnings.push_back(
      {"spelling_cut", "Time ran out before other spellings were looked for. Ask again.", std::nullopt});
}

} // namespace

CorrectedSearch with_other_spelling(CorrectedSearch typed, SearchRequest other, Result<MatchedSet> found) {
  const std::size_t as_typed = articles_with_all_words(typed.matched);
  if (!found || articles_with_all_words(*found) <= as_typed) return typed;
  const SearchRequest& request = typed.request;
  if (as_typed == 0 && typed.matched.is_exact && !request.as_typed && !request.strict) {
    typed.correction = Correction{other.q, typed.matched.total};
    typed.request = std::move(other);
    typed.matched = std::move(*found);
  } else {
    typed.did_you_mean = DidYouMean{std::move(other.q), found->total};
  }
  return typed;
}

Result<CorrectedSearch> match_corrected(const SearchRequest& request, const Snapshot& snapshot, Moment now,
                                        Deadline deadline) {
  CorrectedSearch typed{request, {}, {}, {}};
  TRAWL_TRY(typed.matched, match_request(request, snapshot, now, deadline));
  if (request.q.empty() || articles_with_all_words(typed.matched) >= kFullPage) return typed;
  Budget budget(deadline);
  auto q = corrected_query(request.q, snapshot.view(), budget);
  if (budget.over()) {
    warn_about_time(typed.matched);
    return typed;
  }
  if (!q || *q == request.q) return typed;

  SearchRequest other = request;
  other.q = std::move(*q);
  other.strict = false;
  auto found = match_request(other, snapshot, now, deadline);
  const bool is_whole = found && found->is_exact;
  CorrectedSearch out = with_other_spelling(std::move(typed), std::move(other), std::move(found));
  if (!is_whole && !out.correction) warn_about_time(out.matched);
  return out;
}

} // namespace trawl::search
