// SPDX-License-Identifier: GPL-3.0-or-later
/// How a command crawls: the one way from a session to stored and indexed articles.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/write_session.h"
#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/report.h"
#include "indexer/fetch/curl_fetcher.h"
#include "indexer/fetch/politeness.h"
#include "shared/schema/catalogue.h"

#include <functional>
#include <vector>

namespace trawl::commands {

/// What is crawled, and how the command takes part in it.
struct CrawlRun {
  std::vector<schema::SourceDefinition> sources;
  fetch::FetcherOptions network;
  crawl::CrawlOptions settings;
  std::function<bool()> stopped = is_stopped;
  std::function<void(const crawl::CrawlReport&)> progress = [](const crawl::CrawlReport&) {};
  /// Called once nothing is left to fetch, before the index gets its last changes.
  std::function<Result<void>()> fetched = [] { return Result<void>(); };

  /// What every crawl of the session does alike: its network, name and clock, and which pictures it keeps. The errors
  /// of fetcher_options.
  static Result<CrawlRun> of(const Options& options, const WriteSession& session,
                             std::vector<schema::SourceDefinition> sources);
};

/// Crawls, and keeps the index up to date meanwhile, until it has everything that the store has. Fails if the store or
/// the index does, and with Disk once less space is free than the user wants to keep free. Pass the same `politeness`
/// to later crawls.
Result<crawl::CrawlReport> run_crawl(const Options& options, WriteSession& session, CrawlRun run,
                                     fetch::Politeness& politeness);

} // namespace trawl::commands
