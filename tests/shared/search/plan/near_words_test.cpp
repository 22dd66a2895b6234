// SPDX-License-Identifier: GPL-3.0-or-later
/// The near words must be those that trying every edit of the typed word finds.
#include "shared/search/plan/near_words.h"

#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace near_words_test {

using namespace trawl::search;
using namespace trawl::search::test;

constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

std::string random_word(std::mt19937& random) {
  std::string word(3 + random() % 3, 'a');
  for (char& c : word) c = static_cast<char>('a' + random() % 3);
  return word;
}

/// How likely it is to type `typed` for each word that one edit at `first` or behind it gives.
std::map<std::string, double> meant_slowly(const std::string& typed, std::size_t first) {
  std::map<std::string, double> out;
  const auto add = [&](const std::string& word, double likelihood) { out[word] = std::max(out[word], likelihood); };
  for (std::size_t i = first; i <= typed.size(); ++i) {
    const double here = i == 0 ? 0.1 : 1;
    const std::string head = typed.substr(0, i);
    for (const char letter : kAlphabet) add(head + letter + typed.substr(i), here);
    if (i == typed.size()) continue;
    add(head + typed.substr(i + 1), here * 0.05);
    for (const char letter : kAlphabet) {
      if (letter != typed[i]) add(head + letter + typed.substr(i + 1), here * 0.05);
    }
    if (i + 1 == typed.size() || typed[i] == typed[i + 1]) continue;
    add(head + typed[i + 1] + typed[i] + typed.substr(i + 2), here * 0.5);
  }
  return out;
}

TEST_CASE("near words: a number is no mistyped word", "[search]") {
  CHECK(has_near_words("gpt4"));
  CHECK(has_near_words("2nd"));
  CHECK_FALSE(has_near_words("191"));
  CHECK_FALSE(has_near_words("ab"));
}

TEST_CASE("near words: those that some or enough articles have, with the likelihood of the mistake", "[search]") {
  constexpr unsigned kSeed = 3;
  std::mt19937 random(kSeed);
  std::vector<SmallArticle> articles;
  std::map<std::string, std::size_t> df;
  for (int i = 0; i < 120; ++i) {
    std::set<std::string> words;
    while (words.size() < 12) words.insert(random_word(random));
    SmallArticle article;
    article.title = "zzzz";
    for (const std::string& word : words) {
      article.text += word + ' ';
      ++df[word];
    }
    articles.push_back(article);
  }
  const SmallIndex index(articles);
  const IndexView view = index.view();
  for (int round = 0; round < 400; ++round) {
    const std::string typed = random_word(random);
    const std::size_t first = random() % 2, least = 1 + random() % 3 * 9; // below and above what is common
    INFO("seed " << kSeed << ", " << typed << " from " << first << ", " << least << " articles");
    std::map<std::string, double> expected;
    for (const auto& [word, likelihood] : meant_slowly(typed, first)) {
      if (df.contains(word) && df[word] >= least) expected[word] = likelihood;
    }
    Matcher matcher(view, never());
    const auto found = near_words(typed, {.edits = 1, .prefix = first, .least = least}, matcher);
    expected.erase(typed);
    REQUIRE(found.size() == expected.size());
    for (const NearWord& near : found) {
      REQUIRE(expected.contains(near.word));
      REQUIRE(near.likelihood == Approx(expected[near.word]));
      REQUIRE(near.articles == df[near.word]);
    }
    REQUIRE(std::ranges::is_sorted(found, std::greater(), &NearWord::score));
  }
}

} // namespace near_words_test
