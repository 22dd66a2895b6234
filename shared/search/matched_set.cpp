// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/matched_set.h"

#include "shared/search/plan/known_values.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::search {

Result<MatchedSet> match_request(const SearchRequest& request, const Snapshot& snapshot, Moment now,
                                 Deadline deadline) {
  MatchedSet set;
  set.matcher = snapshot.matcher(deadline);
  Matcher& matcher = *set.matcher;
  TRAWL_TRY(set.plan, plan_request(request, matcher, now));
  const Filters& filters = set.plan.filters;
  set.documents = apply_filters(matcher.find(set.plan.listed), filters, snapshot.columns());
  set.listed = set.documents.passing;
  if (set.plan.listed != set.plan.match) {
    const DocSet counted = matcher.find(set.plan.match);
    set.documents.passing &= counted;
    for (auto& [field, failing] : set.documents.failing_one) failing &= counted;
  }
  set.total = set.documents.passing.count();
  set.total_fewer_words = set.listed.count() - set.total;
  if (matcher.is_over()) return fail(ErrorCode::Timeout, "the query took too long", {}, "ask for rarer words");
  set.is_exact = matcher.is_exact();
  set.warnings = set.plan.warnings;
  std::ranges::move(matcher.warnings(), std::back_inserter(set.warnings));
  std::ranges::move(unknown_values(filters, matcher), std::back_inserter(set.warnings));
  return set;
}

} // namespace trawl::search
