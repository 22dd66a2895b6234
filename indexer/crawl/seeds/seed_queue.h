// SPDX-License-Identifier: GPL-3.0-or-later
/// The seeds of a crawl: which of them are asked, in what order, and each one's state until it has answered.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace trawl::crawl {

/// One seed that a crawl asks.
struct SeedRun {
  const schema::SourceDefinition* source = nullptr;
  schema::Seed seed;
  store::SeedState state;
  bool is_primary = true;   ///< the source's own seed; not a fallback, a part of a sitemap, or an older page
  int depth = 0;            ///< sitemap indexes or older pages that led here
  bool is_beside = false;   ///< a list that is read to compare it with what the source's own seed says
  bool is_baseline = false; ///< read for the first time: what it lists is not news
  bool is_led_to = false;   ///< by the refresh of a front page
  bool is_further = false;  ///< a further page of a front page
};

/// Used on the crawl loop's thread, inside its transactions.
class SeedQueue {
 public:
  /// Both must outlive the queue.
  SeedQueue(CrawlContext& context, Frontier& frontier) : context_(context), frontier_(frontier) {}

  /// Adds the seeds of all enabled sources, and during a backfill their seeds of older articles.
  Result<void> add_all();

  /// Adds the own seeds of all enabled sources again, unless they are still waiting for an answer. With
  /// CrawlOptions::only_due, only the seeds that have become due are asked.
  Result<void> add_due();

  /// Adds a seed unless this crawl has asked it or it is still fresh. Returns its run, or nullopt if it was not added.
  Result<std::optional<std::size_t>> add(const schema::SourceDefinition& source, schema::Seed seed, bool is_primary,
                                         int depth);

  /// Adds the lists that the source has beside its own seed, as far as they are known, due, and within its budget of
  /// today: its fallback, its homepage, and the sitemaps that its robots.txt names. `is_urgent`: also those that are
  /// not due, unless they were asked within the hour.
  Result<void> add_lists(const schema::SourceDefinition& source, bool is_urgent = false);
  /// The same for a part of such a list.
  Result<void> add_part(const SeedRun& whole, schema::Seed part);

  /// Whether the server of a source's own seed, which has failed, wants a pause: then its other lists are not asked.
  bool note_pause(const store::SeedState& state);

  /// The run has answered, or will not answer in this crawl. During a backfill the seed of older articles comes next:
  /// only then is it known what the URLs of articles look like.
  Result<void> close(const SeedRun& run);

  /// Valid as long as the queue.
  SeedRun& run(std::size_t index) { return runs_[index]; }

 private:
  Result<void> add_older(const schema::SourceDefinition& source);
  Result<void> add_beside(const schema::SourceDefinition& source, schema::Seed seed, const SeedRun* whole,
                          bool is_urgent);
  std::size_t push(const schema::SourceDefinition& source, schema::Seed seed, store::SeedState state, bool is_primary,
                   int depth);

  CrawlContext& context_;
  Frontier& frontier_;
  std::deque<SeedRun> runs_;            ///< a deque, so that references stay valid
  std::set<std::string> asked_urls_;    ///< in this crawl
  std::set<std::string> open_urls_;     ///< of those, the ones without an answer yet
  std::set<std::string> waiting_hosts_; ///< of sources' own seeds: not to be asked yet
  std::map<std::string, int> parts_;    ///< seeds that were found in other seeds, by source
};

} // namespace trawl::crawl
