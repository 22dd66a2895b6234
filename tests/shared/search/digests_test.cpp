// SPDX-License-Identifier: GPL-3.0-or-later
/// Entries of a digest are found by their words, after articles that stand alone; lists without words have the digest.
#include "shared/search/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;
using trawl::test::TestIndex;

namespace digests_test {

const Moment kNow = parse_rfc3339("2026-05-01T12:00:00Z")->time;

Article about_kernels(std::size_t number) {
  Article out = trawl::test::article(number);
  out.text = "Many words. " + out.text + " And a kernel near the end.";
  return out;
}

/// An entry that says it better than any article.
Article entry(std::size_t number) {
  Article out = trawl::test::article(number);
  out.title = "Kernel fusion";
  out.text = "A kernel, fused with a kernel. Written by Ann Lee.";
  out.part_of = about_kernels(1).id;
  out.link = "https://papers.example/" + std::to_string(number);
  return out;
}

Article digest() {
  Article out = about_kernels(1);
  out.entries = 2;
  out.text += entry(8).text;
  return out;
}

std::vector<std::string> found(const TestIndex& index, const std::string& q) {
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request;
  request.q = q;
  request.limit = 100;
  const auto response = must(engine.search(request, kNow));
  std::vector<std::string> ids;
  for (const Hit& hit : response.hits) ids.push_back(hit.article.id);
  return ids;
}

std::set<std::string> set_of(const std::vector<std::string>& ids) { return {ids.begin(), ids.end()}; }

TEST_CASE("digest: articles come first, then entries, then digests", "[search]") {
  const TestIndex index({digest(), about_kernels(2), about_kernels(3), entry(8), entry(9)});
  const auto ids = found(index, "kernel");
  REQUIRE(ids.size() == 5);
  CHECK(set_of({ids[0], ids[1]}) == set_of({about_kernels(2).id, about_kernels(3).id}));
  CHECK(set_of({ids[2], ids[3]}) == set_of({entry(8).id, entry(9).id}));
  CHECK(ids[4] == digest().id);
}

TEST_CASE("digest: a name that only an entry has leads to the entry", "[search]") {
  const TestIndex index({digest(), about_kernels(2), about_kernels(3), entry(8)});
  const auto ids = found(index, "Ann Lee");
  REQUIRE_FALSE(ids.empty());
  CHECK(ids.front() == entry(8).id);
}

TEST_CASE("digest: an entry with a word that no article has comes first", "[search]") {
  Article only = entry(8);
  only.text += " DraftFM";
  const TestIndex index({digest(), about_kernels(2), about_kernels(3), only, entry(9)});
  const auto ids = found(index, "kernel DraftFM words");
  REQUIRE(ids.size() == 5);
  CHECK(ids[0] == only.id);
  CHECK(ids[3] == entry(9).id);
}

TEST_CASE("digest: a list without words has digests and no entries, unless they are asked for", "[search]") {
  const TestIndex index({digest(), about_kernels(2), entry(8)});
  CHECK(set_of(found(index, "")) == set_of({digest().id, about_kernels(2).id}));
  CHECK(found(index, "is:digest") == std::vector{digest().id});
  CHECK(found(index, "is:entry") == std::vector{entry(8).id});
  CHECK(found(index, "kernel is:digest") == std::vector{digest().id});
}

TEST_CASE("digest: an entry is read with its page and its link, and is related to nothing", "[search]") {
  const TestIndex index({digest(), about_kernels(2), about_kernels(3), entry(8)});
  SearchEngine engine = must(SearchEngine::open(index.data()));
  const Article read = must(engine.article(entry(8).id)).article;
  CHECK(read.part_of == digest().id);
  CHECK(read.link == entry(8).link);
  CHECK(must(engine.article(digest().id)).article.entries == 2);
  for (const Hit& hit : must(engine.related(about_kernels(2).id, 10)).articles) {
    CHECK(hit.article.part_of.empty());
    CHECK(hit.article.entries == 0);
  }
}

} // namespace digests_test
