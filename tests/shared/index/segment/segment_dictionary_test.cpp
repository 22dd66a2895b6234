// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/segment_dictionary.h"

#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/random_sentence.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

namespace segment_dictionary_test {

using namespace trawl;
using namespace trawl::index;
using trawl::test::must;

namespace {

Article long_article(std::size_t number, std::mt19937& random) {
  Article made = trawl::test::article(number);
  made.text.clear();
  while (made.text.size() < 20'000) made.text += trawl::test::random_sentence(random) + "\n\n";
  return made;
}

} // namespace

TEST_CASE("segment dictionary: a large segment has a dictionary, which the segments beside it take over", "[index]") {
  std::mt19937 random(73);
  trawl::test::TestIndex made;
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 60; ++i) articles.push_back(long_article(i, random));
  made.add({articles.begin(), articles.begin() + 1});
  CHECK(made.reader()->columns().parts().front().segment->records().dictionary() == nullptr);
  made.add({articles.begin() + 1, articles.end()});
  const auto reader = made.reader();
  const Dictionary* large = reader->columns().parts().back().segment->records().dictionary();
  REQUIRE(large != nullptr);
  for (const Article& article : articles) {
    const auto stored = reader->article(reader->find(article.id), RecordPart::Whole);
    REQUIRE(must(stored).text == article.text);
  }
  const std::string learnt_bytes(large->bytes());
  for (int round = 0; round < 9; ++round) { // until all are merged
    std::vector<Article> more;
    for (std::size_t i = 0; i < 60; ++i)
      more.push_back(long_article(100 + 60 * static_cast<std::size_t>(round) + i, random));
    made.add(more);
  }
  const auto merged = made.reader();
  REQUIRE(merged->columns().parts().size() < 9);
  CHECK(merged->columns().parts().front().segment->records().dictionary()->bytes() == learnt_bytes);
  for (const Article& article : articles) {
    REQUIRE(must(merged->article(merged->find(article.id), RecordPart::Whole)).text == article.text);
  }
}

} // namespace segment_dictionary_test
