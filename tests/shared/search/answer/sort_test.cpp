// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/sort.h"

#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using Documents = std::vector<std::uint32_t>;

namespace {

std::vector<trawl::search::test::SmallArticle> random_articles(std::mt19937& random, std::size_t count) {
  std::vector<trawl::search::test::SmallArticle> articles(count);
  for (std::size_t i = 0; i < count; ++i) {
    articles[i].text = "x";
    articles[i].source = "source" + std::to_string(random() % 4);
    if (random() % 5 != 0) articles[i].published = static_cast<std::int64_t>(random() % 20) - 10;
    articles[i].id = 1'000 + i * 7919 % 997; // distinct, in another order than the documents
  }
  return articles;
}

/// Whether document `a` comes before `b`, as sort.h says it.
bool comes_before(const std::vector<trawl::search::test::SmallArticle>& articles, SortOrder order, std::uint32_t a,
                  std::uint32_t b) {
  const auto key = [&](std::uint32_t document) {
    const trawl::search::test::SmallArticle& article = articles[document - 1];
    const bool is_undated = article.published == index::kUndated;
    const std::int64_t date = is_undated ? 0 : order == SortOrder::Oldest ? article.published : -article.published;
    return std::tuple(order == SortOrder::Source ? article.source : std::string(), is_undated, date, article.id);
  };
  return key(a) < key(b);
}

constexpr SortOrder kOrders[] = {SortOrder::Newest, SortOrder::Oldest, SortOrder::Source};

} // namespace

TEST_CASE("sort: the first documents of any order are those that sorting them all gives", "[search]") {
  std::mt19937 random(151);
  for (int round = 0; round < 300; ++round) {
    const auto articles = random_articles(random, 1 + random() % 40);
    trawl::search::test::SmallIndex index(articles);
    const index::Columns& columns = index.view().columns;
    DocSet set(columns.last_document);
    Documents all;
    for (std::uint32_t document = 1; document <= articles.size(); ++document) {
      if (random() % 3 == 0) continue;
      set.add(document);
      all.push_back(document);
    }
    for (const SortOrder order : kOrders) {
      CAPTURE(round, static_cast<int>(order));
      std::ranges::sort(all, [&](auto a, auto b) { return comes_before(articles, order, a, b); });
      for (const std::size_t count : {std::size_t{0}, std::size_t{1}, all.size() / 2, all.size(), all.size() + 1}) {
        const Documents truth(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size())));
        REQUIRE(first_sorted(columns, set, order, count) == truth);
      }
    }
  }
}

TEST_CASE("sort: from any document on, the order continues with the next one", "[search]") {
  std::mt19937 random(152);
  const auto articles = random_articles(random, 60);
  trawl::search::test::SmallIndex index(articles);
  const index::Columns& columns = index.view().columns;
  const DocSet set(columns.live());
  for (const SortOrder order : kOrders) {
    const Documents all = first_sorted(columns, set, order, 100);
    REQUIRE(all.size() == 60);
    for (std::size_t i = 0; i < all.size(); ++i) {
      CAPTURE(static_cast<int>(order), i);
      const Documents rest(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end());
      REQUIRE(first_sorted(columns, set, order, 100, position_of(columns, all[i], order)) == rest);
    }
  }
}

TEST_CASE("sort: a position stays where it was when its article is gone", "[search]") {
  trawl::search::test::SmallIndex index({{"", "x", "a", 30, 1}, {"", "x", "b", 20, 2}, {"", "x", "c", 10, 3}});
  const index::Columns& columns = index.view().columns;
  DocSet rest(columns.last_document);
  rest.add(1);
  rest.add(3);
  const SortPosition gone = position_of(columns, 2, SortOrder::Source);
  CHECK(gone == SortPosition{"b", 20, 2});
  CHECK(first_sorted(columns, rest, SortOrder::Newest, 9, gone) == Documents{3});
  CHECK(first_sorted(columns, rest, SortOrder::Oldest, 9, gone) == Documents{1});
  CHECK(first_sorted(columns, rest, SortOrder::Source, 9, gone) == Documents{3});
}

TEST_CASE("sort: undated articles come last by either date, the lowest id first", "[search]") {
  trawl::search::test::SmallIndex index({{"", "x", "a", index::kUndated, 9},
                                         {"", "x", "a", index::kUndated, 8},
                                         {"", "x", "a", -5, 7},
                                         {"", "x", "a", 5, 6}});
  const index::Columns& columns = index.view().columns;
  const DocSet set(columns.live());
  CHECK(first_sorted(columns, set, SortOrder::Newest, 9) == Documents{4, 3, 2, 1});
  CHECK(first_sorted(columns, set, SortOrder::Oldest, 9) == Documents{3, 4, 2, 1});
}
