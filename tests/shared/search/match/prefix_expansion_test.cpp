// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/prefix_expansion.h"

#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace prefix_expansion_test {

using namespace trawl::search;
using trawl::search::test::SmallIndex;

namespace {

std::vector<std::string> expanded(SmallIndex& index, const std::string& prefix) {
  Budget budget(SmallIndex::never());
  return expand_prefix(index.view(), prefix, budget);
}

/// The words qaa, qab, … in one text.
std::string different_words(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += {'q', static_cast<char>('a' + i / 26), static_cast<char>('a' + i % 26), ' '};
  }
  return text;
}

} // namespace

TEST_CASE("prefix expansion: the most frequent terms first, ties in the order of letters", "[match]") {
  SmallIndex index({{"", "quantum quark query"}, {"", "quark query"}, {"", "query"}, {"", "aqua equal"}});
  CHECK(expanded(index, "qu") == std::vector<std::string>{"query", "quark", "quantum"});
  CHECK(expanded(index, "qua") == std::vector<std::string>{"quark", "quantum"});
  CHECK(expanded(index, "quark") == std::vector<std::string>{"quark"});
  CHECK(expanded(index, "quarks").empty());
}

TEST_CASE("prefix expansion: the prefix of a field keeps to that field", "[match]") {
  SmallIndex index(std::vector<trawl::search::test::SmallArticle>{{"Quantiles", "quantum"}});
  CHECK(expanded(index, "Squ") == std::vector<std::string>{"Squantiles"});
  CHECK(expanded(index, "qu").size() == 2); // words of the title are words of the article
}

TEST_CASE("prefix expansion: at most a hundred terms", "[match]") {
  for (const std::size_t words : {99U, 100U, 101U, 150U}) {
    CAPTURE(words);
    SmallIndex index(std::vector<trawl::search::test::SmallArticle>{{"", different_words(words)}});
    CHECK(expanded(index, "q").size() == std::min(words, kMaxExpansions));
    CHECK(expanded(index, "q").front() == "qaa");
  }
}

} // namespace prefix_expansion_test
