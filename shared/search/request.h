// SPDX-License-Identifier: GPL-3.0-or-later
/// A search request: a plain value, made from HTTP parameters or command-line options.
#pragma once

#include "shared/article/reader_marks.h"
#include "shared/query/filters.h"
#include "shared/query/parse_query.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trawl::search {

enum class MatchMode { Most, All, Any };
enum class SortOrder { Relevance, Newest, Oldest, Source };
enum class DateInterval { Auto, Day, Week, Month, Year };

using query::FieldFilter;
using query::Filters;

/// Limits of the API. Requests beyond them are refused before they reach the engine.
inline constexpr std::size_t kMaxLimit = 100;
inline constexpr std::size_t kMaxOffset = 10'000;
inline constexpr std::size_t kMaxFacetLimit = 1'000;

struct SearchRequest {
  std::string q;
  Filters filters;
  MatchMode match = MatchMode::Most;
  bool as_typed = false;         ///< never search for a corrected query instead; spelling is still offered
  std::optional<SortOrder> sort; ///< unset: by relevance if the query has words, else newest first
  std::size_t per_source = 0;    ///< at most this many hits of one source; 0: no limit
  bool group_by_source = false;
  std::size_t limit = 10;
  std::size_t offset = 0;
  std::string cursor;              ///< the `next` of an earlier response; not together with offset
  std::vector<std::string> facets; ///< of schema::kFacetFields
  std::size_t facet_limit = 20;
  DateInterval date_interval = DateInterval::Auto;
  bool all_dates = false;   ///< the histogram also counts what the date filter leaves out, as on the page
  std::size_t snippets = 1; ///< passages per hit; 0: none
  bool explain = false;
  double recency = 0.0;                               ///< 0 to 1: weight of the bonus for new articles; 0: off
  std::string lang_boost = "auto";                    ///< the language to prefer: a BCP 47 primary subtag, auto or none
  std::string reader_language;                        ///< that auto prefers if the query's cannot be told; may be empty
  bool meaning = true;                                ///< what the index has learnt from its articles counts in ranking
  bool with_text = false;                             ///< hits include the whole text
  std::shared_ptr<const ReaderMarks> marks = nullptr; ///< what is:read and the like find; null: nothing is marked

  /// What `q` means: parsed once, however many ask this request or its copies.
  const query::ParsedQuery& parsed(Moment now) const { return parsed_once.of(q, now); }
  query::ParsedOnce parsed_once = {};
};

} // namespace trawl::search
