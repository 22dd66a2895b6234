// SPDX-License-Identifier: GPL-3.0-or-later
// bench_crawl crawl --data DIR --sources FILE --proxy URL --allow-address IP:PORT --delay 0: the crawl of
// trawl-indexer, timed by stage. Prints pages per second from the first request to the last commit of the index, CPU
// seconds of each stage, how many cores that is, and peak memory. crawl.sh runs it on a mirror.
#include "indexer/commands/network.h"
#include "indexer/commands/options.h"
#include "indexer/commands/workspace.h"
#include "indexer/commands/write_session.h"
#include "indexer/crawl/crawl_loop.h"
#include "indexer/crawl/index_update.h"

#include <atomic>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace trawl;
using SteadyClock = std::chrono::steady_clock;

double thread_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// What the inner fetcher takes of the thread that drives it, without what its callbacks do.
class TimedFetcher final : public fetch::Fetcher {
 public:
  explicit TimedFetcher(fetch::Fetcher& inner) : inner_(inner) {}

  void start(fetch::FetchRequest request, Done done) override {
    const double begin = thread_cpu_seconds();
    inner_.start(std::move(request), [this, done = std::move(done)](Result<fetch::FetchResponse> result) {
      const double called = thread_cpu_seconds();
      done(std::move(result));
      spent_ -= thread_cpu_seconds() - called;
    });
    spent_ += thread_cpu_seconds() - begin;
  }
  void wait(std::chrono::milliseconds at_most) override {
    const double begin = thread_cpu_seconds();
    inner_.wait(at_most);
    spent_ += thread_cpu_seconds() - begin;
  }
  std::size_t in_flight() const override { return inner_.in_flight(); }

  double spent() const { return spent_; }

 private:
  fetch::Fetcher& inner_;
  double spent_ = 0;
};

/// CPU seconds of this process's threads, by thread, looked up while they live.
class ThreadWatch {
 public:
  ThreadWatch() : sampler_([this](const std::stop_token& stop) { watch(stop); }) {}

  /// The sum of the threads of that name. Ends the watch.
  double of(const std::string& name) {
    sampler_.request_stop();
    if (sampler_.joinable()) sampler_.join();
    double sum = 0;
    for (const auto& [thread, spent] : spent_) sum += spent.first == name ? spent.second : 0;
    return sum;
  }

 private:
  void watch(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::error_code ignored;
      for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ignored)) look_at(task.path());
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  void look_at(const std::filesystem::path& task) {
    std::string name, stat;
    std::getline(std::ifstream(task / "comm") >> std::ws, name);
    std::getline(std::ifstream(task / "stat") >> std::ws, stat);
    const auto end = stat.rfind(')');
    if (end == std::string::npos) return;
    unsigned long user = 0, system = 0; // fields 14 and 15 of proc(5), in clock ticks
    if (std::sscanf(stat.c_str() + end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) !=
        2)
      return;
    spent_[task.filename()] = {name, static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK))};
  }

  std::map<std::string, std::pair<std::string, double>> spent_; // the sampler's, until it has ended
  std::jthread sampler_;
};

struct Timing {
  crawl::CrawlReport report;
  double wall = 0, fetching = 0, driving = 0;
};

Result<Timing> crawl_timed(const commands::Options& options) {
  TRAWL_TRY(auto session, commands::WriteSession::open(options, commands::Definitions::Catalogue));
  TRAWL_TRY(const auto sources, commands::select_sources(session.sources, options.arguments));
  TRAWL_TRY(auto network, commands::fetcher_options(options, sources));
  crawl::CrawlOptions settings;
  settings.product = commands::product_of(network.user_agent);
  settings.backfill = options.crawl.backfill;
  settings.clock = [] { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); };
  fetch::CurlFetcher inner(std::move(network));
  TimedFetcher fetcher(inner);
  fetch::Politeness politeness(commands::politeness_options(options));
  const auto begin = SteadyClock::now();
  const double begin_cpu = thread_cpu_seconds();
  TRAWL_CHECK(session.remember(sources));
  TRAWL_TRY(auto index, crawl::IndexUpdate::start(session.directory));
  const crawl::CrawlHooks hooks{.committed = [&] { index.notify(); },
                                .stopped = [] { return false; },
                                .progress = [](const crawl::CrawlReport&) {},
                                .trouble = [&] { return index.error(); }};
  crawl::CrawlLoop loop(settings, hooks, session.database, session.knowledge, sources, fetcher, politeness);
  Timing timing;
  TRAWL_TRY(timing.report, loop.run());
  TRAWL_TRY(auto notes, session.notes());
  TRAWL_CHECK(index.finish(std::move(notes)));
  timing.wall = std::chrono::duration<double>(SteadyClock::now() - begin).count();
  timing.fetching = fetcher.spent();
  timing.driving = thread_cpu_seconds() - begin_cpu;
  return timing;
}

void print(const Timing& timing, double indexing) {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::size_t added = 0;
  for (const auto& source : timing.report.sources) added += source.added;
  const double making = timing.driving - timing.fetching;
  const double sum = timing.driving + indexing;
  const auto row = [sum](const char* stage, double spent) {
    std::printf("  %-28s %7.2f CPU s  %5.1f %%\n", stage, spent, 100 * spent / sum);
  };
  std::printf("%zu pages, %zu articles in %.1f s: %.1f pages/s from fetch to searchable\n", timing.report.pages, added,
              timing.wall, static_cast<double>(timing.report.pages) / timing.wall);
  row("fetch", timing.fetching);
  row("read feeds, extract, store", making);
  row("index and commit", indexing);
  std::printf("%.2f cores busy, %.0f MB at most\n", sum / timing.wall, static_cast<double>(usage.ru_maxrss) / 1024);
}

} // namespace

int main(int argc, char** argv) {
  const auto options = commands::parse_options(argc, argv);
  if (options.command != commands::Command::Crawl) return options.exit_code == 0 ? 2 : options.exit_code;
  ThreadWatch threads;
  const auto timing = crawl_timed(options);
  if (!timing) {
    std::fprintf(stderr, "bench_crawl: %s\n", to_sentence(timing.error()).c_str());
    return exit_code_of(timing.error().code);
  }
  print(*timing, threads.of("index articles"));
  return 0;
}
