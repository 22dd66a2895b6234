// SPDX-License-Identifier: GPL-3.0-or-later
/// A reader whose commit is overtaken by others: Xapian reuses the blocks of all commits but the last two.
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

namespace overtaken_reader_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

SearchRequest everything() {
  SearchRequest request;
  request.q = "words";
  request.facets = {"source", "tag"};
  return request;
}

} // namespace

TEST_CASE("overtaken: an engine answers from the newest commit after each of 500, and a snapshot opens again",
          "[search][engine]") {
  std::mt19937 random(1);
  trawl::test::TestIndex index({trawl::test::random_article(0, random)});
  SearchEngine engine = must(SearchEngine::open(index.data())), seldom = must(SearchEngine::open(index.data()));
  for (std::size_t commit = 1; commit <= 500; ++commit) {
    CAPTURE(commit);
    index.add({trawl::test::random_article(commit % 60, random)});
    const auto found = engine.search(everything(), Moment{});
    REQUIRE(found);
    REQUIRE(found->total == std::min<std::size_t>(commit + 1, 60));
    if (commit % 50 == 7) {
      REQUIRE(must(seldom.search(everything(), Moment{})).total == found->total);
      must(index.writer().set_aside(index.writer().store_sequence() + 1));
    }
    if (commit % 90 == 11) must(index.writer().compact());
  }
}

TEST_CASE("overtaken: engines answer while another thread commits and merges without a pause", "[search][engine]") {
  std::mt19937 random(2);
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 40; ++i) articles.push_back(trawl::test::random_article(i, random));
  trawl::test::TestIndex index(articles);
  std::atomic<bool> is_writing = true;
  std::atomic<std::size_t> answers = 0;
  std::vector<std::string> failures[2];
  {
    std::vector<std::jthread> readers;
    for (std::vector<std::string>& failed : failures) {
      readers.emplace_back([&] {
        do {
          auto engine = SearchEngine::open(index.data()); // an engine that opens may be overtaken, too
          if (!engine) {
            failed.push_back(to_sentence(engine.error()));
            continue;
          }
          for (int i = 0; i < 3; ++i) {
            const auto found = engine->search(everything(), Moment{});
            if (found && found->total != 40) failed.push_back(std::to_string(found->total) + " articles");
            if (!found && found.error().code != ErrorCode::Timeout) failed.push_back(to_sentence(found.error()));
            ++answers;
          }
        } while (is_writing);
      });
    }
    for (std::size_t commit = 0; commit < 200; ++commit) {
      index.add({trawl::test::random_article(commit % 40, random)});
      if (commit % 20 == 9) must(index.writer().set_aside(index.writer().store_sequence() + 1));
      if (commit % 50 == 29) must(index.writer().compact());
    }
    is_writing = false;
  }
  CHECK(answers > 0);
  for (const auto& failed : failures) CHECK(failed == std::vector<std::string>{});
}

} // namespace overtaken_reader_test
