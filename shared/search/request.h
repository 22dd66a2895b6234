// SPDX-License-Identifier: GPL-3.0-or-later
/// What may be asked of the search engine: a plain value, made from HTTP parameters or from command-line options.
#pragma once

#include "shared/base/date_time.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace trawl::search {

enum class MatchMode { Most, All, Any };
enum class SortOrder { Relevance, Newest, Oldest, Source };
enum class FacetSort { Count, Value };
enum class DateInterval { Auto, Day, Week, Month, Year };

/// A filter on one field: any of `any_of` (if not empty), all of `all_of`, none of `none_of`. Values as indexed
/// (lower case but for authors, which compare without case).
struct FieldFilter {
  std::vector<std::string> any_of;
  std::vector<std::string> all_of;
  std::vector<std::string> none_of;

  bool empty() const { return any_of.empty() && all_of.empty() && none_of.empty(); }
  bool operator==(const FieldFilter&) const = default;
};

/// Exact filters. Different fields are AND. Keys: source, tag, category, author, language, site.
struct Filters {
  std::map<std::string, FieldFilter> fields;
  std::optional<Moment> after;   ///< published at or after
  std::optional<Moment> before;  ///< published before (exclusive)

  bool empty() const { return fields.empty() && !after && !before; }
  bool operator==(const Filters&) const = default;
};

/// Limits of the contract; requests beyond them are refused before they come here.
inline constexpr std::size_t kMaxLimit = 100;
inline constexpr std::size_t kMaxOffset = 10'000;
inline constexpr std::size_t kMaxFacetLimit = 1'000;

struct SearchRequest {
  std::string q;
  Filters filters;
  MatchMode match = MatchMode::Most;
  bool strict = false;
  std::optional<SortOrder> sort;   ///< unset: relevance with words in the query, newest without
  std::size_t per_source = 0;      ///< at most this many hits of one source; 0: no limit
  bool group_by_source = false;
  std::size_t limit = 10;
  std::size_t offset = 0;
  std::string cursor;              ///< as given by an earlier answer's `next`; excludes offset
  std::vector<std::string> facets; ///< source tag category author language site date
  std::size_t facet_limit = 20;
  FacetSort facet_sort = FacetSort::Count;
  bool facet_zeros = false;        ///< values of count 0 too
  DateInterval date_interval = DateInterval::Auto;
  std::size_t snippets = 1;        ///< passages per hit; 0: none
  std::size_t snippet_words = 30;
  bool explain = false;
  double recency = 0.0;            ///< weight of the bounded bonus for age; 0: off
  bool with_text = false;          ///< hits carry their whole text
};

}  // namespace trawl::search
