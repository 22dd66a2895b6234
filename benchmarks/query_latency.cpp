// SPDX-License-Identifier: GPL-3.0-or-later
// bench_query_latency DIR QUERIES.tsv [STOCK ARTICLES.jsonl]
//
// Asks the engine of data directory DIR each query of the file (id, kind, q, words, source, tag, after, before) for ten
// hits, the exact total and the facets source and tag; and the same of plain Xapian in STOCK, which is made from
// ARTICLES if it is not there. CPU time of the calling thread, best of three passes, by kind; then the time of a whole
// page with a passage per hit.
#include "benchmarks/stock_xapian.h"
#include "shared/search/search_engine.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <numeric>
#include <sstream>
#include <vector>

namespace {

using namespace trawl;
using bench::TimedQuery;

constexpr int kPasses = 3;

double thread_microseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

std::vector<TimedQuery> read_queries(const std::string& path) {
  std::vector<TimedQuery> queries;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line); // names of the columns
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '\t');) cells.push_back(cell);
    cells.resize(8);
    queries.push_back({cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7]});
  }
  return queries;
}

using Times = std::vector<double>;

/// Microseconds by query, the best of some passes. `ask` returns the total, which is summed as a check.
Times measure(const std::vector<TimedQuery>& queries, const std::function<std::size_t(const TimedQuery&)>& ask,
              std::size_t& totals) {
  Times times(queries.size(), 1e18);
  for (int pass = 0; pass < kPasses; ++pass) {
    totals = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const double before = thread_microseconds();
      totals += ask(queries[i]);
      times[i] = std::min(times[i], thread_microseconds() - before);
    }
  }
  return times;
}

double mean(const Times& times) {
  return times.empty() ? 0 : std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
}

double percentile(Times times, double part) {
  if (times.empty()) return 0;
  std::ranges::sort(times);
  return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
}

Times of_kind(const std::vector<TimedQuery>& queries, const Times& times, const std::string& kind) {
  Times out;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (kind == "all" || queries[i].kind == kind) out.push_back(times[i]);
  }
  return out;
}

void print_row(const char* name, const std::string& kind, const Times& times) {
  std::printf("%s\t%s\t%zu\t%.0f\t%.0f\t%.0f\t%.0f\n", name, kind.c_str(), times.size(), mean(times),
              percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1));
}

std::vector<std::string> kinds_of(const std::vector<TimedQuery>& queries) {
  std::vector<std::string> kinds;
  for (const TimedQuery& query : queries) {
    if (std::ranges::find(kinds, query.kind) == kinds.end()) kinds.push_back(query.kind);
  }
  kinds.push_back("all");
  return kinds;
}

std::size_t ask_engine(search::SearchEngine& engine, const TimedQuery& query, std::size_t snippets) {
  search::SearchRequest request;
  request.q = query.q;
  request.facets = {"source", "tag"};
  request.snippets = snippets;
  const auto response = engine.search(request, now());
  if (!response) std::fprintf(stderr, "%s: %s\n", query.q.c_str(), to_sentence(response.error()).c_str());
  return response ? response->total : 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 5) {
    std::fprintf(stderr, "usage: bench_query_latency DIR QUERIES.tsv [STOCK ARTICLES.jsonl]\n");
    return 2;
  }
  auto engine = search::SearchEngine::open(DataDirectory{argv[1]});
  if (!engine) {
    std::fprintf(stderr, "bench_query_latency: %s\n", to_sentence(engine.error()).c_str());
    return exit_code_of(engine.error().code);
  }
  const std::vector<TimedQuery> queries = read_queries(argv[2]);
  std::size_t totals = 0;
  std::printf("engine\tkind\tqueries\tmean_us\tp50_us\tp99_us\tmax_us\n");
  const auto ask = [&](const TimedQuery& query) { return ask_engine(*engine, query, 0); };
  const Times trawl_times = measure(queries, ask, totals);
  for (const std::string& kind : kinds_of(queries)) print_row("trawl", kind, of_kind(queries, trawl_times, kind));
  const auto ask_page = [&](const TimedQuery& query) { return ask_engine(*engine, query, 1); };
  std::size_t page_totals = 0;
  print_row("trawl page", "all", measure(queries, ask_page, page_totals));
  std::printf("# sum of totals: trawl %zu\n", totals);
  if (argc == 3) return 0;

  if (!std::filesystem::exists(argv[3])) bench::StockXapian::build(argv[3], argv[4]);
  bench::StockXapian stock(argv[3]);
  const Times stock_times = measure(queries, [&](const TimedQuery& query) { return stock.ask(query).total; }, totals);
  for (const std::string& kind : kinds_of(queries)) {
    const Times ours = of_kind(queries, trawl_times, kind), theirs = of_kind(queries, stock_times, kind);
    print_row("stock", kind, theirs);
    std::printf("ratio\t%s\t\t%.1f\t%.1f\t%.1f\n", kind.c_str(), mean(theirs) / mean(ours),
                percentile(theirs, 0.5) / percentile(ours, 0.5), percentile(theirs, 0.99) / percentile(ours, 0.99));
  }
  std::printf("# sum of totals: stock %zu\n", totals);
}
