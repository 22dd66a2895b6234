// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/crawl_run.h"

#include "indexer/commands/network.h"
#include "indexer/crawl/crawl_loop.h"
#include "shared/store/reader_memory.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace trawl::commands {
namespace {

/// The articles that the reader starred or keeps for later. Without their marks a crawl is still a crawl.
std::vector<std::string> marked_articles(const DataDirectory& directory) {
  auto memory = store::ReaderMemory::open_for_reading(directory);
  if (!memory || !*memory) return {};
  const auto marks = (*memory)->marks();
  if (!marks) return {};
  std::vector<std::string> ids = (*marks)->with(ReaderMark::Starred);
  std::ranges::copy((*marks)->with(ReaderMark::Later), std::back_inserter(ids));
  return ids;
}

} // namespace

Result<CrawlRun> CrawlRun::of(const Options& options, const WriteSession& session,
                              std::vector<schema::SourceDefinition> sources) {
  CrawlRun run;
  TRAWL_TRY(run.network, fetcher_options(options, sources));
  run.sources = std::move(sources);
  run.settings.product = product_of(run.network.user_agent);
  run.settings.keeps_pictures = options.pictures == "store";
  run.settings.picture_budget = options.picture_space_mb * 1'000'000;
  run.settings.marked = marked_articles(session.directory);
  run.settings.clock = steady_wall_clock();
  return run;
}

Result<crawl::CrawlReport> run_crawl(const Options& options, WriteSession& session, CrawlRun run,
                                     fetch::Politeness& politeness) {
  fetch::CurlFetcher fetcher(std::move(run.network));
  TRAWL_TRY(auto index, session.update_index(options));
  const crawl::CrawlHooks hooks{.committed = [&] { index.notify(); },
                                .stopped = run.stopped,
                                .progress = run.progress,
                                .trouble = [&]() -> std::optional<Error> {
                                  if (const auto failed = index.error()) return failed;
                                  const auto space = session.check_space();
                                  return space ? std::nullopt : std::optional(space.error());
                                }};
  crawl::CrawlLoop loop(std::move(run.settings), hooks, session.database, session.knowledge, run.sources, fetcher,
                        politeness);
  TRAWL_TRY(auto report, loop.run());
  TRAWL_CHECK(run.fetched());
  TRAWL_CHECK(session.finish(options, index));
  return report;
}

} // namespace trawl::commands
