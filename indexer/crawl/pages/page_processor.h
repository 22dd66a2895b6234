// SPDX-License-Identifier: GPL-3.0-or-later
/// Article pages, from the response to the stored article: redirects and failures, extraction, deduplication, and the
/// links to further articles.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/crawl/pages/error_pages.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/page_extraction.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pages/page_state.h"
#include "indexer/crawl/pages/picture_keeper.h"
#include "indexer/crawl/pages/rechecker.h"
#include "indexer/crawl/pipeline/known_sites.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/identity/deduplicator.h"

#include <chrono>
#include <cstdint>
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

  /// Extracts the next of the stored pages that must be extracted again.
  Result<void> extract_next();

  /// Before the first page: what an earlier crawl left.
  Result<void> begin() { return sites_.begin(); }
  /// Once all pages are looked at: decides about those that may be error pages, then learns what the stored ones of
  /// each site have in common, and schedules the articles that this may change. False if no page is left to be stored.
  Result<bool> learn_sites();

 private:
  Result<void> extract_page(const Task& task, const fetch::FetchResponse& response);
  Result<void> extract_stored(const store::UrlRow& row);
  Result<void> extract_feed_entry(const store::UrlRow& row);
  Result<void> confirm(store::UrlRow row);
  Result<void> on_probe(const Task& task, const Result<fetch::FetchResponse>& result);
  Result<bool> is_suspicious(const Job& job);
  bool has_stand_in_text(std::string_view url, const std::vector<store::DiscoveredLink>& inlinks) const;
  Result<void> suspect(const std::string& url, Suspect suspect);
  Result<void> end_probe(const std::string& url, std::optional<ErrorAnswer> answer);
  Result<bool> judge_suspects();
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
  Result<bool> has_outdated_feed(const Job& job);
  Result<void> forget_feed_dates(std::int64_t row);
  Result<void> store_result(Job& job, store::UrlRow row);
  Result<void> store_article(Job& job, SourceReport& report);
  bool takes_over_count(std::int64_t input, const SourceReport& report);

  CrawlContext& context_;
  PageScheduler& scheduler_;
  LinkDiscovery& links_;
  PictureKeeper& pictures_;
  identity::Deduplicator deduplicator_;
  Rechecker rechecker_;
  ErrorPages error_pages_;
  KnownSites sites_;
  std::map<std::int64_t, std::string> added_; ///< by input: the source at which this crawl counted a new article
  bool has_learnt_ = false; ///< stored pages are extracted for the second time, and are counted already
};

} // namespace trawl::crawl
