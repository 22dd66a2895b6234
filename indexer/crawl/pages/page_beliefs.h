// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether what an address shows is believed: an article that changes waits until all pages of the crawl are looked at,
/// and then perhaps for another day. acceptance.h has the rules; here they are carried out.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/pages/acceptance.h"
#include "indexer/crawl/pages/page_extraction.h"
#include "indexer/crawl/pages/page_recorder.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pages/pending_store.h"
#include "indexer/crawl/pages/rechecker.h"
#include "indexer/identity/deduplicator.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace trawl::crawl {

/// Whether the crawler made this address up, to see what the site shows where there is no page.
bool is_made_up(const store::UrlRow& row);

/// Used on the crawl loop's thread, inside its transactions.
class PageBeliefs {
 public:
  /// All must outlive it.
  PageBeliefs(CrawlContext& context, store::Database& database, PageScheduler& scheduler,
              identity::Deduplicator& deduplicator, Rechecker& rechecker, PageRecorder& recorder)
      : context_(context), scheduler_(scheduler), deduplicator_(deduplicator), rechecker_(rechecker),
        recorder_(recorder), pending_(database) {}

  /// What was fetched at an address, and read.
  Result<void> receive(Job& job);
  /// An address redirects to `location`, after so many hops. What an article's address leads to is what it shows,
  /// unless the article is there.
  Result<void> follow(store::UrlRow row, const std::string& location, int hops);
  /// The stored page is current.
  Result<void> confirm(store::UrlRow row);

  /// Once all pages are looked at: decides what is believed of what they show. False if that changes nothing any more.
  /// `batch`: see DeriveHooks.
  Result<bool> judge(const std::function<Result<void>()>& batch);
  /// Call it once the missing articles of the crawl are withdrawn: forgets what their addresses led to.
  Result<void> end();

 private:
  Extraction alone(const store::Input& input, const Job& job) const;
  Result<Change> change_from(const identity::Version& before, const Job& job, const Extraction& own);
  Result<void> receive_no_article(Job& job, store::UrlRow row, Showing showing);
  Result<bool> is_still_held(const Showing& showing);
  Result<void> accept(Job& job, store::UrlRow row, Showing showing);
  Result<void> settle(std::int64_t url);
  Result<void> receive_redirect(Job& job, store::UrlRow row);
  Result<void> refuse_target(store::UrlRow row, Showing showing);
  Result<bool> note_moved(std::int64_t url);
  Result<bool> end_redirects();
  Result<void> end_redirect(store::UrlRow row);
  Result<void> doubt_led(store::UrlRow row, Showing showing);
  Result<void> hold_led_away(store::UrlRow row);
  Result<void> doubt(store::UrlRow row, Showing showing, const Job* job);
  Result<void> hold_new(store::UrlRow row, Moment again, bool was_led_to);
  Result<void> note_dropped(const store::UrlRow& row);
  Result<void> ask_beside(const store::UrlRow& row);
  Result<bool> judge_source(const std::string& source, const std::vector<Showing>& showings,
                            const std::function<Result<void>()>& batch);
  Result<bool> believe_one(const Showing& showing);
  Result<void> settle_if_moved(std::int64_t url);
  Result<bool> leave(store::UrlRow row);
  Result<bool> take_back(const Showing& showing);
  Result<bool> disbelieve(const std::string& source, const Showing& showing, Belief belief,
                          const std::vector<Showing>& showings);
  Result<std::optional<Absence>> absence_of(const store::UrlRow& row, const Showing& showing, Belief belief,
                                            const std::vector<Showing>& showings);
  Result<bool> has_passed_elsewhere(const Showing& showing, const std::vector<Showing>& showings);
  Result<void> note_doubt(const std::string& source, const store::UrlRow& row, const Showing& showing, Belief why);
  Result<bool> was_told(const std::string& source, const Showing& showing);
  Result<bool> is_shown_beside(const store::UrlRow& row, const Showing& showing);
  bool was_seen_today(const Showing& showing) const;

  CrawlContext& context_;
  PageScheduler& scheduler_;
  identity::Deduplicator& deduplicator_;
  Rechecker& rechecker_;
  PageRecorder& recorder_;
  PendingStore pending_;
  std::set<std::int64_t> dropped_;          ///< addresses that show something else, and that lists have just dropped
  std::set<std::int64_t> led_;              ///< those that redirect, until their articles are found there
  std::set<std::int64_t> led_away_;         ///< those that redirect, and their articles are not there
  std::map<std::int64_t, Showing> refused_; ///< what was at addresses to which those of articles redirect
};

} // namespace trawl::crawl
