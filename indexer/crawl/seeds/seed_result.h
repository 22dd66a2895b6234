// SPDX-License-Identifier: GPL-3.0-or-later
/// What a seed's answer contains, whether it is a feed, a sitemap or a list page. Pure.
#pragma once

#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/fetch/fetcher.h"
#include "shared/base/date_time.h"
#include "shared/base/result.h"
#include "shared/schema/catalogue.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

struct SeedResult {
  std::string title;                       ///< of a feed
  std::vector<SeedEntry> articles;         ///< in the seed's order, each URL once
  std::vector<std::string> sitemaps;       ///< of a sitemap index
  std::string next;                        ///< the next page, with older articles
  std::string refresh;                     ///< where a list page refreshes to at once
  std::optional<std::chrono::seconds> ttl; ///< RSS 2.0: how long the feed may be cached
  std::vector<unsigned> skip_hours;        ///< UTC, at which the feed need not be asked
  std::vector<std::chrono::weekday> skip_days;
  std::string omitted; ///< which part of the document was not read, as a sentence; empty: none
};

/// Reads a response with status 200. `articles_at`: the site where the source's articles are, if known. Malformed: it
/// is something else; the sentence says what.
Result<SeedResult> read_seed_result(schema::SourceKind kind, const fetch::FetchResponse& response,
                                    std::string_view articles_at = {});

} // namespace trawl::crawl
