// SPDX-License-Identifier: GPL-3.0-or-later
// bench_index_speed DIR < articles.jsonl: indexes the lines into a new generation of DIR, compacts and publishes it,
// opens it. Prints articles and MB of text per CPU second, peak memory, size of the index, time to open.
#include "benchmarks/bulk_input.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"

#include <chrono>
#include <cstdio>
#include <iostream>

#include <sys/resource.h>

namespace {

using namespace trawl;

constexpr std::size_t kCommitBytes = 64u << 20;

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_mb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

int complain(const Error& error) {
  std::fprintf(stderr, "bench_index_speed: %s\n", to_sentence(error).c_str());
  return exit_code_of(error.code);
}

struct Indexed {
  std::size_t articles = 0, text_bytes = 0;
  double parsing = 0;
};

Result<Indexed> index_all(index::IndexWriter& writer, std::istream& in) {
  Indexed indexed;
  Result<void> state;
  double before = cpu_seconds();
  bench::for_each_article(in, [&](const Article& article) {
    indexed.parsing += cpu_seconds() - before;
    if (state) state = writer.put(article);
    ++indexed.articles;
    indexed.text_bytes += article.title.size() + article.text.size();
    if (state && writer.pending_bytes() > kCommitBytes) state = writer.commit(indexed.articles);
    before = cpu_seconds();
  });
  if (!state) return std::unexpected(state.error());
  return indexed;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_index_speed DIR < articles.jsonl\n");
    return 2;
  }
  const DataDirectory directory{argv[1]};
  auto writer = index::IndexWriter::create_generation(directory);
  if (!writer) return complain(writer.error());
  const double start = cpu_seconds();
  const auto indexed = index_all(*writer, std::cin);
  if (!indexed) return complain(indexed.error());
  const double written = cpu_seconds();
  if (const auto published = writer->publish(indexed->articles); !published) return complain(published.error());
  const double finished = cpu_seconds();
  const double peak = peak_mb();
  const auto reader = index::IndexReader::open(directory);
  if (!reader) return complain(reader.error());
  const double opened = cpu_seconds();

  const double indexing = finished - start - indexed->parsing;
  const double text_mb = static_cast<double>(indexed->text_bytes) / 1e6;
  const double index_mb = static_cast<double>((*reader)->bytes()) / 1e6;
  std::printf("articles\t%zu\ntext_mb\t%.1f\n", indexed->articles, text_mb);
  std::printf("cpu_s\t%.2f\t(reading JSON %.2f apart; last commit and compaction %.2f)\n", indexing, indexed->parsing,
              finished - written);
  std::printf("articles_per_cpu_s\t%.0f\nmb_per_cpu_s\t%.2f\n", static_cast<double>(indexed->articles) / indexing,
              text_mb / indexing);
  std::printf("peak_mb\t%.0f\nindex_mb\t%.1f\t(%.2f per MB of text)\n", peak, index_mb, index_mb / text_mb);
  std::printf("open_ms\t%.1f\n", (opened - finished) * 1e3);
}
