// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/corrected_search.h"

#include "shared/search/discover/did_you_mean.h"

#include <utility>

namespace trawl::search {
namespace {

/// How many articles have all words of the query. Those with fewer words say nothing about its spelling.
std::size_t articles_with_all_words(const MatchedSet& set) { return set.total_all_words.value_or(set.total); }

} // namespace

Result<CorrectedSearch> match_corrected(const SearchRequest& request, const Snapshot& snapshot, Moment now,
                                        Deadline deadline) {
  CorrectedSearch out{request, {}, {}, {}};
  TRAWL_TRY(out.matched, match_request(request, snapshot, now, deadline));
  if (request.q.empty()) return out;
  const std::size_t as_typed = articles_with_all_words(out.matched);
  auto q = corrected_query(request.q, snapshot.view(), deadline);
  if (!q || *q == request.q) return out;

  SearchRequest other = request;
  other.q = std::move(*q);
  other.strict = false;
  TRAWL_TRY(MatchedSet found, match_request(other, snapshot, now, deadline));
  const std::size_t corrected = articles_with_all_words(found);
  if (corrected <= as_typed) return out;
  if (as_typed == 0 && out.matched.is_exact && !request.as_typed && !request.strict) {
    out.correction = Correction{other.q, out.matched.total};
    out.request = std::move(other);
    out.matched = std::move(found);
  } else {
    out.did_you_mean = DidYouMean{std::move(other.q), found.total};
  }
  return out;
}

} // namespace trawl::search
