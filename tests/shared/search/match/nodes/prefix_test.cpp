// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::match_query;
using trawl::search::test::MatchResult;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

TEST_CASE("match prefix: every word that begins so, in title and text", "[match]") {
  SmallIndex index({{"", "quantization"}, {"", "quantum"}, {"Quantile", "x"}, {"", "aquatic"}});
  CHECK(index.found("quant*") == Numbers{1, 2, 3});
  CHECK(index.found("QUANTI*") == Numbers{1, 3});
  CHECK(index.found("title:quant*") == Numbers{3});
  CHECK(index.found("quantx*").empty());
  CHECK(index.found("quant* -quantum") == Numbers{1, 3});
}

TEST_CASE("match prefix: it finds what its word finds, and looks in names, tags and ids, too", "[match]") {
  SmallIndex index({{"", "a", "kernel-journal"},
                    {"", "b", "made", 0, 0, {"Zoë Salamone"}},
                    {"", "c", "made", 0, 0, {}, {"nlp", "information retrieval"}},
                    {"", "quantized", "made"}});
  for (const std::string word : {"journal", "salamone", "zoe", "nlp", "retrieval", "retrieving", "quantization"}) {
    const Numbers found = index.found(word);
    CHECK(found.size() == 1);
    CHECK(index.found(word + "*") == found);
    CHECK(index.found("-" + word + "*") == index.found("-" + word));
  }
  CHECK(index.found("jour*") == Numbers{1});
  CHECK(index.found("salam*") == Numbers{2});
  CHECK(index.found("retrieva*") == Numbers{3});
  CHECK(index.found("title:nl*").empty());
}

TEST_CASE("match prefix: however many words begin so, all of them are found", "[match]") {
  std::vector<trawl::search::test::SmallArticle> articles;
  for (int i = 0; i < 150; ++i) {
    articles.push_back({"", std::string("word") + static_cast<char>('a' + i / 26) + static_cast<char>('a' + i % 26)});
  }
  SmallIndex index(articles);
  const MatchResult result = index.match("word*");
  CHECK(result.warnings.empty());
  CHECK(result.is_exact);
  CHECK(result.documents.count() == 150);
}

TEST_CASE("match prefix: words left out for lack of time are a warning, and the result is not exact", "[match]") {
  SmallIndex index({{"", "worda"}, {"", "wordb"}});
  const Deadline past{std::chrono::steady_clock::now() - std::chrono::seconds(1)};
  const auto query = trawl::query::parse_query("word*", trawl::Moment{});
  const auto result = match_query(query, index.view(), MatchMode::All, past);
  REQUIRE(result);
  CHECK_FALSE(result->is_exact);
  REQUIRE(result->warnings.size() == 1);
  CHECK(result->warnings.front().code == "expansion_cut");
}
