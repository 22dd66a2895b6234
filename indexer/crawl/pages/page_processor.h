// SPDX-License-Identifier: GPL-3.0-or-later
/// Article pages, from the response to the stored article: redirects and failures, extraction, deduplication, and the
/// links to further articles.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/crawl/pages/derive.h"
#include "indexer/crawl/pages/error_pages.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/page_extraction.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pages/page_state.h"
#include "indexer/crawl/pages/picture_keeper.h"
#include "indexer/crawl/pages/rechecker.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/identity/deduplicator.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
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
  /// Decides about the pages that were missing in this crawl.
  Result<void> end_rechecks() { return rechecker_.end(); }

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
  /// Once all pages are looked at: decides about those that may be error pages. False if there were none.
  Result<bool> judge_suspects();
  /// Once that is done: derives all that this crawl has changed. `batch`: see DeriveHooks.
  Result<void> derive(std::function<Result<void>()> batch);

 private:
  /// As what an input was counted in this crawl.
  struct Counted {
    std::string source;
    std::size_t SourceReport::* as = nullptr;
  };

  Result<void> extract_page(const Task& task, const fetch::FetchResponse& response);
  Result<void> confirm(store::UrlRow row);
  Result<void> on_probe(const Task& task, const Result<fetch::FetchResponse>& result);
  Result<bool> is_suspicious(const Job& job);
  Result<void> suspect(const std::string& url, Suspect suspect);
  Result<void> end_probe(const std::string& url, std::optional<ErrorAnswer> answer);
  Result<void> convict(const Suspect& suspect);
  Result<void> acquit(Suspect suspect);
  Result<void> redirect(store::UrlRow row, const std::string& location, int hops, bool is_genuine = false);
  Result<std::optional<store::UrlRow>> redirect_target(const store::UrlRow& row, const std::string& url, int hops);
  Result<void> fail_page(store::UrlRow row, const Error& error, int status,
                         std::optional<std::chrono::seconds> retry_after);
  Result<void> apply(store::UrlRow& row, const Observation& seen);
  Result<void> miss(store::UrlRow row, const Error& error, Absence absence);
  Result<void> extract_and_store(Job job);
  Result<void> store_job(Job job);
  Result<void> miss_article(const Job& job, store::UrlRow row);
  Result<void> store_result(Job& job, store::UrlRow row);
  Result<void> note_derived(const Derived& derived);
  Result<void> note_result(const std::string& source, const std::string& url, const Extraction& extraction);
  void count(const Derived& derived);
  bool takes_over_count();

  CrawlContext& context_;
  PageScheduler& scheduler_;
  LinkDiscovery& links_;
  PictureKeeper& pictures_;
  identity::Deduplicator deduplicator_;
  Rechecker rechecker_;
  ErrorPages error_pages_;
  Derivation derivation_;
  std::map<std::int64_t, Counted> counted_; ///< by input
};

} // namespace trawl::crawl
