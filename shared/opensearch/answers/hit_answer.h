// SPDX-License-Identifier: GPL-3.0-or-later
/// Hits: articles from the cluster, with marks and passages computed here from their stored texts.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/search/answer/highlight.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// Which parts of a document a hit needs.
enum class HitPart {
  Fields,
  Beginning, ///< and the beginning of the text: enough for most passages, however long the article is
  Whole,
};
Json source_parts(HitPart part);

/// The hit of one document: without marks and passages.
Result<search::Hit> plain_hit(const Json& document, const Session& session);

/// The hits of an answer, in its order.
Result<std::vector<search::Hit>> plain_hits(const Json& answer, const Session& session);

/// Makes the hits of one search.
class HitMaker {
 public:
  /// `request` must outlive the maker.
  HitMaker(const search::HighlightTerms& marks, const search::SearchRequest& request)
      : highlighter_(marks), request_(request) {}

  HitPart part() const;
  /// The hits of the documents of a page. Passages are looked for in the beginnings of the texts, and in what follows
  /// only if neither the beginning nor the title shows any of the words.
  Result<std::vector<search::Hit>> make(std::vector<Json> documents, const Session& session) const;

 private:
  Result<search::Hit> make(const Json& document, const Session& session) const;
  bool needs_rest(const search::Hit& hit) const;

  search::Highlighter highlighter_;
  const search::SearchRequest& request_;
};

} // namespace trawl::opensearch
