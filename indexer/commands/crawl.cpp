// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"
#include "indexer/commands/counted.h"
#include "indexer/commands/crawl_run.h"
#include "indexer/commands/crawl_summary.h"
#include "indexer/commands/network.h"
#include "indexer/commands/partition.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/work_progress.h"
#include "indexer/commands/workspace.h"
#include "indexer/commands/write_session.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/store/open_store.h"
#include "shared/base/file.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace trawl::commands {
namespace {

void apply(const Options& options, crawl::CrawlOptions& crawl) {
  crawl.backfill = options.crawl.backfill;
  crawl.recheck = options.crawl.recheck;
  crawl.only_due = options.crawl.watch;
  crawl.pace.shortest = std::chrono::seconds(options.crawl.shortest_interval);
  crawl.pace.longest = std::chrono::seconds(std::max(options.crawl.longest_interval, options.crawl.shortest_interval));
  crawl.recheck_pages = options.crawl.recheck_pages;
  crawl.max_pages = options.crawl.max_pages;
}

/// 0 if every requested source answered with content, 4 if all sources failed, 6 if some did.
int exit_code_for(const crawl::CrawlReport& report) {
  std::size_t asked = 0, failed = 0;
  for (const auto& source : report.sources) {
    asked += source.asked ? 1 : 0;
    failed += (source.asked && !source.answered) || crawl::gave_nothing(source) ? 1 : 0;
  }
  if (report.interrupted) return signal_exit_code();
  if (failed == 0) return 0;
  return exit_code_of(failed == asked ? ErrorCode::Network : ErrorCode::Partial);
}

/// Whether no host of the sources has a name that can be resolved, so that this machine must be without a network.
bool is_offline(const crawl::CrawlReport& report, const std::vector<schema::SourceDefinition>& sources) {
  if (report.has_reached_host || report.unresolved_hosts.empty()) return false;
  std::set<std::string> hosts;
  for (const auto& source : sources) {
    if (source.enabled) hosts.insert(crawl::Frontier::host_of(source.seed.url));
  }
  return std::ranges::includes(report.unresolved_hosts, hosts);
}

/// A crawl with a --sources file makes that file the catalogue of the data directory, so that later commands use it,
/// too. One that was there is kept beside it. `chosen`: what it had when it was read.
Result<void> adopt_catalogue(const Options& options, const DataDirectory& directory, const std::string& chosen) {
  if (options.sources_file.empty()) return {};
  const auto own = directory.root / "sources.json";
  const auto present = read_file(own);
  if (!present && present.error().code != ErrorCode::Usage) return std::unexpected(present.error());
  if (present && *present == chosen) return {};
  const auto kept = directory.root / "sources.json.old";
  if (present) TRAWL_CHECK(write_file_atomic(kept, *present));
  TRAWL_CHECK(write_file_atomic(own, chosen));
  if (!options.quiet) {
    std::cerr << options.program << ": " << options.sources_file << " is now the catalogue of "
              << directory.root.string() << (present ? "; the one before is " + kept.string() : "") << "\n";
  }
  return {};
}

void print_failures(const Options& options, const crawl::CrawlReport& report) {
  for (const auto& source : report.sources) {
    const auto trouble = crawl::trouble_of(source);
    const bool is_failed = (source.asked && !source.answered) || crawl::gave_nothing(source);
    if (is_failed && !trouble.empty()) std::cerr << options.program << ": " << source.id << ": " << trouble << "\n";
  }
}

/// The requested sources that belong to this machine's partition.
Result<std::vector<schema::SourceDefinition>> sources_to_crawl(const std::vector<schema::SourceDefinition>& catalogue,
                                                               const Options& options) {
  TRAWL_TRY(auto sources, select_sources(catalogue, options.arguments));
  if (options.crawl.partition.empty()) return sources;
  TRAWL_TRY(const Partition partition, parse_partition(options.crawl.partition));
  return sources_in(partition, std::move(sources));
}

/// What the user wants to be crawled.
struct Plan {
  UserFiles files;
  std::vector<schema::SourceDefinition> sources; ///< those of the catalogue that were asked for
};

Result<Plan> read_plan(const Options& options) {
  Plan plan;
  TRAWL_TRY(plan.files, load_user_files(options, choose_data_directory(options.data)));
  TRAWL_TRY(plan.sources, sources_to_crawl(plan.files.sources, options));
  return plan;
}

Result<int> crawl_once(const Options& options, const Plan& plan, fetch::Politeness& politeness) {
  TRAWL_TRY(auto session, WriteSession::open(options, plan.files, kPatience));
  const auto& sources = plan.sources;
  TRAWL_TRY(auto run, CrawlRun::of(options, session, sources));
  apply(options, run.settings);
  if (!options.quiet && std::ranges::none_of(sources, &schema::SourceDefinition::enabled)) {
    std::cerr << options.program
              << (sources.empty() ? ": there is no source to crawl; add one with `trawl sources add URL`\n"
                                  : ": all these sources are disabled; `trawl sources enable ID` crawls one again\n");
  }
  TRAWL_CHECK(adopt_catalogue(options, session.directory, plan.files.catalogue));
  TRAWL_CHECK(session.remember(sources));
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  std::optional<WorkProgress> progress;
  bool offline = false;
  run.stopped = [&] { return offline || is_stopped() || is_reload_wanted(); };
  run.progress = [&](const crawl::CrawlReport& report) {
    if (!progress) progress.emplace(options.quiet, "pages");
    progress->show(progress_line(report, seconds()));
    offline = is_offline(report, sources);
  };
  run.fetched = [&] { return progress.reset(), Result<void>(); };
  TRAWL_TRY(const auto report, run_crawl(options, session, std::move(run), politeness));
  if (offline) {
    const bool is_demo = std::ranges::all_of(report.unresolved_hosts,
                                             [](const std::string& host) { return host.ends_with(".example"); });
    return fail(ErrorCode::Network,
                "no network: none of " + counted(report.unresolved_hosts.size(), "host") + " could be resolved", {},
                is_demo
                    ? "these are made up, such as those of the demo; `unset TRAWL_DATA`, or --data, chooses other data"
                    : "check the connection and the resolver");
  }
  if (options.is_json())
    print_report(report_of(report));
  else if (!options.quiet)
    std::cerr << summary(report, seconds());
  if (options.quiet) print_failures(options, report);
  return exit_code_for(report);
}

/// When the next seed or failed page is due. Fallback seeds are fetched together with their source's own seed.
Result<Moment> next_round(const Options& options, const std::vector<schema::SourceDefinition>& sources) {
  using namespace std::chrono_literals;
  TRAWL_TRY(auto database, store::open_store_for_reading(choose_data_directory(options.data)));
  TRAWL_TRY(const auto due_url, store::UrlStore(database).next_due_url(now()));
  auto next = std::min(due_url.value_or(now() + 1h), now() + 1h);
  store::SourceStore seeds(database);
  for (const auto& source : sources) {
    if (!source.enabled) continue;
    TRAWL_TRY(const auto state, seeds.seed(source.seed.url, source.id));
    next = std::min(next, std::max(state.due_at, state.fresh_until));
  }
  return next;
}

/// Sleeps until then, or until a signal comes.
void sleep_until(Moment then) {
  while (!is_stopped() && !is_reload_wanted() && now() < then)
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
}

} // namespace

Result<int> crawl(const Options& options) {
  fetch::Politeness politeness(politeness_options(options));
  if (options.crawl.watch) reload_on_hangup();
  TRAWL_TRY(auto plan, read_plan(options));
  if (!options.crawl.watch) return crawl_once(options, plan, politeness);
  Options of_round = options; // a backfill begins with the first round, and goes on in others until it has all
  while (!is_stopped()) {
    // Failures of the network or of a source are retried in the next round, and so is what another process prevents;
    // only failures of the store end here.
    const auto round = crawl_once(of_round, plan, politeness);
    if (round) {
      of_round.crawl.backfill = false;
      // What is due within a minute shares a round: each round that finds something commits the index.
      TRAWL_TRY(const auto next, next_round(options, plan.sources));
      sleep_until(std::max(next, now() + std::chrono::seconds(std::min(60, options.crawl.shortest_interval))));
    } else if (round.error().code == ErrorCode::Network || round.error().code == ErrorCode::Locked) {
      std::cerr << options.program << ": " << to_sentence(round.error()) << "\n";
      sleep_until(now() + std::chrono::seconds(60));
    } else {
      return round;
    }
    if (take_reload()) {
      of_round.crawl.backfill = options.crawl.backfill; // there may be new sources
      if (!options.quiet) std::cerr << options.program << ": reading the catalogue again\n";
    }
    if (auto read = read_plan(options)) {
      plan = std::move(*read);
    } else { // the user may be editing it
      std::cerr << options.program << ": " << to_sentence(read.error()) << "; going on with the sources of before\n";
    }
  }
  return signal_exit_code();
}

} // namespace trawl::commands
