// SPDX-License-Identifier: GPL-3.0-or-later
// bench_extract_speed DIR
//
// Pages per CPU second of one thread over the .html files of DIR, held in memory: parsing alone (scan, Gumbo, flat
// tree) and the whole way from bytes to article. Each page counts with its best of five passes, since other work on
// the machine only ever adds; the quotient of the two is steadier than either.
#include "indexer/extract/article_extractor.h"
#include "indexer/html/dom.h"
#include "shared/base/file.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace trawl;

constexpr int kPasses = 5;

double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// Seconds for all pages, each with its best pass.
template <typename Work>
double seconds_of(const std::vector<std::string>& pages, const Work& work) {
  std::vector<double> best(pages.size(), std::numeric_limits<double>::max());
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const double before = thread_seconds();
      work(pages[i]);
      best[i] = std::min(best[i], thread_seconds() - before);
    }
  }
  double sum = 0;
  for (const double seconds : best) sum += seconds;
  return sum;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: bench_extract_speed DIR\n", stderr), 2;
  std::vector<std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    if (entry.path().extension() != ".html") continue;
    if (auto bytes = read_file(entry.path())) pages.push_back(std::move(*bytes));
  }
  if (pages.empty()) return std::fputs("no .html files there\n", stderr), 1;

  std::size_t nodes = 0, letters = 0;
  const double parsing = seconds_of(pages, [&](const std::string& page) {
    const auto dom = html::Dom::parse(page);
    nodes += dom ? dom->size() : 0;
  });
  const double extracting = seconds_of(pages, [&](const std::string& page) {
    const auto extract = extract::extract_page({page, "https://example.org/a", "text/html", {}, {}});
    letters += extract ? extract->article.text.size() : 0;
  });
  const double count = static_cast<double>(pages.size());
  std::printf("%zu pages, %zu nodes, %zu bytes of text\n", pages.size(), nodes / kPasses, letters / kPasses);
  std::printf("parse    %7.0f pages per CPU second\n", count / parsing);
  std::printf("extract  %7.0f pages per CPU second, %.2f times the parse\n", count / extracting, extracting / parsing);
  return 0;
}
