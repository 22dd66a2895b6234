// SPDX-License-Identifier: GPL-3.0-or-later
/// Queries from a file, and the CPU time that answering them takes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace trawl::bench {

/// One line of a queries file: a query in Trawl's language, and its parts for engines with another.
struct TimedQuery {
  std::string kind, q, words, source, tag, after, before;
};

inline std::vector<TimedQuery> read_queries(const std::string& path) {
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

inline double thread_microseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

/// Microseconds and totals, by query.
struct Measured {
  std::vector<double> times;
  std::vector<std::size_t> totals;
};

/// The best of so many passes, after `warm` passes that do not count. `ask` returns the total; `prepare` runs before
/// each query and is not timed.
inline Measured measure(
    const std::vector<TimedQuery>& queries, int warm, const std::function<std::size_t(const TimedQuery&)>& ask,
    const std::function<void()>& prepare = [] {}, int passes = 3) {
  Measured out{std::vector<double>(queries.size(), 1e18), std::vector<std::size_t>(queries.size())};
  for (int pass = -warm; pass < passes; ++pass) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      prepare();
      const double before = thread_microseconds();
      out.totals[i] = ask(queries[i]);
      if (pass >= 0) out.times[i] = std::min(out.times[i], thread_microseconds() - before);
    }
  }
  return out;
}

/// One line: engine, kind, number of queries, mean, median, 99th percentile, slowest, sum of totals.
inline void print_row(const std::string& engine, const std::string& kind, const std::vector<TimedQuery>& queries,
                      const Measured& measured) {
  std::vector<double> times;
  std::size_t totals = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (kind != "all" && queries[i].kind != kind) continue;
    times.push_back(measured.times[i]);
    totals += measured.totals[i];
  }
  if (times.empty()) return;
  std::ranges::sort(times);
  const auto at = [&](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  const double mean = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
  std::printf("%s\t%s\t%zu\t%.0f\t%.0f\t%.0f\t%.0f\t%zu\n", engine.c_str(), kind.c_str(), times.size(), mean, at(0.5),
              at(0.99), at(1), totals);
}

/// A line for each kind of query, and one for all.
inline void print_rows(const std::string& engine, const std::vector<TimedQuery>& queries, const Measured& measured) {
  std::vector<std::string> kinds;
  for (const TimedQuery& query : queries) {
    if (std::ranges::find(kinds, query.kind) == kinds.end()) kinds.push_back(query.kind);
  }
  kinds.emplace_back("all");
  for (const std::string& kind : kinds) print_row(engine, kind, queries, measured);
  std::fflush(stdout);
}

} // namespace trawl::bench
