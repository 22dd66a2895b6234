// SPDX-License-Identifier: GPL-3.0-or-later
/// Fetches the pictures of articles that one is likely to open, and keeps them: of what appeared in the last weeks, of
/// what is starred or kept for later, and of what somebody adds. Each is asked for once, after the pages of its host;
/// what is not fetched in this crawl is left to the next one.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/store/article_store.h"
#include "shared/article/article.h"
#include "shared/store/picture_store.h"

#include <map>
#include <string>

namespace trawl::crawl {

/// Used on the crawl loop's thread, inside its transactions. Does nothing unless the crawl keeps pictures.
class PictureKeeper {
 public:
  /// All must outlive the keeper.
  PictureKeeper(CrawlContext& context, Frontier& frontier, store::Database& database)
      : context_(context), frontier_(frontier), articles_(database),
        pictures_(database, context.options.picture_budget,
                  {context.options.marked.begin(), context.options.marked.end()}) {}

  /// Adds what earlier crawls left, and the pictures of marked articles.
  Result<void> begin();
  /// To be called when an article has been stored: adds its pictures to those to fetch if it is new.
  Result<void> add(const Article& article);
  Result<void> on_response(Task task, const Result<fetch::FetchResponse>& result);

 private:
  Result<void> want(const Article& article);
  void fetch(const std::string& address);

  CrawlContext& context_;
  Frontier& frontier_;
  store::ArticleStore articles_;
  store::PictureStore pictures_;
  std::map<std::string, int> of_host_; ///< requests of this crawl
};

} // namespace trawl::crawl
