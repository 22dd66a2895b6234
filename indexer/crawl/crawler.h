// SPDX-License-Identifier: GPL-3.0-or-later
/// One crawl: asks the entrances of sources, fetches what they name, has articles made of it and stores them. The
/// caller's thread drives fetching and writes the store; a ExtractionPool makes articles; nobody else writes.
///
/// Everything a page leads to is one transaction with the page itself, so a crawl that is killed leaves only work that
/// is still to do, and the next one does it.
#pragma once

#include "indexer/crawl/crawl_report.h"
#include "indexer/crawl/frontier.h"
#include "indexer/crawl/pages/deduplicator.h"
#include "indexer/crawl/pages/extraction_pool.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/schedule.h"
#include "indexer/crawl/seeds/seed_result.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/fetch/robots/robots_cache.h"
#include "indexer/store/crawl_store.h"
#include "indexer/store/input_store.h"
#include "shared/schema/catalogue.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trawl::crawl {

struct CrawlOptions {
  std::string product = "trawl"; ///< our name in robots.txt
  bool backfill = false;         ///< fallback entrances, older pages of feeds, and links between articles too
  bool recheck = false;          ///< ask what failed again before its time, and entrances that said to come later
  bool only_due = false;         ///< by our own schedule; else whatever its server does not forbid is asked
  Pace pace;                     ///< of that schedule
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
struct SeedRun {
  const schema::SourceDefinition* source = nullptr;
  schema::Seed entrance;
  store::SeedState state;
  bool is_first = true; ///< the source's own, not a fallback, a part of a sitemap or an older page
  int depth = 0;
  bool is_search = false;                ///< of a homepage, for the feed that should be here
  std::optional<std::size_t> instead_of; ///< the dead entrance that this one may replace
};

class Crawler {
 public:
  /// References must outlive the crawler. `politeness` may be kept from crawl to crawl.
  Crawler(CrawlOptions options, CrawlHooks hooks, store::Database& database, const Knowledge& knowledge,
          const std::vector<schema::SourceDefinition>& sources, fetch::Fetcher& fetcher, fetch::Politeness& politeness);

  /// Crawls until nothing is left to do, or until stopped. Fails only when the store or the index does.
  Result<CrawlReport> run();

 private:
  // crawler.cpp: the loop
  Result<void> begin();
  Result<void> tick();
  Result<void> end();
  Result<void> commit();
  Result<void> save_budgets();
  bool is_done() const;
  void ask_next();
  std::chrono::milliseconds pause_before_next() const;
  void park(Task task, const std::string& origin);
  void send(Task task);
  void on_answer(Task task, Result<fetch::FetchResponse> result);
  bool retry(Task& task, const Result<fetch::FetchResponse>& result);
  Result<void> refuse(const Task& task, Error error);
  Moment now() const { return std::chrono::floor<std::chrono::seconds>(options_.clock()); }
  SourceReport& report_of(std::string_view source);

  // crawler_hosts.cpp
  Result<void> restore_robots();
  Result<void> on_robots(Task task, const Result<fetch::FetchResponse>& result);
  void keep_crawl_delay(const std::string& origin, const fetch::Robots& robots);
  std::optional<Error> why_not(const Task& task, const fetch::Robots& robots) const;
  std::vector<Task> unpark(const std::string& origin);
  Result<void> leave_closed_hosts();
  bool wants_pages() const;
  bool is_enough() const;

  // crawler_entrances.cpp
  Result<void> add_entrances();
  Result<void> add_entrance(const schema::SourceDefinition& source, schema::Seed entrance, bool is_first, int depth);
  Result<void> add_older(const schema::SourceDefinition& source);
  Result<void> close_entrance(const SeedRun& run);
  Result<void> on_entrance(Task task, const Result<fetch::FetchResponse>& result);
  Result<void> take_listing(std::size_t run, SeedResult listing, const fetch::FetchResponse& response);
  Result<void> fail_entrance(std::size_t run, const Error& error, std::optional<std::chrono::seconds> retry_after,
                             int status = 0);
  Result<void> tell_complaint(const SeedRun& run, const SeedResult& listing, std::size_t accepted);
  Result<void> look_again();
  Result<bool> name(const SeedRun& run, const SeedEntry& named);
  Result<void> take_named(const SeedRun& run, store::UrlRow row, const SeedEntry& named, bool is_news);

  // crawler_search.cpp
  Result<void> search_instead(std::size_t dead);
  Result<void> on_homepage(std::size_t search, const Result<fetch::FetchResponse>& result);
  Result<void> replace_entrance(std::size_t dead, const std::string& url);

  // crawler_pages.cpp
  Result<void> add_due_urls();
  Result<void> add_due_url(const store::UrlRow& row, Moment horizon);
  void want_page(const store::UrlRow& row, int hops = 0);
  Result<void> remake(store::UrlRow row);
  Result<void> fill_workshop();
  Result<void> make_again(const store::UrlRow& row);
  Result<void> make_entry(const store::UrlRow& row);
  Result<void> on_page(Task task, const Result<fetch::FetchResponse>& result);
  Result<void> take_page(const store::UrlRow& row, const Task& task, const fetch::FetchResponse& response);
  Result<void> confirm_page(store::UrlRow row);
  Result<void> lead_to(store::UrlRow row, const std::string& target, int hops);
  Result<void> fail_page(store::UrlRow row, const Error& error, int status,
                         std::optional<std::chrono::seconds> retry_after);
  Result<void> postpone(const Task& task, const Error& error, Moment until);
  Result<void> take_made(Job job);
  Result<void> settle(const Job& job, store::UrlRow row);

  // crawler_links.cpp
  Result<void> begin_following();
  Result<void> follow_links(const store::Input& page, const std::vector<store::DiscoveredLink>& mentions,
                            const std::vector<std::string>& links);

  /// What a first fill knows of a source's articles, and how many it found by links.
  struct Following {
    UrlShapes shapes;
    std::size_t followed = 0;
  };

  CrawlOptions options_;
  CrawlHooks hooks_;
  store::Database* database_;
  const Knowledge* knowledge_;
  const std::vector<schema::SourceDefinition>* sources_;
  fetch::Fetcher* fetcher_;
  store::CrawlStore crawl_;
  store::InputStore inputs_;
  Deduplicator keeper_;
  Frontier frontier_;
  ExtractionPool workshop_;
  fetch::RobotsCache robots_;
  std::map<std::string, Error> no_robots_;          ///< by origin, why its robots.txt could not be had
  std::map<std::string, std::vector<Task>> parked_; ///< by origin, until its robots.txt is there
  std::vector<SeedRun> entrances_;
  std::set<std::string> entrance_urls_;  ///< asked in this run
  std::set<std::string> open_entrances_; ///< of those, not answered yet
  std::map<std::string, int> parts_;     ///< entrances that entrances named, by source
  std::set<std::int64_t> wanted_;        ///< rows whose page was asked for, or is going to be, in this run
  std::map<std::string, Following, std::less<>> following_;    ///< by source; of a first fill
  std::set<std::pair<schema::SourceKind, std::string>> named_; ///< by a kind of entrance, in a first fill
  std::set<std::string> spent_; ///< hosts that answered since the last commit, or did not
  std::optional<store::Transaction> transaction_;
  Result<void> outcome_; ///< the first failure of the store
  fetch::Instant last_commit_{};
  fetch::Instant last_look_{};       ///< for what has become due since
  std::deque<std::int64_t> to_make_; ///< rows whose article is to be made again of what is stored
  bool has_more_due_ = false;        ///< URLs that the frontier had no room for
  std::size_t pages_in_flight_ = 0;
  CrawlReport report_;
};

} // namespace trawl::crawl
