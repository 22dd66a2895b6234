// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
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

TEST_CASE("match prefix: beyond a hundred words only the most frequent, with a warning", "[match]") {
  std::string text;
  for (int i = 0; i < 150; ++i) {
    text += " word" + std::string(1, static_cast<char>('a' + i / 26)) + std::string(1, static_cast<char>('a' + i % 26));
  }
  SmallIndex index({{"", text}, {"", "wordzz"}, {"", "wordzz"}});
  const MatchResult result = index.match("word*");
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings.front().code == "expansion_cut");
  CHECK(result.documents.count() == 3);
  CHECK(index.match("wordz*").warnings.empty());
}
