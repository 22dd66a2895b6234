// SPDX-License-Identifier: GPL-3.0-or-later
/// The settings and the mapping of an index of articles in the cluster. Filter fields come from schema/fields.json.
///
/// Texts are analysed by our own analyzer (shared/text/analyzer.h), not by the cluster's, so an article has the same
/// terms as in the local index. The terms arrive as text: the terms of a word joined by '|', and dots, which are
/// removed, so that each word is two positions after the one before it (docs/decisions/0024-opensearch.md).
#pragma once

#include "shared/base/json.h"

#include <cstddef>
#include <string_view>

namespace trawl::opensearch {

/// The fields of a document other than the filter fields of schema::kFilterFields. `published` is the moment, in
/// seconds since 1970; `date` the day that was printed; `field_words` the terms of index::field_words. `store` and
/// `state` are of the one document that is no article (store_state.h).
namespace field {
inline constexpr std::string_view kStems = "stems", kTitleStems = "title_stems", kWords = "words",
                                  kTitleWords = "title_words", kFieldWords = "field_words", kNames = "names",
                                  kId = "id", kPublished = "published", kDate = "date", kOwnSource = "own_source",
                                  kCopied = "copied", kLength = "length", kStore = "store", kState = "state";
} // namespace field

/// Reads the terms of a document's field.
inline constexpr const char* kTermsAnalyzer = "trawl_terms";

/// Positions from one word to the next. In between, there is room for the slop of a phrase (json_query.cpp).
inline constexpr int kStep = 2;

/// Joins the terms of one position; marks a position without terms.
inline constexpr char kSamePosition = '|';
inline constexpr std::string_view kNoTerm = ".";

/// If the values of a filter field are compared in a different form from the one shown, a second field has both forms:
/// key, kShownMark, value.
inline constexpr char kShownMark = '\x01';
inline constexpr std::string_view kShownSuffix = "_shown";

/// The most hits that a search may skip and show together, and the most hits of one source that it can show.
inline constexpr std::size_t kMaxWindow = 10'200, kMaxGroup = 1'000;

/// The most articles that a reader may have marked.
inline constexpr std::size_t kMaxMarks = 1'000'000;

struct IndexShape {
  std::size_t shards = 3;
  std::size_t replicas = 1;
};

/// The body of the request that creates an index.
nlohmann::json index_body(const IndexShape& shape);

} // namespace trawl::opensearch
