// SPDX-License-Identifier: GPL-3.0-or-later
/// Looks for the new URL of a dead feed: asks the source's homepage which feeds the site has now, and tries them.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/seeds/seed_queue.h"
#include "indexer/fetch/fetcher.h"

#include <cstddef>
#include <string>

namespace trawl::crawl {

/// Used on the crawl loop's thread, inside its transactions.
class SuccessorSearch {
 public:
  /// Both must outlive the search.
  SuccessorSearch(CrawlContext& context, SeedQueue& queue) : context_(context), queue_(queue) {}

  /// Requests the homepage if the run is a source's own feed that is gone or has failed several times in a row.
  void begin(std::size_t dead);

  /// The homepage's response: adds the feeds that it declares or links to. `search` is the run of the homepage.
  Result<void> on_homepage(std::size_t search, const Result<fetch::FetchResponse>& result);

  /// A feed at `url` has articles of the source: later crawls ask it instead of the dead run's URL.
  Result<void> replace(std::size_t dead, const std::string& url);

 private:
  CrawlContext& context_;
  SeedQueue& queue_;
};

} // namespace trawl::crawl
