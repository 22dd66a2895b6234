// SPDX-License-Identifier: GPL-3.0-or-later
/// The settings and the mapping of an index of articles in the cluster. Filter fields come from schema/fields.json.
///
/// Texts are analysed by our own analyzer (shared/text/analyzer.h), not by the cluster's, so an article has the same
/// terms as in the local index. The terms arrive as text: one token for each position, the terms of a position joined
/// by '|'; a position without terms is a dot (docs/decisions/0024-opensearch.md).
#pragma once

#include "shared/base/json.h"

#include <cstddef>
#include <string_view>

namespace trawl::opensearch {

/// The fields of a document beside the filter fields of schema::kFilterFields.
namespace field {
inline constexpr std::string_view kStems = "stems", kTitleStems = "title_stems", kWords = "words",
                                  kTitleWords = "title_words", kTitleTerms = "title_terms",
                                  kAuthorStems = "author_stems", kTagStems = "tag_stems", kAuthorWords = "author_words",
                                  kAuthorNames = "author_names", kTitles = "titles", kNames = "names", kId = "id",
                                  kPublished = "published", kDate = "date", kOwnSource = "own_source",
                                  kCopied = "copied", kLength = "length";
} // namespace field

/// The terms of one position, and a position without any.
inline constexpr char kSamePosition = '|';
inline constexpr std::string_view kNoTerm = ".";

/// A filter field whose values are compared in another form than they are shown in has a second field, with both forms:
/// key, kShownMark, value.
inline constexpr char kShownMark = '\x01';
inline constexpr std::string_view kShownSuffix = "_shown";

/// A search may skip so many hits and show a page after them; so many hits of one source can be shown.
inline constexpr std::size_t kMaxWindow = 10'200, kMaxGroup = 1'000;

struct IndexShape {
  std::size_t shards = 3;
  std::size_t replicas = 1;
};

/// The body of the request that makes an index.
nlohmann::json index_body(const IndexShape& shape);

} // namespace trawl::opensearch
