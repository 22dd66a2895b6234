// SPDX-License-Identifier: GPL-3.0-or-later
/// The entries of a digest are articles like others; it is not a hit beside them.
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <catch2/catch.hpp>
#include <map>
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

SearchResponse answer_to(const TestIndex& index, const std::string& q) {
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request;
  request.q = q;
  request.limit = 100;
  return must(engine.search(request, kNow));
}

TEST_CASE("digest: an entry ranks among the articles by what it says", "[search]") {
  const TestIndex index({digest(), about_kernels(2), about_kernels(3), entry(8)});
  const auto ids = found(index, "kernel fusion");
  REQUIRE(ids.size() == 3);
  CHECK(ids.front() == entry(8).id);
}

TEST_CASE("digest: a digest and its entry are one hit, the entry, and both are counted", "[search]") {
  const TestIndex index({digest(), about_kernels(2), entry(8), entry(9)});
  CHECK(set_of(found(index, "kernel")) == set_of({about_kernels(2).id, entry(8).id, entry(9).id}));
  const SearchResponse response = answer_to(index, "kernel");
  CHECK(response.total == 4);
  CHECK(response.kinds == std::map<std::string, std::size_t>{{"article", 1}, {"entry", 2}, {"digest", 1}});
  for (const Hit& hit : response.hits) CHECK(hit.digest_title == (hit.article.part_of.empty() ? "" : digest().title));
}

TEST_CASE("digest: it is a hit where none of its entries is one", "[search]") {
  const TestIndex index({digest(), about_kernels(2), entry(8)});
  CHECK(found(index, "kernel kind:digest") == std::vector{digest().id});
  CHECK(set_of(found(index, "\"many words\"")) == set_of({digest().id, about_kernels(2).id}));
}

TEST_CASE("digest: a name that only an entry has leads to the entry", "[search]") {
  const TestIndex index({digest(), about_kernels(2), about_kernels(3), entry(8)});
  const auto ids = found(index, "Ann Lee");
  REQUIRE_FALSE(ids.empty());
  CHECK(ids.front() == entry(8).id);
}

TEST_CASE("digest: every kind is found unasked, and kinds are filters", "[search]") {
  const TestIndex index({digest(), about_kernels(2), entry(8)});
  CHECK(set_of(found(index, "")) == set_of({digest().id, about_kernels(2).id, entry(8).id}));
  CHECK(found(index, "kind:article") == std::vector{about_kernels(2).id});
  CHECK(set_of(found(index, "-kind:article")) == set_of({digest().id, entry(8).id}));
  CHECK(found(index, "kind:all").size() == 3);
  for (const char* kind : {"digest", "entry"})
    CHECK(found(index, std::string("is:") + kind) == found(index, std::string("kind:") + kind));
}

TEST_CASE("digest: a narrower query never finds more", "[search]") {
  const TestIndex index({digest(), about_kernels(2), about_kernels(3), entry(8), entry(9)});
  const std::size_t all = answer_to(index, "").total;
  CHECK(all == 5);
  for (const char* q : {"kernel", "kernel fusion", "kind:entry", "kernel kind:digest", "the", "source:s1"})
    CHECK(answer_to(index, q).total <= all);
}

TEST_CASE("digest: an entry has related articles and is one, a digest never is", "[search]") {
  const TestIndex index({digest(), about_kernels(2), about_kernels(3), entry(8)});
  SearchEngine engine = must(SearchEngine::open(index.data()));
  const Hit read = must(engine.article(entry(8).id));
  CHECK(read.article.part_of == digest().id);
  CHECK(read.article.link == entry(8).link);
  CHECK(read.digest_title == digest().title);
  CHECK(must(engine.article(digest().id)).article.entries == 2);
  for (const std::string& id : {about_kernels(2).id, entry(8).id}) {
    for (const Hit& hit : must(engine.related(id, 10)).articles) CHECK(hit.article.entries == 0);
  }
}

} // namespace digests_test
