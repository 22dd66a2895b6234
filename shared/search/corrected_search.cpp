// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/corrected_search.h"

#include "shared/search/match/matcher.h"
#include "shared/search/plan/corrections.h"

#include <utility>

namespace trawl::search {
namespace {

SpellingFinds finds_of(const MatchedSet& set) { return {set.total, set.is_exact}; }

void warn_about_time(MatchedSet& set) {
  set.is_exact = false;
  set.warnings.push_back(
      {"spelling_cut", "Time ran out before other spellings were looked for. Ask again.", std::nullopt});
}

} // namespace

CorrectedSearch with_other_spelling(CorrectedSearch typed, SearchRequest other, Result<MatchedSet> found) {
  if (!found) return typed;
  switch (choose_spelling(typed.request, finds_of(typed.matched), finds_of(*found))) {
  case SpellingChoice::AsTyped:
    break;
  case SpellingChoice::Offered:
    typed.did_you_mean = DidYouMean{std::move(other.q), found->total};
    break;
  case SpellingChoice::Corrected:
    typed.correction = Correction{other.q, typed.matched.total + typed.matched.total_fewer_words};
    typed.request = std::move(other);
    typed.matched = std::move(*found);
    break;
  }
  return typed;
}

Result<CorrectedSearch> match_corrected(const SearchRequest& request, const Snapshot& snapshot, Moment now,
                                        Deadline deadline) {
  CorrectedSearch typed{request, {}, {}, {}};
  TRAWL_TRY(typed.matched, match_request(request, snapshot, now, deadline));
  if (!may_be_misspelt(request, finds_of(typed.matched))) return typed;
  const auto matcher = snapshot.matcher(deadline);
  auto q = corrected_query(request.q, *matcher);
  if (matcher->is_over() || !matcher->is_exact()) {
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
