// SPDX-License-Identifier: GPL-3.0-or-later
/// Every answer that a damaged file of the index makes incomplete says so itself, and leaves nothing of it to others.
#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/segment/segment_file.h"
#include "shared/search/search_engine.h"
#include "shared/search/search_run.h"
#include "tests/support/articles.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/index_of.h"

#include <chrono>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace damage_warnings_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

/// A call, and how many articles its answer says are missing, as text.
struct Call {
  const char* name;
  std::function<std::vector<Warning>(SearchEngine&)> warnings;
};

const std::string& related_to() {
  static const std::string id = trawl::test::article(9).id;
  return id;
}

std::vector<Call> calls() {
  return {
      {"search", [](SearchEngine& engine) { return must(engine.search({}, Moment{})).warnings; }},
      {"suggest", [](SearchEngine& engine) { return must(engine.suggest("nu", 5)).warnings; }},
      {"suggest, nothing typed", [](SearchEngine& engine) { return must(engine.suggest("", 5)).warnings; }},
      {"facets", [](SearchEngine& engine) { return must(engine.facet_values("tag", {}, "", Moment{})).warnings; }},
      {"related", [](SearchEngine& engine) { return must(engine.related(related_to(), 3)).warnings; }},
      {"trending",
       [](SearchEngine& engine) { return must(engine.trending(std::chrono::hours{48}, 3, Moment{})).warnings; }},
      {"sources", [](SearchEngine& engine) { return must(engine.sources()).warnings; }},
      {"stats", [](SearchEngine& engine) { return must(engine.stats()).warnings; }},
  };
}

void make_index(trawl::test::TestIndex& made) {
  std::mt19937 random(71);
  made.add({trawl::test::random_article(1, random), trawl::test::random_article(2, random)});
  made.add({trawl::test::article(9)});
}

/// Twenty articles in one segment and twenty in another, asked with rankings that the test keeps.
struct Ranked {
  trawl::test::TestIndex made;

  Ranked() {
    for (const std::size_t begin : {0, 20}) {
      std::vector<Article> articles;
      for (std::size_t i = begin; i < begin + 20; ++i) articles.push_back(trawl::test::article(i));
      made.add(articles);
    }
  }

  Result<SearchResponse> ask(const std::string& cursor, CachedRankings& rankings, bool* is_damaged = nullptr) {
    const Snapshot snapshot = must(make_snapshot(made.reader()));
    SearchRequest request;
    request.q = "words";
    request.limit = 5;
    request.snippets = 0;
    request.cursor = cursor;
    const Deadline never{std::chrono::steady_clock::time_point::max()};
    auto found = run_search(request, snapshot, rankings, Moment{}, never);
    if (is_damaged != nullptr) *is_damaged = snapshot.reader->is_damaged();
    return found;
  }

  /// The titles of all hits from a cursor on.
  std::string all_behind(std::string cursor, CachedRankings& rankings) {
    std::string titles;
    while (!cursor.empty()) {
      const SearchResponse found = must(ask(cursor, rankings));
      for (const Hit& hit : found.hits) titles += hit.article.title + "; ";
      cursor = found.next;
    }
    return titles;
  }
};

std::filesystem::path first_segment(const trawl::test::TestIndex& made) {
  return index::segment_path(index::generation_path(made.data(), 1), 1);
}

} // namespace

TEST_CASE("damage: each call says in its own answer how many articles are missing", "[search]") {
  trawl::test::TestIndex made;
  make_index(made);
  for (const Call& call : calls()) {
    CAPTURE(call.name);
    auto engine = must(SearchEngine::open(made.data()));
    CHECK(call.warnings(engine).empty());
  }
  must(write_file_atomic(first_segment(made), "no segment"));
  for (const Call& call : calls()) {
    CAPTURE(call.name);
    auto engine = must(SearchEngine::open(made.data()));
    for (int again = 0; again < 2; ++again) { // statistics are cached, their warnings are not
      const auto warnings = call.warnings(engine);
      REQUIRE(warnings.size() == 1);
      CHECK(warnings[0].code == "index_damaged");
      CHECK(warnings[0].message.contains("2 articles are missing"));
    }
  }
  auto engine = must(SearchEngine::open(made.data()));
  CHECK_FALSE(must(engine.facet_values("tag", {}, "", Moment{})).facet.is_exact);
  CHECK(engine.article(related_to()));
  CHECK(engine.article(trawl::test::article(1).id).error().code == ErrorCode::IndexDamaged);
  CHECK(engine.related(trawl::test::article(1).id, 3).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("damage: whether an article was withdrawn is not known while what notes it is damaged", "[search]") {
  trawl::test::TestIndex made;
  make_index(made);
  const std::string gone = trawl::test::article(9).id, unknown = "0123456789abcdef";
  must(made.writer().remove(gone));
  made.add({}); // a segment without documents
  {
    auto engine = must(SearchEngine::open(made.data()));
    CHECK(must(engine.is_removed(gone)));
    CHECK_FALSE(must(engine.is_removed(unknown)));
  }
  const auto generation = index::generation_path(made.data(), 1);
  const auto newest = must(index::read_manifest(generation)).segments.back();
  REQUIRE(newest.documents == 0);
  must(write_file_atomic(index::segment_path(generation, newest.number), "no segment"));
  auto engine = must(SearchEngine::open(made.data()));
  CHECK(engine.article(gone).error().code == ErrorCode::IndexDamaged);
  CHECK(engine.is_removed(unknown).error().code == ErrorCode::IndexDamaged);
  const auto found = must(engine.search({}, Moment{}));
  CHECK(found.total == 2);
  CHECK(found.is_exact);
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].message.contains("not known which articles were withdrawn"));
}

TEST_CASE("damage: what was ranked without some articles is not in the answers of the whole index", "[search]") {
  Ranked index;
  CachedRankings shared, fresh;
  const std::string whole = must(index.ask("", shared)).next, file = must(read_file(first_segment(index.made)));
  must(write_file_atomic(first_segment(index.made), "no segment"));
  const std::string damaged = must(index.ask("", shared)).next;
  REQUIRE(must(index.ask(whole, shared)).total == 20);
  must(write_file_atomic(first_segment(index.made), file)); // or a new generation has the articles again
  for (const std::string& cursor : {whole, damaged}) {
    const std::string expected = index.all_behind(cursor, fresh);
    CHECK(expected.size() > 500);
    CHECK(index.all_behind(cursor, shared) == expected);
  }
}

TEST_CASE("damage: what was ranked while damage was met is not in the answers of the whole index", "[search]") {
  Ranked index;
  CachedRankings fresh;
  const auto path = first_segment(index.made);
  const std::string file = must(read_file(path)), first = must(index.ask("", fresh)).next;
  const std::string expected = index.all_behind(first, fresh);
  std::size_t met = 0;
  for (std::size_t byte = 0; byte < file.size(); byte += 97) {
    CAPTURE(byte);
    CachedRankings shared;
    const std::string cursor = must(index.ask("", shared)).next;
    must(write_file_atomic(path, trawl::test::with_flipped_bit(file, 8 * byte)));
    bool is_damaged = false;
    const auto found = index.ask(cursor, shared, &is_damaged);
    met += found && is_damaged ? 1 : 0;
    must(write_file_atomic(path, file));
    REQUIRE(index.all_behind(cursor, shared) == expected);
  }
  CHECK(met > 5);
}

TEST_CASE("damage: no flipped byte of a segment changes any call's answer silently", "[search]") {
  trawl::test::TestIndex made;
  make_index(made);
  struct Said {
    std::string text;
    bool is_told = false;
  };
  const auto told = [](const auto& answer) { return !answer->warnings.empty(); };
  const std::vector<std::function<Said(SearchEngine&)>> asked{
      [&](SearchEngine& engine) {
        Said said;
        for (const char* typed : {"ar", "article nu", "wor", "tag1", "sourc", "ad"}) {
          const auto found = engine.suggest(typed, 10);
          if (!found) return Said{to_sentence(found.error()), true};
          said.is_told = said.is_told || told(found);
          for (const Suggestion& one : found->suggestions)
            said.text += one.kind + one.text + one.value + std::to_string(one.count) + ";";
        }
        return said;
      },
      [&](SearchEngine& engine) {
        const auto found = engine.facet_values("author", {}, "", Moment{});
        if (!found) return Said{to_sentence(found.error()), true};
        Said said{"", told(found)};
        for (const FacetValue& value : found->facet.values)
          said.text += value.value + std::to_string(value.count) + ";";
        return said;
      },
      [&](SearchEngine& engine) {
        const auto found = engine.related(related_to(), 5);
        if (!found) return Said{to_sentence(found.error()), found.error().code == ErrorCode::IndexDamaged};
        Said said{"", told(found)};
        for (const Hit& hit : found->articles) said.text += hit.article.title + ";";
        return said;
      },
      [&](SearchEngine& engine) {
        const auto found = engine.sources();
        if (!found) return Said{to_sentence(found.error()), true};
        Said said{"", told(found)};
        for (const SourceStatus& source : found->sources)
          said.text +=
              source.id + std::to_string(source.articles) + (source.newest ? to_text(*source.newest) : "") + ";";
        return said;
      },
      [&](SearchEngine& engine) {
        const auto found = engine.stats();
        if (!found) return Said{to_sentence(found.error()), true};
        return Said{std::to_string(found->documents) + " " + std::to_string(found->terms) + " " +
                        std::to_string(found->average_length) + (found->newest ? to_text(*found->newest) : ""),
                    told(found)};
      },
  };
  std::vector<std::string> whole;
  for (const auto& ask : asked) {
    auto engine = must(SearchEngine::open(made.data()));
    whole.push_back(ask(engine).text);
  }
  REQUIRE(whole[0].size() > 20);
  const auto path = first_segment(made);
  const std::string bytes = must(read_file(path));
  std::size_t told_of = 0;
  for (std::size_t byte = 0; byte < bytes.size(); byte += 3) {
    must(write_file_atomic(path, trawl::test::with_flipped_bit(bytes, byte * 8 + byte % 8)));
    for (std::size_t i = 0; i < asked.size(); ++i) {
      CAPTURE(byte, i);
      auto engine = SearchEngine::open(made.data());
      REQUIRE(engine);
      const Said said = asked[i](*engine);
      if (!said.is_told) REQUIRE(said.text == whole[i]);
      told_of += said.is_told ? 1 : 0;
    }
  }
  CHECK(told_of > 100);
}

} // namespace damage_warnings_test
