// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/matched_set.h"

#include "shared/search/plan/corrections.h"
#include "shared/search/plan/known_values.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::search {
namespace {

void warn_about_time(MatchedSet& matched) {
  matched.is_exact = false;
  matched.warnings.push_back(
      {"spelling_cut", "Time ran out before other spellings were looked for. Ask again.", std::nullopt});
}

/// Looks for what a plan matches, which was made of the statistics of `matcher`, and applies the filters. Timeout.
Result<MatchedSet> match_plan(QueryPlan plan, std::unique_ptr<Matcher> matcher, const Snapshot& snapshot) {
  MatchedSet set;
  set.plan = std::move(plan);
  set.matcher = std::move(matcher);
  set.snapshot = &snapshot;
  set.documents = apply_filters(set.matcher->find(set.plan.listed), set.plan.filters, snapshot.columns());
  set.listed = set.documents.passing;
  if (set.plan.listed != set.plan.match) {
    const DocSet counted = set.matcher->find(set.plan.match);
    set.documents.passing &= counted;
    for (auto& [field, failing] : set.documents.failing_one) failing &= counted;
  }
  set.total = set.documents.passing.count();
  set.total_fewer_words = set.listed.count() - set.total;
  if (set.matcher->is_over()) return fail(ErrorCode::Timeout, "the query took too long", {}, "ask for rarer words");
  set.is_exact = set.matcher->is_exact();
  set.warnings = set.plan.warnings;
  std::ranges::move(set.matcher->warnings(), std::back_inserter(set.warnings));
  std::ranges::move(unknown_values(set.plan.filters, *set.matcher), std::back_inserter(set.warnings));
  return set;
}

} // namespace

Result<MatchedSet> match_request(const SearchRequest& request, const Snapshot& snapshot, Moment now,
                                 Deadline deadline) {
  auto matcher = snapshot.matcher(deadline);
  TRAWL_TRY(QueryPlan plan, plan_request(request, *matcher, now));
  return match_plan(std::move(plan), std::move(matcher), snapshot);
}

MatchedSet in_best_spelling(MatchedSet typed, Deadline deadline) {
  const SearchRequest& request = typed.request();
  if (!may_be_misspelt(request, typed.total)) return typed;
  const auto matcher = typed.snapshot->matcher(deadline);
  auto corrected = corrected_query(request.q, *matcher);
  if (matcher->is_over() || !matcher->is_exact()) {
    warn_about_time(typed);
    return typed;
  }
  if (!corrected || corrected->q == request.q) return typed;

  SearchRequest other = request;
  other.q = std::move(corrected->q);
  auto found = match_request(other, *typed.snapshot, typed.plan.now, deadline);
  const bool is_whole = found && found->is_exact;
  MatchedSet out = better_spelling(std::move(typed), std::move(found), corrected->is_doubtful);
  if (!is_whole && !out.correction) warn_about_time(out);
  return out;
}

} // namespace trawl::search
