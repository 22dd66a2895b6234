// SPDX-License-Identifier: GPL-3.0-or-later
/// What an entrance's answer names: the articles of a feed, sitemap or list page, in one shape. Pure.
#pragma once

#include "indexer/fetch/fetcher.h"
#include "shared/base/date_time.h"
#include "shared/base/result.h"
#include "shared/schema/catalogue.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace trawl::crawl {

/// One article as an entrance names it.
struct SeedEntry {
  std::string url;     ///< canonical
  std::string witness; ///< what the feed says, see feed_signal.h; empty for others
  Moment modified{};   ///< a sitemap's lastmod, a hint
};

struct SeedResult {
  std::vector<SeedEntry> articles;   ///< in the entrance's order, no address twice
  std::vector<std::string> sitemaps; ///< of a sitemap index
  std::string next;                  ///< the feed's next page, older
  std::string refresh;               ///< a list page that only sends its reader on
  std::optional<std::chrono::seconds> ttl;
  std::vector<unsigned> skip_hours; ///< UTC, at which the feed need not be asked
  std::vector<std::chrono::weekday> skip_days;
  std::size_t shared_links = 0; ///< entries left out because several have the same link
  std::size_t without_link = 0;
  std::string missing; ///< what of the document was left out, in words; empty: nothing
};

/// Reads an answer with status 200. Malformed: it is no such thing; the sentence says what it is.
Result<SeedResult> read_seed_result(schema::SourceKind kind, const fetch::FetchResponse& response);

} // namespace trawl::crawl
