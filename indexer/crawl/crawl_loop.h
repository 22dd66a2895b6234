// SPDX-License-Identifier: GPL-3.0-or-later
/// One crawl, from the seeds of the sources to stored articles, on the caller's thread: it drives the fetcher, extracts
/// each page when it has come, and does all writing to the store.
///
/// A page and everything that follows from it are stored in one transaction. If a crawl is killed, the store still
/// says what is left to do, and the next crawl does it.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/page_processor.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pages/picture_keeper.h"
#include "indexer/crawl/robots_gate.h"
#include "indexer/crawl/seeds/seed_processor.h"
#include "indexer/crawl/seeds/seed_queue.h"
#include "indexer/crawl/store_session.h"
#include "indexer/fetch/fetcher.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace trawl::crawl {

/// How the crawl talks to its caller. All are called on the crawl's own thread.
struct CrawlHooks {
  std::function<void()> committed;                  ///< the store has committed changes
  std::function<bool()> stopped;                    ///< whether to end now, after a clean commit
  std::function<void(const CrawlReport&)> progress; ///< about ten times a second
  std::function<std::optional<Error>()> trouble;    ///< why going on is pointless, such as a full index disk
};

class CrawlLoop {
 public:
  /// References must outlive the loop. Pass the same `politeness` to later crawls.
  CrawlLoop(CrawlOptions options, CrawlHooks hooks, store::Database& database, const Knowledge& knowledge,
            const std::vector<schema::SourceDefinition>& sources, fetch::Fetcher& fetcher,
            fetch::Politeness& politeness);

  /// Crawls until nothing is left to do, or until stopped. Call it once. Fails only if the store or the index fails.
  Result<CrawlReport> run();

 private:
  Result<void> begin();
  Result<void> work();
  Result<void> tick();
  Result<void> end();
  Result<void> commit();
  bool is_done() const;
  std::chrono::milliseconds pause_before_next() const;
  Result<void> leave_closed_hosts();
  Result<void> leave(const std::string& host, const Error& error, Moment until);
  void note_trouble(const std::string& host, const Result<fetch::FetchResponse>& result, fetch::Instant sent);
  Result<void> add_due();

  Result<void> begin_backfills();
  Result<void> end_backfills();
  void send_ready();
  void send(Task task);
  Result<void> count(const Task& task, const Result<fetch::FetchResponse>& result);
  void on_answer(Task task, const Result<fetch::FetchResponse>& result, fetch::Instant sent);
  Result<void> dispatch(Task task, const Result<fetch::FetchResponse>& result);
  bool retry(Task& task, const Result<fetch::FetchResponse>& result);
  Result<void> add_rechecks(std::size_t run);
  Result<void> fail_seed(const Task& task, const Error& error, std::optional<std::chrono::seconds> retry_after);
  Result<void> refuse(const Task& task, const Error& error);
  Result<void> postpone(const Task& task, const Error& error, Moment until);

  CrawlContext context_;
  CrawlHooks hooks_;
  fetch::Fetcher& fetcher_;
  Frontier frontier_;
  StoreSession session_;
  RobotsGate robots_;
  PageScheduler scheduler_;
  LinkDiscovery links_;
  PictureKeeper pictures_;
  PageProcessor pages_;
  SeedQueue seed_queue_;
  SeedProcessor seeds_;
  struct Trouble {
    int failures = 0;            ///< in a row
    fetch::Instant since{};      ///< the first of them
    fetch::Instant left_until{}; ///< once there are too many
    Error error;
  };
  std::map<std::string, Trouble> troubles_; ///< by host
  std::multimap<fetch::Instant, std::string>
      awaited_;                ///< the hosts of requests without an answer, by when they were sent
  int unanswered_lookups_ = 0; ///< of names, before any host has answered
  fetch::Instant last_unanswered_lookup_{};
  Result<void> outcome_; ///< the first failure inside a fetcher's callback, which cannot return it
  fetch::Instant last_due_check_{}, last_derived_{};
};

} // namespace trawl::crawl
