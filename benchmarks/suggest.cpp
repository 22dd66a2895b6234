// SPDX-License-Identifier: GPL-3.0-or-later
// bench_suggest DIR QUERIES.tsv: a data directory and queries (id, kind, q, words …). Asks for eight completions of the
// first two to thirty letters of queries, a hundred different texts, as an engine meets them. CPU time of the first
// call, which makes what all later ones use, then of the others.
#include "benchmarks/timed_queries.h"
#include "shared/search/answer/search_engine.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace trawl;

constexpr std::size_t kTexts = 100, kLeastLetters = 2, kMostLetters = 30;

/// The beginnings of some queries.
std::vector<bench::TimedQuery> typed_texts(const std::vector<bench::TimedQuery>& queries) {
  std::vector<bench::TimedQuery> out;
  std::set<std::string> known;
  std::size_t letters = kLeastLetters;
  for (std::size_t i = 0; i < queries.size() && out.size() < kTexts;
       i += std::max<std::size_t>(1, queries.size() / (8 * kTexts))) {
    const std::string text = queries[i].words.substr(0, letters);
    if (text.size() < letters || text.ends_with(' ') || !known.insert(text).second) continue;
    out.push_back({text.size() < 5      ? "up to 4 letters"
                   : text.contains(' ') ? "several words"
                                        : "one word",
                   text,
                   {},
                   {},
                   {},
                   {},
                   {}});
    letters = letters == kMostLetters ? kLeastLetters : letters + 1;
  }
  return out;
}

} // namespace

int main(int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  if (argc != 3) {
    std::fprintf(stderr, "usage: bench_suggest DIR QUERIES.tsv\n");
    return 2;
  }
  auto engine = search::SearchEngine::open(DataDirectory{arguments[1]});
  if (!engine) {
    std::fprintf(stderr, "bench_suggest: %s\n", to_sentence(engine.error()).c_str());
    return exit_code_of(engine.error().code);
  }
  const auto ask = [&](const bench::TimedQuery& query) -> std::size_t {
    const auto found = engine->suggest(query.q, 8);
    return found ? found->suggestions.size() : 0;
  };
  const double before = bench::thread_microseconds();
  ask({{}, "un", {}, {}, {}, {}, {}});
  std::printf("first call\t%.0f us\n", bench::thread_microseconds() - before);
  const std::vector<bench::TimedQuery> texts = typed_texts(bench::read_queries(arguments[2]));
  bench::Measured once;
  for (const bench::TimedQuery& text : texts) {
    const double begin = bench::thread_microseconds();
    once.totals.push_back(ask(text));
    once.times.push_back(bench::thread_microseconds() - begin);
  }
  std::printf("engine\tkind\ttexts\tmean_us\tp50_us\tp99_us\tmax_us\tcompletions\n");
  bench::print_rows("suggest", texts, once);
}
