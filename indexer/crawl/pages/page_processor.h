// SPDX-License-Identifier: GPL-3.0-or-later
/// Article pages, from the request to the stored article: what a response means (page_beliefs.h decides whether it is
/// believed, page_recorder.h records it), and at the end of a crawl what follows from all of them.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/crawl/pages/derive.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/page_beliefs.h"
#include "indexer/crawl/pages/page_recorder.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pages/picture_keeper.h"
#include "indexer/crawl/pages/rechecker.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/identity/deduplicator.h"

#include <functional>

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
  Result<bool> judge(const std::function<Result<void>()>& batch) { return beliefs_.judge(batch); }
  /// Once that is done: derives all that this crawl has changed. `batch`: see DeriveHooks.
  Result<void> derive(const std::function<Result<void>()>& batch);

 private:
  Result<void> extract_page(const Task& task, const fetch::FetchResponse& response);

  CrawlContext& context_;
  identity::Deduplicator deduplicator_;
  Rechecker rechecker_;
  Derivation derivation_;
  PageRecorder recorder_;
  PageBeliefs beliefs_;
};

} // namespace trawl::crawl
