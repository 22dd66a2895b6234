// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/matched_set.h"

#include "shared/search/match/matcher.h"
#include "shared/search/plan/known_values.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::search {
namespace {

/// The number of documents that contain every word and pass the filters. `matches`: their number without filters.
std::size_t count_all_words(const MatchedSet& set, std::size_t matches, Matcher& matcher) {
  if (set.plan.all_words == set.plan.match) return set.total;
  DocSet documents = matcher.find(set.plan.all_words);
  if (set.plan.filters.empty()) return documents.count();
  if (documents.count() == matches) return set.total;
  return (documents &= set.documents.passing).count();
}

} // namespace

Result<MatchedSet> match_request(const SearchRequest& request, const Snapshot& snapshot, Moment now,
                                 Deadline deadline) {
  MatchedSet set;
  const auto asked = snapshot.matcher(deadline);
  Matcher& matcher = *asked;
  TRAWL_TRY(set.plan, plan_request(request, matcher, now));
  DocSet documents = matcher.find(set.plan.match);
  const std::size_t matches = documents.count();
  const Filters& filters = set.plan.filters;
  set.documents = apply_filters(std::move(documents), filters, snapshot.columns());
  set.total = filters.empty() ? matches : set.documents.passing.count();
  if (set.plan.query.has_words) set.total_all_words = count_all_words(set, matches, matcher);
  if (matcher.is_over()) return fail(ErrorCode::Timeout, "the query took too long", {}, "ask for rarer words");
  set.is_exact = matcher.is_exact();
  set.warnings = set.plan.warnings;
  std::ranges::move(matcher.warnings(), std::back_inserter(set.warnings));
  // If every hit has all words, no hit with fewer is listed.
  if (set.total_all_words.value_or(0) == set.total)
    std::erase_if(set.warnings, [](const Warning& w) { return w.code == "fewer_words"; });
  std::ranges::move(unknown_values(filters, matcher), std::back_inserter(set.warnings));
  return set;
}

} // namespace trawl::search
