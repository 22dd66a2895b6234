// SPDX-License-Identifier: GPL-3.0-or-later
/// What an index learns of its articles: when it is learnt, what it orders, and what happens without it.
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/index/learn_words.h"
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/temporary_directory.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace meaning_test {

using namespace trawl;
using namespace trawl::search;

namespace {

constexpr int kArticles = 120;

/// Every second one is about dogs, the others about space; "puppy" and "hound" are never in one article.
Article about_something(int i) {
  static const std::vector<std::vector<std::string>> kWords{
      {"leash", "bark", "kennel", "fur", "paw", "collar", "fetch", "tail"},
      {"orbit", "rocket", "planet", "moon", "launch", "engine", "comet", "crater"}};
  Article article = trawl::test::article(i);
  const auto& matter = kWords[static_cast<std::size_t>(i % 2)];
  article.text = i % 2 == 1 ? "galaxy " : i % 4 == 0 ? "puppy " : "hound ";
  unsigned random = static_cast<unsigned>(i) + 1;
  for (int word = 0; word < 60; ++word)
    article.text += matter[(random = random * 1664525 + 1013904223) >> 16 & 7] + " ";
  article.title = "Note " + std::to_string(i);
  return article;
}

void put(const DataDirectory& directory, int first, int end, bool learn = true) {
  auto writer = index::IndexWriter::open_live(directory);
  REQUIRE(writer);
  for (int i = first; i < end; ++i) REQUIRE(writer->put(about_something(i)));
  REQUIRE(writer->commit(static_cast<std::uint64_t>(end)));
  if (learn) REQUIRE(writer->learn_meaning());
}

SearchResponse answer(const DataDirectory& directory, const std::string& q, bool meaning, bool explain = false,
                      std::size_t limit = 100) {
  auto engine = SearchEngine::open(directory);
  REQUIRE(engine);
  SearchRequest request;
  request.q = q;
  request.meaning = meaning;
  request.explain = explain;
  request.match = MatchMode::Any;
  request.limit = limit;
  auto found = engine->search(request, Moment{});
  REQUIRE(found);
  return std::move(*found);
}

std::vector<std::pair<std::string, double>> order(const SearchResponse& response) {
  std::vector<std::pair<std::string, double>> out;
  for (const Hit& hit : response.hits) out.emplace_back(hit.article.id, hit.score);
  return out;
}

} // namespace

TEST_CASE("meaning: articles about the same rank higher, and switched off, words alone decide", "[search]") {
  const trawl::test::TemporaryDirectory with, without;
  put(with.data(), 0, kArticles);
  put(without.data(), 0, kArticles, false);
  const std::string q = "puppy note galaxy crater kennel";
  CHECK(order(answer(with.data(), q, false)) == order(answer(without.data(), q, true)));
  CHECK(order(answer(with.data(), q, false)) != order(answer(with.data(), q, true)));
  const SearchResponse explained = answer(with.data(), q, true, true);
  CHECK(std::ranges::any_of(explained.hits.front().explain, [](const auto& part) { return part.name == "meaning"; }));
  double sum = 0;
  for (const ExplainPart& part : explained.hits.front().explain) sum += part.weight;
  CHECK(sum == Approx(explained.hits.front().score));
  CHECK(answer(with.data(), q, true).total == answer(with.data(), q, false).total);
}

TEST_CASE("meaning: it is said of hits that are among the first ten only by it", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  std::ptrdiff_t all = 0;
  for (const char* q :
       {"leash orbit note", "galaxy fur", "note fur moon", "puppy galaxy crater", "hound comet planet tail"}) {
    INFO(q);
    const auto by_meaning = [&](bool meaning) {
      const SearchResponse response = answer(directory.data(), q, meaning);
      return std::ranges::count_if(response.hits, &Hit::by_meaning);
    };
    CHECK(by_meaning(false) == 0);
    CHECK(by_meaning(true) <= 10);
    all += by_meaning(true);
  }
  CHECK(all > 0);
}

TEST_CASE("meaning: words in quotes and names are looked for as they are written", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  for (const char* q : {"\"note 7\" crater moon planet", "+puppy kennel leash tail", "puppy"}) {
    INFO(q);
    CHECK(order(answer(directory.data(), q, true)) == order(answer(directory.data(), q, false)));
  }
  CHECK(order(answer(directory.data(), "note 12", true)).front().first == trawl::test::article(12).id);
}

TEST_CASE("meaning: few articles teach nothing, twice as many are learnt from anew, others are added", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  const auto learnt_from = [&] {
    const auto reader = index::IndexReader::open(directory.data());
    REQUIRE(reader);
    return index::articles_learnt_from((*reader)->columns().database());
  };
  const auto passages = [&](int i) {
    const auto reader = index::IndexReader::open(directory.data());
    REQUIRE(reader);
    std::vector<meaning::PackedVector> room;
    return (*reader)->columns().passages((*reader)->find(about_something(i).id), room).size();
  };
  put(directory.data(), 0, 20);
  CHECK(learnt_from() == 0);
  CHECK(passages(3) == 0);
  put(directory.data(), 20, kArticles);
  CHECK(learnt_from() == kArticles);
  CHECK(passages(3) == 1);
  put(directory.data(), kArticles, kArticles + 5);
  CHECK(learnt_from() == kArticles);
  CHECK(passages(kArticles + 3) == 1);
  put(directory.data(), kArticles + 5, 2 * kArticles);
  CHECK(learnt_from() == 2 * kArticles);
}

TEST_CASE("meaning: an article that grew is known by its new passages", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  Article grown = about_something(7);
  for (int i = 0; i < 5; ++i) grown.text += grown.text;
  auto writer = index::IndexWriter::open_live(directory.data());
  REQUIRE(writer);
  REQUIRE(writer->put(grown));
  REQUIRE(writer->commit(500));
  const auto reader = index::IndexReader::open(directory.data());
  REQUIRE(reader);
  std::vector<meaning::PackedVector> room;
  CHECK((*reader)->columns().passages((*reader)->find(grown.id), room).size() > 10);
}

TEST_CASE("meaning: the passages of few articles, which are read alone, are those that are read of all", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  std::vector<std::vector<meaning::PackedVector>> alone, of_all;
  for (std::uint32_t document = 1; document <= kArticles; ++document) {
    const auto reader = index::IndexReader::open(directory.data());
    REQUIRE(reader);
    std::vector<meaning::PackedVector> room;
    const auto passages = (*reader)->columns().passages(document, room);
    alone.emplace_back(passages.begin(), passages.end());
  }
  const auto reader = index::IndexReader::open(directory.data());
  REQUIRE(reader);
  for (int pass = 0; pass < 2; ++pass) {
    of_all.clear();
    for (std::uint32_t document = 1; document <= kArticles; ++document) {
      std::vector<meaning::PackedVector> room;
      const auto passages = (*reader)->columns().passages(document, room);
      of_all.emplace_back(passages.begin(), passages.end());
    }
  }
  CHECK(of_all == alone);
}

TEST_CASE("meaning: the same articles teach the same, in whatever order they came", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 60, kArticles, false);
  put(directory.data(), 0, 60);
  const std::string q = "puppy note galaxy crater kennel";
  const auto before = order(answer(directory.data(), q, true));
  auto writer = index::IndexWriter::create(directory.data());
  REQUIRE(writer);
  for (int i = 0; i < kArticles; ++i) REQUIRE(writer->put(about_something(i)));
  REQUIRE(writer->publish(1));
  REQUIRE(writer->learn_meaning());
  CHECK(order(answer(directory.data(), q, true)) == before);
}

} // namespace meaning_test
