// SPDX-License-Identifier: GPL-3.0-or-later
/// Decides which pages a crawl fetches.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/crawl/pipeline/feed_signal.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace trawl::crawl {

/// Used on the crawl loop's thread, inside its transactions: if the crawl is killed, the store still says what to do.
class PageScheduler {
 public:
  /// Both must outlive the scheduler.
  PageScheduler(CrawlContext& context, Frontier& frontier) : context_(context), frontier_(frontier) {}

  /// Schedules what the store has due, until the frontier is full.
  Result<void> add_due();
  /// Whether `add_due` should be called again: the frontier was full, and now there is room.
  bool wants_more_due() const;
  /// Whether pages are left in the store because the frontier was full.
  bool has_more_due() const { return has_more_due_; }
  /// Leaves them to the next crawl.
  void skip_more_due() { has_more_due_ = false; }

  /// Fetches the page, once per crawl; false if it will not be fetched again now. `hops`: redirects that led to it.
  bool fetch(const store::UrlRow& row, int hops = 0);

  /// Fetches the pages of CrawlOptions::wanted that are not stored yet, whatever became of them earlier.
  Result<void> fetch_wanted();

  /// Notes that `seed` (a seed or a page of `source`) links to `entry`, and schedules what follows from that. Returns
  /// whether the URL has not been fetched before.
  Result<bool> discover(const schema::SourceDefinition& source, const std::string& seed, const SeedEntry& entry);

  /// The same for a list beside the source's own seed, which may say where an article is now, or that it has changed.
  /// An unknown URL is news and fetched only if `may_be_news`; else it is remembered, and is news when it may be,
  /// unless the list named it when it was read first. `first_link`: UrlStore::first_link of the seed.
  Result<bool> compare(const schema::SourceDefinition& source, const std::string& seed, const SeedEntry& entry,
                       bool may_be_news, std::int64_t first_link);

  /// A seed is going to be read: `discover` will be called for all that it lists.
  void begin_listing() { listed_.clear(); }
  /// Plans rechecks of what `seed` has listed until now and no longer does, unless another list still does, and of what
  /// it lists again.
  Result<void> end_listing(const schema::SourceDefinition& source, const std::string& seed);

 private:
  Result<store::DiscoveredLink> with_former_signal(std::int64_t url, store::DiscoveredLink link);
  Result<void> add_due_url(const store::UrlRow& row, Moment horizon);
  Result<void> announce(const schema::SourceDefinition& source, std::int64_t url);
  Result<void> schedule(const schema::SourceDefinition& source, store::UrlRow row, const SeedEntry& entry,
                        bool is_news);

  CrawlContext& context_;
  Frontier& frontier_;
  std::set<std::int64_t> fetched_; ///< ids of rows that were given to the frontier in this crawl
  std::set<std::int64_t> listed_;  ///< by the seed that is being read
  bool has_more_due_ = false;
};

} // namespace trawl::crawl
