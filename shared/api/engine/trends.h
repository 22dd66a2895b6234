// SPDX-License-Identifier: GPL-3.0-or-later
/// Terms over time: for each query the articles of each interval, beside all articles of that interval. Counted by
/// nothing but searches, so that each number is the total of the search that a reader makes to see the articles.
#pragma once

#include "shared/api/engine/engine.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace trawl::api {

/// The window in which a term must rise to be shown without being asked for; it ends with the newest article.
inline constexpr std::chrono::days kRisingWindow{90};
inline constexpr std::size_t kRisingTrends = 8, kTrendSources = 12;

struct TrendsRequest {
  std::vector<std::string> queries; ///< as typed; empty: those of the rising terms
  search::SearchRequest selection;  ///< the articles that are counted, and the interval; without words
  bool by_source = false;
};

/// The articles of one query.
struct Trend {
  std::string q;                   ///< as typed; empty: every article
  std::vector<std::size_t> counts; ///< one for each interval
  std::size_t missing = 0;         ///< articles without a date
  std::size_t total = 0;           ///< the counts and `missing`
};

/// The trends among some articles.
struct TrendGroup {
  std::string source, label; ///< of the source that they are of; empty: of all
  Trend all;
  std::vector<Trend> queries; ///< in the order of the request
};

struct Trends {
  search::DateInterval interval = search::DateInterval::Month;
  std::vector<std::string> intervals; ///< names of buckets, without gaps, oldest first
  bool is_rising = false;             ///< the queries are the rising terms
  TrendGroup everywhere;
  std::vector<TrendGroup> sources; ///< those with most articles of the queries first, at most kTrendSources
  bool is_exact = true;            ///< false if time ran out: counts may be higher
  std::vector<search::Warning> warnings;
  search::IndexState index;
};

/// Without queries, those of the terms that rose in the kRisingWindow that ends with the newest article
/// (shared/search/explore/trending.h); if these are fewer than three, the tags whose share of the articles of the last
/// year is most above their share before. If the interval gives more buckets than a histogram may have, all are of the
/// next coarser one, and a warning says so.
Result<Trends> find_trends(Engine& engine, const TrendsRequest& request, Moment now);

} // namespace trawl::api
