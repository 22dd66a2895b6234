// SPDX-License-Identifier: GPL-3.0-or-later
/// One crawl: asks the entrances of sources, fetches what they name, has articles made of it and stores them. The
/// caller's thread drives fetching and writes the store; a Workshop makes articles; nobody else writes.
///
/// Everything a page leads to is one transaction with the page itself, so a crawl that is killed leaves only work that
/// is still to do, and the next one does it.
#pragma once

#include "indexer/crawl/article_keeper.h"
#include "indexer/crawl/crawl_report.h"
#include "indexer/crawl/frontier.h"
#include "indexer/crawl/listing.h"
#include "indexer/crawl/workshop.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/fetch/robots_cache.h"
#include "indexer/store/crawl_store.h"
#include "indexer/store/input_store.h"
#include "shared/schema/catalogue.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace trawl::crawl {

struct CrawlOptions {
  fetch::PolitenessOptions politeness;
  std::string product = "trawl"; ///< our name in robots.txt
  bool backfill = false;         ///< fallback entrances and older pages of feeds too
  bool recheck = false;          ///< ask entrances that said they have nothing new yet
  bool only_due = false;         ///< by our own schedule; else whatever its server does not forbid is asked
  std::size_t max_pages = 0;     ///< 0: no limit
  unsigned threads = 1;          ///< of the workshop
  std::function<fetch::Instant()> clock;
};

/// What the crawler tells others while it works; all are called on its own thread.
struct CrawlHooks {
  std::function<void()> committed;                  ///< the store has something new
  std::function<bool()> stopped;                    ///< whether to end cleanly now
  std::function<void(const CrawlReport&)> progress; ///< about ten times a second
  std::function<std::optional<Error>()> trouble;    ///< what makes going on pointless, e.g. a full index disk
};

/// An entrance being read in a run.
struct EntranceRun {
  const schema::SourceDefinition* source = nullptr;
  schema::Entrance entrance;
  store::EntranceState state;
  bool is_first = true; ///< the source's own, not a fallback, a part of a sitemap or an older page
  int depth = 0;
};

class Crawler {
 public:
  /// References must outlive the crawler.
  Crawler(CrawlOptions options, CrawlHooks hooks, store::Database& database, const Knowledge& knowledge,
          const std::vector<schema::SourceDefinition>& sources, fetch::Fetcher& fetcher);

  /// Crawls until nothing is left to do, or until stopped. Fails only when the store or the index does.
  Result<CrawlReport> run();

 private:
  // crawler.cpp: the loop
  Result<void> begin();
  Result<void> tick();
  Result<void> end();
  Result<void> commit();
  bool is_done() const;
  void ask_next();
  void park(Task task, const std::string& origin);
  void send(Task task);
  void on_answer(Task task, Result<fetch::FetchResponse> result);
  bool retry(Task& task, const Result<fetch::FetchResponse>& result);
  Result<void> on_robots(Task task, const Result<fetch::FetchResponse>& result);
  Result<void> refuse(const Task& task, Error error);
  Moment now() const { return std::chrono::floor<std::chrono::seconds>(options_.clock()); }
  SourceReport& report_of(std::string_view source);

  // crawler_entrances.cpp
  Result<void> add_entrances();
  Result<void> add_entrance(const schema::SourceDefinition& source, schema::Entrance entrance, bool is_first,
                            int depth);
  Result<void> on_entrance(Task task, const Result<fetch::FetchResponse>& result);
  Result<void> take_listing(std::size_t run, Listing listing, const fetch::FetchResponse& response);
  Result<void> fail_entrance(std::size_t run, const Error& error, std::optional<std::chrono::seconds> retry_after);
  Result<bool> name(const EntranceRun& run, const Named& named);
  Result<void> take_named(const EntranceRun& run, store::UrlRow row, const Named& named, bool is_news);

  // crawler_pages.cpp
  Result<void> add_due_urls();
  void want_page(const store::UrlRow& row, int hops = 0);
  Result<void> remake(const store::UrlRow& row);
  Result<void> make_entry(const store::UrlRow& row);
  Result<void> on_page(Task task, const Result<fetch::FetchResponse>& result);
  Result<void> take_page(const store::UrlRow& row, const Task& task, const fetch::FetchResponse& response);
  Result<void> confirm_page(store::UrlRow row);
  Result<void> lead_to(store::UrlRow row, const std::string& target, int hops);
  Result<void> fail_page(store::UrlRow row, const Error& error, int status,
                         std::optional<std::chrono::seconds> retry_after);
  Result<void> take_made(Job job);
  Result<void> settle(const Job& job, store::UrlRow row);

  CrawlOptions options_;
  CrawlHooks hooks_;
  store::Database* database_;
  const Knowledge* knowledge_;
  const std::vector<schema::SourceDefinition>* sources_;
  fetch::Fetcher* fetcher_;
  store::CrawlStore crawl_;
  store::InputStore inputs_;
  ArticleKeeper keeper_;
  Frontier frontier_;
  Workshop workshop_;
  fetch::RobotsCache robots_;
  std::map<std::string, std::vector<Task>> parked_; ///< by origin, until its robots.txt is there
  std::vector<EntranceRun> entrances_;
  std::set<std::string> entrance_urls_; ///< asked in this run
  std::set<std::int64_t> wanted_;       ///< rows whose page was asked for, or is going to be, in this run
  std::optional<store::Transaction> transaction_;
  Result<void> outcome_; ///< the first failure of the store
  fetch::Instant last_commit_{};
  std::size_t pages_in_flight_ = 0;
  CrawlReport report_;
};

} // namespace trawl::crawl
