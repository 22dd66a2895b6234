// SPDX-License-Identifier: GPL-3.0-or-later
/// A twin index asked with caches that the test decides on.
#pragma once

#include "tests/shared/search/twin_index.h"

#include <chrono>
#include <string>

namespace trawl::search::test {

/// A snapshot with what its queries share, empty in the beginning.
struct Asked {
  explicit Asked(Twin& twin) : snapshot(trawl::test::must(make_snapshot(twin.index.reader()))) {}

  Snapshot snapshot;

  SearchResponse ask(const SearchRequest& request, Moment now = kTwinNow) {
    return answer(request, now, std::chrono::hours(1));
  }
  /// Without time for the steps that may stay incomplete.
  SearchResponse ask_cut(const SearchRequest& request) { return answer(request, kTwinNow, {}); }

 private:
  SearchResponse answer(const SearchRequest& request, Moment now, std::chrono::nanoseconds soft_limit) {
    const Deadline deadline{std::chrono::steady_clock::now() + std::chrono::hours(1), nullptr, soft_limit};
    return trawl::test::must(search::answer(request, snapshot, now, deadline));
  }
};

/// All that a reader may see of an answer.
inline std::string text_of(const SearchResponse& response) {
  std::string text = std::to_string(response.total) + (response.is_exact ? " exactly: " : " or more: ");
  for (const Hit& hit : response.hits) {
    text += hit.article.id + " " + std::to_string(hit.score) + " " + std::to_string(hit.more_from_source) + "; ";
    for (const Snippet& snippet : hit.snippets) text += snippet.text + "; ";
    for (const ExplainPart& part : hit.explain) text += part.name + " " + part.detail + "; ";
  }
  for (const Facet& facet : response.facets) {
    for (const FacetValue& value : facet.values) text += value.value + " " + std::to_string(value.count) + "; ";
  }
  if (response.did_you_mean) text += "did you mean " + response.did_you_mean->q;
  if (response.correction) text += "instead of " + std::to_string(response.correction->typed_total);
  for (const Warning& warning : response.warnings) text += warning.code + "; ";
  return text + (response.next.empty() ? "" : "and more");
}

} // namespace trawl::search::test
