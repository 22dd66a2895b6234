// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles that were edited are found by is:edited.
#include "shared/search/search_engine.h"
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

namespace edited_articles_test {

const Moment kNow = parse_rfc3339("2026-05-01T12:00:00Z")->time;

std::set<std::string> found(const TestIndex& index, const std::string& q) {
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request;
  request.q = q;
  request.as_typed = true;
  request.limit = 100;
  std::set<std::string> ids;
  for (const Hit& hit : must(engine.search(request, kNow)).hits) ids.insert(hit.article.id);
  return ids;
}

TEST_CASE("edited: is:edited finds the articles that have versions, also beside other properties", "[search]") {
  Article edited = article(1), other = article(2), undated = article(3);
  edited.versions = {{kNow, true, "Earlier", "What it said"}};
  edited.published = other.published = parse_rfc3339("2026-04-01");
  TestIndex index({edited, other, undated});
  const std::set<std::string> one{edited.id};
  CHECK(found(index, "is:edited") == one);
  CHECK(found(index, "is:edited,undated") == std::set<std::string>{edited.id, undated.id});
  CHECK(found(index, "-is:edited") == std::set<std::string>{other.id, undated.id});
  CHECK(found(index, "edited").empty());
  SearchEngine engine = must(SearchEngine::open(index.data()));
  CHECK(must(engine.article(edited.id)).article.versions == edited.versions);
  index.add({article(1)});
  CHECK(found(index, "is:edited").empty());
}

} // namespace edited_articles_test
