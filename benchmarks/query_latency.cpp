// SPDX-License-Identifier: GPL-3.0-or-later
// bench_query_latency [--alike | --modes NAME] [--cold] DIR QUERIES.tsv
//
// Asks the engine of data directory DIR each query of the file (id, kind, q, words, source, tag, after, before) for ten
// hits, the exact total and the facets source and tag: as users ask (match=most, with and without a passage per hit),
// then "alike", as other engines understand the query: any of the words for the kinds "or" and "long", all words for
// the others. CPU time of the calling thread, best of three passes, by kind, and the sum of totals. --alike: only what
// other engines are asked, for profiling. --cold: each query by a new engine, which remembers nothing of the words of
// others; the index stays open and checked.
// --modes: a line of all kinds together, with a name that begins with NAME, for each combination of what else changes
// the price: remembered words, facets, passages; and for what a reader's request costs: most words, four facets, a
// passage, an engine that remembers nothing.
#include "benchmarks/timed_queries.h"
#include "shared/search/answer/search_engine.h"

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace trawl;
using bench::TimedQuery;
using Queries = std::vector<TimedQuery>;

search::SearchRequest request_of(const TimedQuery& query, bool alike) {
  search::SearchRequest request;
  request.q = query.q;
  request.facets = {"source", "tag"};
  request.snippets = 0;
  if (!alike) return request;
  request.match = search::MatchMode::All;
  if (query.kind != "long") return request;
  request.q.clear();
  std::istringstream words(query.words);
  for (std::string word; words >> word;) request.q += (request.q.empty() ? "" : " OR ") + word;
  return request;
}

std::size_t ask_engine(search::SearchEngine& engine, const search::SearchRequest& request) {
  const auto response = engine.search(request, now());
  if (!response) std::fprintf(stderr, "%s: %s\n", request.q.c_str(), to_sentence(response.error()).c_str());
  return response ? response->total : 0;
}

struct Options {
  bool only_alike = false, is_cold = false;
  std::string modes; ///< NAME; empty: not asked for
  std::filesystem::path directory, queries;
};

/// An engine that may have to forget.
class AskedEngine {
 public:
  AskedEngine(search::SearchEngine engine, std::shared_ptr<index::IndexCache> cache, const Options& options)
      : engine_(std::move(engine)), cache_(std::move(cache)), options_(options) {}

  /// The times of what `request` makes of each query.
  bench::Measured measure(const Queries& queries, bool is_cold,
                          const std::function<search::SearchRequest(const TimedQuery&)>& request) {
    const auto forget = [&] {
      if (!is_cold) return;
      if (auto other = search::SearchEngine::open(DataDirectory{options_.directory}, cache_))
        engine_ = std::move(*other);
    };
    return bench::measure(
        queries, 1, [&](const TimedQuery& query) { return ask_engine(engine_, request(query)); }, forget);
  }

 private:
  search::SearchEngine engine_;
  std::shared_ptr<index::IndexCache> cache_;
  const Options& options_;
};

/// What a reader's program asks for with each query: four facets, dates and passages.
search::SearchRequest readers_request(const TimedQuery& query) {
  search::SearchRequest request = request_of(query, false);
  request.facets = {"source", "category", "tag", "date"};
  request.snippets = 1;
  return request;
}

/// Each query for the first time, one after another, asked of one engine as of a daemon since its start. Other modes
/// take the best of three, and what is new to them opens the index again.
void measure_first(search::SearchEngine& engine, const Queries& queries, const std::string& name) {
  const auto ask = [&](const TimedQuery& query) { return ask_engine(engine, readers_request(query)); };
  bench::print_row(name + ": a reader's request, first time", "all", queries,
                   bench::measure(queries, 0, ask, [] {}, 1));
}

void measure_modes(AskedEngine& engine, const Queries& queries, const std::string& name) {
  const auto print = [&](const std::string& mode, bool is_cold, const auto& request) {
    bench::print_row(name + ": " + mode, "all", queries, engine.measure(queries, is_cold, request));
    std::fflush(stdout);
  };
  for (const bool is_cold : {false, true}) {
    for (const bool has_facets : {true, false}) {
      for (const std::size_t passages : {0U, 1U}) {
        const std::string mode = std::string(is_cold ? "new" : "remembered") + (has_facets ? ", facets" : "") +
                                 (passages > 0 ? ", passages" : "");
        print(mode, is_cold, [&](const TimedQuery& query) {
          search::SearchRequest request = request_of(query, true);
          if (!has_facets) request.facets.clear();
          request.snippets = passages;
          return request;
        });
      }
    }
  }
  print("a reader's request", true, readers_request);
}

void measure_engine(AskedEngine& engine, const Queries& queries, const Options& options) {
  const auto run = [&](const char* name, bool alike, std::size_t snippets) {
    bench::print_rows(name, queries, engine.measure(queries, options.is_cold, [&](const TimedQuery& query) {
      search::SearchRequest request = request_of(query, alike);
      request.snippets = snippets;
      return request;
    }));
  };
  if (!options.only_alike) {
    run("trawl, most words", false, 0);
    run("trawl, with passages", false, 1);
  }
  run("trawl", true, 0);
}

std::optional<Options> options_of(std::span<char*> arguments) {
  Options options;
  std::vector<std::filesystem::path> paths;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--modes" && i + 1 < arguments.size()) {
      options.modes = arguments[++i];
    } else if (argument == "--alike") {
      options.only_alike = true;
    } else if (argument == "--cold") {
      options.is_cold = true;
    } else {
      paths.emplace_back(argument);
    }
  }
  if (paths.size() != 2) return std::nullopt;
  options.directory = paths[0], options.queries = paths[1];
  return options;
}

} // namespace

int main(int argc, char** argv) {
  const auto options = options_of(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
  if (!options) {
    std::fprintf(stderr, "usage: bench_query_latency [--alike | --modes NAME] [--cold] DIR QUERIES.tsv\n");
    return 2;
  }
  const DataDirectory directory{options->directory};
  const auto cache = search::make_index_cache();
  auto engine = search::SearchEngine::open(directory, cache);
  if (!engine) {
    std::fprintf(stderr, "bench_query_latency: %s\n", to_sentence(engine.error()).c_str());
    return exit_code_of(engine.error().code);
  }
  const Queries queries = bench::read_queries(options->queries);
  std::printf("engine\tkind\tqueries\tmean_us\tp50_us\tp99_us\tmax_us\ttotals\n");
  if (!options->modes.empty()) measure_first(*engine, queries, options->modes);
  AskedEngine asked(std::move(*engine), cache, *options);
  if (!options->modes.empty()) {
    measure_modes(asked, queries, options->modes);
    return 0;
  }
  measure_engine(asked, queries, *options);
  return 0;
}
