// SPDX-License-Identifier: GPL-3.0-or-later
/// Records what becomes of a page: the state of its address, what is stored of it, its article, and what the plan of
/// its next look is told.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/pages/derive.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/page_counts.h"
#include "indexer/crawl/pages/page_extraction.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pages/page_state.h"
#include "indexer/crawl/pages/picture_keeper.h"
#include "indexer/crawl/pages/rechecker.h"
#include "indexer/identity/deduplicator.h"

#include <chrono>
#include <optional>
#include <string>

namespace trawl::crawl {

inline constexpr int kMaxHops = 5; ///< redirects that are followed from one address

/// Used on the crawl loop's thread, inside its transactions.
class PageRecorder {
 public:
  /// All must outlive it.
  PageRecorder(CrawlContext& context, PageScheduler& scheduler, LinkDiscovery& links, PictureKeeper& pictures,
               identity::Deduplicator& deduplicator, Rechecker& rechecker, Derivation& derivation)
      : context_(context), scheduler_(scheduler), links_(links), pictures_(pictures), deduplicator_(deduplicator),
        rechecker_(rechecker), derivation_(derivation), counts_(context.report, deduplicator) {}

  /// What the page of a job says, by its links and its site. The job's row and its input are set.
  Result<void> read(Job& job);

  /// Saves what becomes of a page. What that means for the plan of its article, the caller tells the Rechecker.
  Result<void> apply(store::UrlRow& row, const Observation& seen);
  /// Stores a page as it came; not over that of an article that has moved.
  Result<void> keep(Job& job, const store::UrlRow& row);
  /// Stores a page, and its article or that it is none.
  Result<void> store(Job& job, store::UrlRow row);
  /// A redirect, by HTTP or by the page itself: all links to the first URL become links to the second one too. False,
  /// and nothing is done, if `location` can be no article.
  Result<bool> redirect(store::UrlRow row, const std::string& location, int hops);
  /// No page was got.
  Result<void> fail(store::UrlRow row, const Error& error, int status,
                    std::optional<std::chrono::seconds> retry_after = std::nullopt);
  /// The page of an article is not there.
  Result<void> miss(store::UrlRow row, const Error& error, Absence absence);
  /// An input that is stored was read.
  Result<void> note_derived(const Derived& derived);

  PageCounts& counts() { return counts_; }

 private:
  Result<std::optional<store::UrlRow>> redirect_target(const store::UrlRow& row, const std::string& url, int hops);
  Result<void> store_result(Job& job, store::UrlRow row);
  Result<void> note_result(const std::string& source, const std::string& url, const Extraction& extraction);

  CrawlContext& context_;
  PageScheduler& scheduler_;
  LinkDiscovery& links_;
  PictureKeeper& pictures_;
  identity::Deduplicator& deduplicator_;
  Rechecker& rechecker_;
  Derivation& derivation_;
  PageCounts counts_;
};

} // namespace trawl::crawl
