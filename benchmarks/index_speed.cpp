// SPDX-License-Identifier: GPL-3.0-or-later
// bench_index_speed DIR < articles.jsonl: makes the index of DIR from the lines and opens it. Prints articles and MB of
// text per CPU second, peak memory, size of the index, time to open.
#include "benchmarks/bulk_input.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <span>
#include <string_view>
#include <utility>

#include <sys/resource.h>

namespace {

using namespace trawl;

constexpr std::size_t kCommitBytes = 32u << 20, kCommitArticles = 1'000; // as an import does

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
    if (state && (writer.pending_bytes() > kCommitBytes || writer.pending_articles() >= kCommitArticles))
      state = writer.commit(indexed.articles);
    before = cpu_seconds();
  });
  if (!state) return std::unexpected(state.error());
  return indexed;
}

/// Prints speed and memory; returns the MB of text.
Result<double> measure(index::IndexWriter writer, double start) {
  TRAWL_TRY(const Indexed indexed, index_all(writer, std::cin));
  const double written = cpu_seconds();
  TRAWL_CHECK(writer.publish(indexed.articles));
  const double finished = cpu_seconds(), indexing = finished - start - indexed.parsing;
  const double text_mb = static_cast<double>(indexed.text_bytes) / 1e6;
  std::printf("articles\t%zu\ntext_mb\t%.1f\n", indexed.articles, text_mb);
  std::printf("cpu_s\t%.2f\t(reading JSON %.2f apart; last commit and compaction %.2f)\n", indexing, indexed.parsing,
              finished - written);
  std::printf("articles_per_cpu_s\t%.0f\nmb_per_cpu_s\t%.2f\npeak_mb\t%.0f\n",
              static_cast<double>(indexed.articles) / indexing, text_mb / indexing, peak_mb());
  return text_mb;
}

void print_size(std::uintmax_t bytes, double text_mb) {
  const double mb = static_cast<double>(bytes) / 1e6;
  std::printf("index_mb\t%.1f\t(%.2f per MB of text)\n", mb, mb / text_mb);
}

Result<void> measure_index(const DataDirectory& directory) {
  const double start = cpu_seconds();
  TRAWL_TRY(auto writer, index::IndexWriter::create(directory));
  TRAWL_TRY(const double text_mb, measure(std::move(writer), start));
  const double before = cpu_seconds();
  TRAWL_TRY(const auto reader, index::IndexReader::open(directory));
  const double opened = cpu_seconds();
  print_size(reader->bytes(), text_mb);
  std::printf("open_ms\t%.1f\n", (opened - before) * 1e3);
  return {};
}

} // namespace

int main(int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_index_speed DIR < articles.jsonl\n");
    return 2;
  }
  const DataDirectory directory{arguments.back()};
  const auto done = measure_index(directory);
  if (done) return 0;
  std::fprintf(stderr, "bench_index_speed: %s\n", to_sentence(done.error()).c_str());
  return exit_code_of(done.error().code);
}
