// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds articles that only other articles link to: during a backfill, follows those links of a page that look like
/// articles of the same source.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pipeline/article_links.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// Used on the crawl loop's thread, inside its transactions.
class LinkDiscovery {
 public:
  /// Both must outlive it.
  LinkDiscovery(CrawlContext& context, PageScheduler& scheduler) : context_(context), scheduler_(scheduler) {}

  /// Learns the URL shapes of the articles in the store, then follows the links of pages that were stored by crawls
  /// without backfill, until `stopped`.
  Result<void> begin(const std::function<bool()>& stopped);

  /// Schedules those `outlinks` of `page` that look like articles of the sources that link to it.
  Result<void> follow(const store::Input& page, const std::vector<store::DiscoveredLink>& inlinks,
                      const std::vector<std::string>& outlinks);

  /// Learns the URL shapes of a source's stored articles, unless this crawl has.
  Result<void> learn(const std::string& source);
  /// What article URLs of a source look like, as far as this crawl knows.
  UrlShapes& shapes(const std::string& source) { return progress_[source].shapes; }

 private:
  /// The backfill of one source.
  struct Progress {
    UrlShapes shapes;
    bool has_learnt = false;  ///< from the store
    std::size_t followed = 0; ///< links
  };
  Result<void> fetch_remembered(const schema::SourceDefinition& source);
  Result<void> follow_for(const schema::SourceDefinition& source, const store::Input& page,
                          const std::vector<std::string>& outlinks);

  CrawlContext& context_;
  PageScheduler& scheduler_;
  std::map<std::string, Progress, std::less<>> progress_; ///< by source
};

} // namespace trawl::crawl
