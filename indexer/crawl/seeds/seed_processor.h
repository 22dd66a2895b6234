// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the answers of seeds: discovers the articles that a feed, sitemap or list page links to, adds further seeds
/// such as the parts of a sitemap index, and keeps the schedule and failures of each seed.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/seeds/seed_queue.h"
#include "indexer/crawl/seeds/seed_result.h"
#include "indexer/fetch/fetcher.h"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trawl::crawl {

/// Used on the crawl loop's thread, inside its transactions.
class SeedProcessor {
 public:
  /// All must outlive the processor.
  SeedProcessor(CrawlContext& context, Frontier& frontier, SeedQueue& queue, PageScheduler& scheduler,
                LinkDiscovery& links)
      : context_(context), frontier_(frontier), queue_(queue), scheduler_(scheduler), links_(links) {}

  /// The request for a Seed task, conditional if the seed has answered before.
  fetch::FetchRequest request_for(const Task& task) const;

  /// The final response to a Seed task.
  Result<void> on_response(Task task, const Result<fetch::FetchResponse>& result);

  /// The seed of a run could not be asked or read. `retry_after`: when its server wants to be asked again. `status`: of
  /// the response, 0 without one.
  Result<void> fail(std::size_t run, const Error& error, std::optional<std::chrono::seconds> retry_after,
                    int status = 0);

 private:
  /// What a seed result led to.
  struct Discovery {
    std::size_t accepted = 0; ///< URLs that the source's rules accept as articles
    bool has_news = false;    ///< one of them has not been fetched before
    bool has_unseen = false;  ///< one of them is new in this backfill
  };
  /// What a list beside the source's own says of the URLs that it names.
  struct List {
    const std::vector<SeedEntry>& entries;
    UrlShapes shapes;
    std::optional<bool> has_articles; ///< several are known as articles; unset: nobody has asked
    std::int64_t first_link;          ///< UrlStore::first_link of one beside the source's own
  };
  Result<std::string> site_of_articles(const SeedRun& run);
  Result<bool> add_entry(const SeedRun& run, SeedEntry entry, List& list);
  Result<bool> may_be_news(const SeedRun& run, const std::string& url, List& list);
  Result<bool> may_be_article_at_root(const SeedRun& run, const std::string& url, List& list);
  Result<void> end_without_list(SeedRun& run, int status);
  const Pace& pace_of(const SeedRun& run) const;
  Result<void> not_modified(SeedRun& run, const std::string& moved_to, const fetch::FetchResponse& response);
  Result<void> take_result(SeedRun& run, const SeedResult& result, const fetch::FetchResponse& response);
  Result<Discovery> discover_articles(const SeedRun& run, const SeedResult& result, const std::string& url);
  bool is_of_site(const SeedRun& run, const std::string& url, const std::string& article) const;
  Result<void> add_parts(const SeedRun& run, const SeedResult& result, const std::string& url, bool has_unseen);
  Result<void> note_problem(const SeedRun& run, const SeedResult& result, std::size_t accepted);
  std::optional<Error> problem_of(const SeedRun& run, const SeedResult& result, std::size_t accepted) const;

  CrawlContext& context_;
  Frontier& frontier_;
  SeedQueue& queue_;
  PageScheduler& scheduler_;
  LinkDiscovery& links_;
  std::map<std::string, std::set<std::string>> on_front_;     ///< by source: URLs that its front page links to
  std::set<std::pair<schema::SourceKind, std::string>> seen_; ///< URLs discovered in this backfill, by kind of seed
};

} // namespace trawl::crawl
