// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/facet_values.h"

#include "shared/search/facets/facets.h"
#include "shared/search/match/matched_set.h"
#include "shared/text/unicode.h"

#include <string>

namespace trawl::search {

bool has_word_beginning_with(std::string_view text, std::string_view prefix) {
  const std::string folded = text::fold(text), folded_prefix = text::fold(prefix);
  if (folded_prefix.empty()) return true;
  bool begins = false;
  text::for_each_word_beginning(folded, [&](std::size_t at) {
    begins = begins || std::string_view(folded).substr(at).starts_with(folded_prefix);
  });
  return begins;
}

Result<Facet> list_facet_values(std::string_view field, const SearchRequest& request, std::string_view prefix,
                                const Snapshot& snapshot, Moment now, Deadline deadline) {
  const index::ValueColumn* column = snapshot.columns().column(field);
  if (column == nullptr) return fail(ErrorCode::Usage, "\"" + std::string(field) + "\" has no values to list", "field");
  TRAWL_TRY(const MatchedSet matched, match_request(request, snapshot, now, deadline));
  FacetOptions options = facet_options(field, request, matched.plan.filters, snapshot.labels_of(field));
  if (!prefix.empty()) {
    options.accept = [&](const FacetValue& value) {
      return has_word_beginning_with(value.value, prefix) || has_word_beginning_with(value.label, prefix);
    };
  }
  Facet facet = count_facet(field, *column, matched.documents.without_filter_on(field), options);
  facet.is_exact = matched.is_exact;
  return facet;
}

} // namespace trawl::search
