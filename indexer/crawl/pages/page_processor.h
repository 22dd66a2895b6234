// SPDX-License-Identifier: GPL-3.0-or-later
/// Article pages, from the response to the stored article: redirects and failures, extraction, deduplication, and the
/// links to further articles.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/crawl/pages/acceptance.h"
#include "indexer/crawl/pages/derive.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/page_extraction.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pages/page_state.h"
#include "indexer/crawl/pages/picture_keeper.h"
#include "indexer/crawl/pages/rechecker.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/identity/deduplicator.h"
#include "indexer/store/pending_store.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// Used on the crawl loop's thread, inside its transactions.
class PageProcessor {
 public:
  /// All must outlive the processor.
  PageProcessor(CrawlContext& context, store::Database& database, PageScheduler& scheduler, LinkDiscovery& links,
                PictureKeeper& pictures);

  /// Whether this crawl has requested max_pages.
  bool is_enough() const;

  /// Schedules the stored pages that are to be looked at again today.
  Result<void> add_rechecks() { return rechecker_.add_due(); }
  Result<void> add_rechecks(const schema::SourceDefinition& source) { return rechecker_.add_due(source); }
  /// At the end: decides about the pages that were missing in this crawl, and what was new is told from the copies.
  Result<void> end();

  /// The request for a Page task, conditional if the page is stored.
  Result<fetch::FetchRequest> begin_request(const Task& task);

  /// The final response to a Page task.
  Result<void> on_response(const Task& task, const Result<fetch::FetchResponse>& result);
  /// The task must not be sent, e.g. because robots.txt forbids it.
  Result<void> refuse(const Task& task, const Error& error);
  /// Leaves the task to a later crawl: its host is closed until `until`. This does not count as a failure.
  Result<void> postpone(const Task& task, const Error& error, Moment until);

  /// Derives what lists say otherwise of pages that are stored, or could not be read.
  Result<void> derive_links();
  /// Once all pages are looked at: decides what is believed of what they show (acceptance.h). False if that changes
  /// nothing any more. `batch`: see DeriveHooks.
  Result<bool> judge(const std::function<Result<void>()>& batch);
  /// Once that is done: derives all that this crawl has changed. `batch`: see DeriveHooks.
  Result<void> derive(const std::function<Result<void>()>& batch);

 private:
  /// As what an input was counted in this crawl.
  struct Counted {
    std::string source;
    std::size_t SourceReport::* as = nullptr;
  };

  Result<void> extract_page(const Task& task, const fetch::FetchResponse& response);
  Result<void> read(Job& job);
  Result<void> confirm(store::UrlRow row);
  Result<void> redirect(store::UrlRow row, const std::string& location, int hops);
  Result<std::optional<store::UrlRow>> redirect_target(const store::UrlRow& row, const std::string& url, int hops);
  Result<void> fail_page(store::UrlRow row, const Error& error, int status,
                         std::optional<std::chrono::seconds> retry_after, const std::string& led_to = {});
  Result<void> apply(store::UrlRow& row, const Observation& seen);
  Result<void> miss(store::UrlRow row, const Error& error, Absence absence, const std::string& led_to = {});
  Result<void> receive(Job& job);
  Extraction alone(const store::Input& input, const Job& job) const;
  Result<Change> change_from(const identity::Version& before, const Job& job, const Extraction& own);
  Result<void> receive_no_article(Job& job, store::UrlRow row, Showing showing);
  Result<bool> is_still_held(const Showing& showing);
  Result<void> accept(Job& job, store::UrlRow row, Showing showing);
  Result<void> settle(std::int64_t url);
  bool is_named_otherwise(const Job& job) const;
  Result<void> hold_led_away(const std::string& url);
  Result<void> refuse_target(store::UrlRow row, Showing showing);
  Result<void> doubt(Job& job, store::UrlRow row, Showing showing);
  Result<void> ask_beside(const store::UrlRow& row);
  Result<bool> judge_source(const std::string& source, const std::vector<Showing>& showings,
                            const std::function<Result<void>()>& batch);
  Result<bool> believe_one(const Showing& showing);
  Result<bool> take_back(const Showing& showing);
  Result<bool> disbelieve(const std::string& source, const Showing& showing, Belief belief);
  Result<void> note_doubt(const std::string& source, const store::UrlRow& row, const Showing& showing, Belief why);
  Result<bool> is_shown_beside(const store::UrlRow& row, const Showing& showing);
  bool was_seen_today(const Showing& showing) const;
  Result<void> store_job(Job& job, store::UrlRow row);
  Result<void> store_result(Job& job, store::UrlRow row);
  Result<void> note_derived(const Derived& derived);
  Result<void> note_result(const std::string& source, const std::string& url, const Extraction& extraction);
  void count(const Derived& derived);
  Result<void> recount_copies();

  CrawlContext& context_;
  PageScheduler& scheduler_;
  LinkDiscovery& links_;
  PictureKeeper& pictures_;
  identity::Deduplicator deduplicator_;
  Rechecker rechecker_;
  store::PendingStore pending_;
  Derivation derivation_;
  std::map<std::int64_t, Counted> counted_; ///< by input
  std::set<std::int64_t> dropped_;          ///< addresses that show something else, and that lists have just dropped
  std::set<std::int64_t> held_;             ///< those that are not believed
};

} // namespace trawl::crawl
