// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/positional_matcher.h"

#include "tests/shared/search/small_index.h"

#include <random>

#include <catch2/catch.hpp>

namespace positional_matcher_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

namespace {

/// Words that are their own stems.
const std::vector<std::string> kWords{"alpha", "beta", "gamma", "delta", "omega"};

std::string joined(const std::vector<std::size_t>& words, const std::string& between) {
  std::string out;
  for (const std::size_t word : words) out += (out.empty() ? "" : between) + kWords[word];
  return out;
}

/// Whether words[i …] can be found in `text`, each at most `distance` after the one before, which stands at `at`.
bool follows(const std::vector<std::size_t>& text, const std::vector<std::size_t>& words, std::size_t i, std::size_t at,
             std::size_t distance) {
  if (i == words.size()) return true;
  for (std::size_t next = at + 1; next < text.size() && next <= at + distance; ++next) {
    if (text[next] == words[i] && follows(text, words, i + 1, next, distance)) return true;
  }
  return false;
}

bool holds_in_order(const std::vector<std::size_t>& text, const std::vector<std::size_t>& words, std::size_t distance) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == words[0] && follows(text, words, 1, at, distance)) return true;
  }
  return false;
}

/// Whether a window of `distance + 1` words holds each word as often as it is asked for.
bool holds_near(const std::vector<std::size_t>& text, const std::vector<std::size_t>& words, std::size_t distance) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto to = text.begin() + static_cast<std::ptrdiff_t>(std::min(begin + distance + 1, text.size()));
    if (std::ranges::all_of(
            words, [&](std::size_t word) { return std::count(from, to, word) >= std::ranges::count(words, word); })) {
      return true;
    }
  }
  return false;
}

std::vector<std::size_t> random_words(std::mt19937& random, std::size_t count) {
  std::vector<std::size_t> words(count);
  for (std::size_t& word : words) word = random() % kWords.size();
  return words;
}

} // namespace

TEST_CASE("positional matcher: phrases and NEAR agree with a brute-force search", "[match]") {
  std::mt19937 random(31);
  std::vector<std::vector<std::size_t>> texts;
  std::vector<trawl::search::test::SmallArticle> articles;
  for (int i = 0; i < 300; ++i) {
    texts.push_back(random_words(random, random() % 14));
    articles.push_back({"", joined(texts.back(), " ")});
  }
  SmallIndex index(articles);
  for (int round = 0; round < 400; ++round) {
    const std::vector<std::size_t> words = random_words(random, 2 + random() % 3);
    const std::size_t distance = 1 + random() % 4;
    const std::size_t another = random() % kWords.size();
    Numbers in_order, near, with_another;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(i + 1);
      const bool is_in_order = holds_in_order(texts[i], words, distance);
      if (is_in_order) in_order.insert(number);
      if (is_in_order && std::ranges::count(texts[i], another) > 0) with_another.insert(number);
      if (holds_near(texts[i], words, distance)) near.insert(number);
    }
    const std::string apart = "~" + std::to_string(distance);
    const std::string phrase = "\"" + joined(words, " ") + "\"" + apart;
    // In the few documents that have a word, before and after the documents of the phrase are known.
    CHECK(index.found(phrase + " AND " + kWords[another]) == with_another);
    CHECK(index.found(phrase) == in_order);
    CHECK(index.found(phrase + " AND " + kWords[another]) == with_another);
    CHECK(index.found(joined(words, " NEAR/" + std::to_string(distance) + " ")) == near);
  }
}

TEST_CASE("positional matcher: a phrase in the title is not found in the text", "[match]") {
  SmallIndex index({{"alpha beta", "gamma"}, {"gamma", "alpha beta"}, {"beta alpha", ""}});
  CHECK(index.found("title:\"alpha beta\"") == Numbers{1});
  CHECK(index.found("\"alpha beta\"") == Numbers{1, 2});
  CHECK(index.found("\"beta gamma\"").empty());
}

TEST_CASE("positional matcher: running out of time is a warning", "[match]") {
  SmallIndex index(std::vector<trawl::search::test::SmallArticle>(3'000, {"", "alpha beta"}));
  const IndexView view = index.view();
  Budget budget(SmallIndex::never());
  const Deadline past{std::chrono::steady_clock::now() - std::chrono::seconds(1)};
  PositionalMatcher order(view, budget, past);
  const DocSet found = order.in_order({"Zalpha", "Zbeta"}, 1);
  CHECK(found.count() < 3'000);
  REQUIRE(order.warnings().size() == 1);
  CHECK(order.warnings().front().code == "proximity_cut");
  PositionalMatcher unhurried(view, budget, SmallIndex::never());
  CHECK(unhurried.in_order({"Zalpha", "Zbeta"}, 1).count() == 3'000);
  CHECK(unhurried.warnings().empty());
}

} // namespace positional_matcher_test
