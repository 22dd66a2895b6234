// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/matched_set.h"

#include "shared/search/facets/written_values.h"
#include "shared/search/match/match_query.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::search {
namespace {

Result<MatchResult> match(const query::ParsedQuery& query, const Snapshot& snapshot, MatchMode mode,
                          Deadline deadline) {
  if (query.has_nothing_to_search) {
    return MatchResult{DocSet(snapshot.columns().last_document), std::nullopt, {}, true};
  }
  if (query.tree.empty()) return MatchResult{DocSet(snapshot.columns().live()), std::nullopt, {}, true};
  return match_query(query, snapshot.view(), mode, deadline);
}

/// The number of documents that contain every word and pass the filters. `matches`: their number without filters.
std::optional<std::size_t> count_all_words(const MatchedSet& set, MatchResult& matched, std::size_t matches) {
  if (!matched.all_words || *matched.all_words == 0 || set.filters.empty()) return matched.all_words;
  if (*matched.all_words == matches) return set.total;
  matched.with_all_words &= set.documents.passing;
  return matched.with_all_words.count();
}

} // namespace

Result<MatchedSet> match_request(const SearchRequest& request, const Snapshot& snapshot, Moment now,
                                 Deadline deadline) {
  MatchedSet set;
  TRAWL_TRY(set.query, query::parse_query(request.q, now, request.strict));
  const LabelOf label = snapshot.labels_of("source");
  use_known_values(set.query, snapshot.view(), label);
  const Filters asked = with_known_values(request.filters, snapshot.view(), label);
  set.filters = combined(set.query.filters, asked);
  TRAWL_TRY(MatchResult matched, match(set.query, snapshot, request.match, deadline));
  const std::size_t matches = matched.documents.count();
  set.documents = apply_filters(std::move(matched.documents), set.filters, snapshot.columns());
  set.total = set.filters.empty() ? matches : set.documents.passing.count();
  set.total_all_words = count_all_words(set, matched, matches);
  set.is_exact = matched.is_exact;
  set.warnings = set.query.warnings;
  std::ranges::move(matched.warnings, std::back_inserter(set.warnings));
  // If every hit has all words, no hit with fewer is listed.
  if (set.total_all_words.value_or(0) == set.total)
    std::erase_if(set.warnings, [](const Warning& w) { return w.code == "fewer_words"; });
  std::ranges::move(unknown_values(set.filters, snapshot.columns(), label), std::back_inserter(set.warnings));
  return set;
}

} // namespace trawl::search
