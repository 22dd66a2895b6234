// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

/// Asks and pages until the writer has ended; counts what went wrong.
void keep_asking(const DataDirectory& directory, std::shared_ptr<index::IndexCache> cache,
                 const std::atomic<bool>& writing, std::atomic<int>& failures) {
  auto engine = SearchEngine::open(directory, std::move(cache));
  if (!engine) {
    ++failures;
    return;
  }
  do {
    SearchRequest request;
    request.q = "word1 OR word2";
    request.facets = {"source", "tag"};
    request.limit = 5;
    for (int page = 0; page < 3; ++page) {
      const auto response = engine->search(request, now());
      if (!response) ++failures;
      if (!response || response->next.empty()) break;
      request.cursor = response->next;
    }
  } while (writing);
}

} // namespace

TEST_CASE("engine: threads with engines of one cache answer while a writer commits", "[search][engine]") {
  std::mt19937 random(1);
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 100; ++i) articles.push_back(trawl::test::random_article(i, random));
  trawl::test::TestIndex index(articles);
  const auto cache = make_index_cache();
  std::atomic<bool> writing = true;
  std::atomic<int> failures = 0;
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 3; ++i) {
      readers.emplace_back([&] { keep_asking(index.data(), cache, writing, failures); });
    }
    for (std::size_t round = 0; round < 20; ++round) {
      std::vector<Article> more;
      for (std::size_t i = 0; i < 5; ++i) more.push_back(trawl::test::random_article(round * 5 + i, random));
      index.add(more);
    }
    writing = false;
  }
  CHECK(failures == 0);
}
