// SPDX-License-Identifier: GPL-3.0-or-later
// bench_query_segments DIR < ARTICLES.jsonl
//
// Indexes the lines into a new data directory DIR as crawls leave it: ten segments of decreasing size, not merged, with
// one article in twenty removed since. bench_query_latency can then ask it the same queries as an index of one segment.
#include "benchmarks/bulk_input.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"

#include <array>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace trawl;

/// In thousandths of the articles. No size occurs often enough to trigger a merge.
constexpr std::array<std::size_t, 10> kShares{600, 150, 100, 50, 40, 20, 15, 10, 10, 5};
constexpr std::size_t kRemoved = 20; // one article in …

int complain(const Error& error) {
  std::fprintf(stderr, "bench_query_segments: %s\n", to_sentence(error).c_str());
  return exit_code_of(error.code);
}

Result<void> write_segments(index::IndexWriter& writer, const std::vector<Article>& articles) {
  std::size_t next = 0, shares = 0;
  for (const std::size_t share : kShares) {
    shares += share;
    for (; next < articles.size() * shares / 1'000; ++next) TRAWL_CHECK(writer.put(articles[next]));
    if (shares == 1'000) {
      for (std::size_t i = 0; i < articles.size(); i += kRemoved) TRAWL_CHECK(writer.remove(articles[i].id));
    }
    TRAWL_CHECK(writer.commit(next));
  }
  return {};
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_query_segments DIR < ARTICLES.jsonl\n");
    return 2;
  }
  const DataDirectory directory{argv[1]};
  std::vector<Article> articles;
  bench::for_each_article(std::cin, [&](Article article) { articles.push_back(std::move(article)); });
  auto writer = index::IndexWriter::open_live(directory);
  if (!writer) return complain(writer.error());
  if (const auto written = write_segments(*writer, articles); !written) return complain(written.error());
  const auto reader = index::IndexReader::open(directory);
  if (!reader) return complain(reader.error());
  std::printf("articles\t%u\nsegments\t%zu\n", (*reader)->columns().live_documents,
              (*reader)->columns().parts().size());
}
