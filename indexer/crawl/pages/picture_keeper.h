// SPDX-License-Identifier: GPL-3.0-or-later
/// Fetches the pictures of articles and keeps them. Each is asked for once, after the pages of its host; what is not
/// fetched in this crawl is left to the next one.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/fetch/fetcher.h"
#include "shared/article/article.h"
#include "shared/store/picture_store.h"

namespace trawl::crawl {

/// Used on the crawl loop's thread, inside its transactions. Does nothing unless the crawl keeps pictures.
class PictureKeeper {
 public:
  /// All must outlive the keeper.
  PictureKeeper(CrawlContext& context, Frontier& frontier, store::Database& database)
      : context_(context), frontier_(frontier), pictures_(database) {}

  /// Adds what earlier crawls left.
  Result<void> begin();
  /// To be called when an article has been stored: adds its pictures to those to fetch.
  Result<void> add(const Article& article);
  Result<void> on_response(Task task, const Result<fetch::FetchResponse>& result);

 private:
  void fetch(const std::string& address);

  CrawlContext& context_;
  Frontier& frontier_;
  store::PictureStore pictures_;
};

} // namespace trawl::crawl
