// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles that their publishers have withdrawn are found by is:gone alone.
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

using namespace trawl;
using namespace trawl::search;
using trawl::test::article;
using trawl::test::must;
using trawl::test::TestIndex;

namespace gone_test {

const Moment kNow = parse_rfc3339("2026-05-01T12:00:00Z")->time;

Article kernel(std::size_t number, bool is_gone = false) {
  Article out = trawl::test::article(number);
  out.text = "A kernel of many words. " + out.text;
  if (is_gone) out.gone_since = kNow;
  return out;
}

std::set<std::string> found(const TestIndex& index, const std::string& q) {
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request;
  request.q = q;
  request.as_typed = true;
  request.limit = 100;
  const auto response = must(engine.search(request, kNow));
  std::set<std::string> ids;
  for (const Hit& hit : response.hits) ids.insert(hit.article.id);
  CHECK(response.total == ids.size());
  return ids;
}

std::set<std::string> ids(std::initializer_list<std::size_t> numbers) {
  std::set<std::string> out;
  for (const auto number : numbers) out.insert(kernel(number).id);
  return out;
}

TEST_CASE("gone: a withdrawn article is hidden unless it is asked for", "[search]") {
  TestIndex index({kernel(1), kernel(2, true), kernel(3)});
  CHECK(found(index, "kernel") == ids({1, 3}));
  CHECK(found(index, "") == ids({1, 3}));
  CHECK(found(index, "kernel is:gone") == ids({2}));
  CHECK(found(index, "is:gone") == ids({2}));
  CHECK(found(index, "kernel -is:gone") == ids({1, 3}));
  CHECK(index.writer().document_count() == 2);
  SearchEngine engine = must(SearchEngine::open(index.data()));
  CHECK(must(engine.stats()).documents == 2);
  const Article gone = must(engine.article(kernel(2).id)).article;
  CHECK(gone.gone_since == kNow);
  CHECK(gone.text == kernel(2).text);
}

TEST_CASE("gone: it stays so through merges, and comes back", "[search]") {
  TestIndex index({kernel(0), kernel(1)});
  index.add({kernel(0, true)});
  for (std::size_t number = 2; number < 30; ++number) index.add({kernel(number, number % 5 == 0)});
  must(index.writer().compact());
  CHECK(found(index, "kernel is:gone") == ids({0, 5, 10, 15, 20, 25}));
  CHECK(found(index, "kernel").size() == 24);
  index.add({kernel(0), kernel(5)});
  must(index.writer().remove(kernel(10).id));
  must(index.writer().commit(99));
  CHECK(found(index, "kernel is:gone") == ids({15, 20, 25}));
  CHECK(found(index, "kernel").size() == 26);
}

TEST_CASE("gone: ranking does not depend on it", "[search]") {
  const TestIndex with({kernel(1), kernel(2, true), kernel(3, true), kernel(4)}), without({kernel(1), kernel(4)});
  SearchRequest request;
  request.q = "kernel";
  const auto one = must(must(SearchEngine::open(with.data())).search(request, kNow)).hits;
  const auto other = must(must(SearchEngine::open(without.data())).search(request, kNow)).hits;
  REQUIRE(one.size() == 2);
  REQUIRE(other.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(one[i].article.id == other[i].article.id);
    CHECK(one[i].score == other[i].score);
  }
}

TEST_CASE("article: the beginning of its id names it, if no other id begins so", "[search]") {
  std::vector<Article> articles;
  for (std::size_t number = 1; number <= 3; ++number) articles.push_back(kernel(number, number == 3));
  articles[0].id = "abcd000000000001";
  articles[1].id = "abcd000000000002";
  articles[2].id = "abce000000000003";
  const TestIndex index(articles);
  SearchEngine engine = must(SearchEngine::open(index.data()));
  CHECK(must(engine.article("abcd000000000002")).article.title == articles[1].title);
  CHECK(must(engine.article("abce")).article.title == articles[2].title); // gone
  CHECK_FALSE(engine.article("abc"));
  CHECK_FALSE(engine.article("abcf"));
  const auto several = engine.article("abcd00");
  REQUIRE_FALSE(several);
  CHECK(several.error().code == ErrorCode::NotFound);
  CHECK(several.error().hint == "type more of the id: abcd000000000001 or abcd000000000002");
}

} // namespace gone_test
