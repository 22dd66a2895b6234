// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/line_features.h"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace phrase_table_test {

using trawl::extract::PhraseTable;

TEST_CASE("phrase table: finds the same as searching for each phrase", "[phrase_table]") {
  std::mt19937 random(7);
  const auto word = [&](std::size_t longest) {
    std::string text;
    for (std::size_t left = 1 + random() % longest; left > 0; --left) text += "ab\xC3\xFF"[random() % 4];
    return text;
  };
  for (int round = 0; round < 2'000; ++round) {
    std::vector<std::string> written;
    for (std::size_t i = random() % 6; i > 0; --i) written.push_back(word(4));
    const std::vector<std::string_view> phrases(written.begin(), written.end());
    const PhraseTable table(phrases);
    const std::string text = random() % 8 == 0 ? std::string() : word(12);
    CAPTURE(text, written);
    REQUIRE(table.occurs_in(text) ==
            std::ranges::any_of(phrases, [&](auto phrase) { return text.find(phrase) != std::string::npos; }));
    for (const char first : {'a', 'b', '\xC3', '\xFF', 'z'}) {
      REQUIRE(std::ranges::size(table.beginning_with(first)) ==
              static_cast<std::size_t>(
                  std::ranges::count_if(phrases, [&](auto phrase) { return phrase.front() == first; })));
    }
  }
}

} // namespace phrase_table_test
