// SPDX-License-Identifier: GPL-3.0-or-later
/// Random queries of nested operators, against a reader that looks into every text.
#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace boolean_queries_test {

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

namespace {

/// Words that are their own stems.
const std::vector<std::string> kWords{"alpha", "beta", "gamma", "delta", "omega", "sigma"};

struct Text {
  std::vector<std::size_t> title, body; ///< indices of kWords

  bool has(std::size_t word, bool in_title) const {
    const bool found = std::ranges::find(title, word) != title.end();
    return found || (!in_title && std::ranges::find(body, word) != body.end());
  }
};

/// A query in both forms: as typed, and as a test of one text.
struct Query {
  std::string typed;
  std::function<bool(const Text&)> matches;
};

std::string words_of(const std::vector<std::size_t>& words) {
  std::string out;
  for (const std::size_t word : words) out += kWords[word] + " ";
  return out;
}

Query random_query(std::mt19937& random, int depth) {
  const auto kind = depth == 0 ? 0 : random() % 5;
  if (kind <= 1) {
    const std::size_t word = random() % kWords.size();
    const bool in_title = random() % 4 == 0;
    return {(in_title ? "title:" : "") + kWords[word], [=](const Text& text) { return text.has(word, in_title); }};
  }
  const Query left = random_query(random, depth - 1);
  if (kind == 2) return {"NOT (" + left.typed + ")", [=](const Text& text) { return !left.matches(text); }};
  const Query right = random_query(random, depth - 1);
  if (kind == 3) {
    return {"((" + left.typed + ") AND (" + right.typed + "))",
            [=](const Text& text) { return left.matches(text) && right.matches(text); }};
  }
  return {"((" + left.typed + ") OR (" + right.typed + "))",
          [=](const Text& text) { return left.matches(text) || right.matches(text); }};
}

std::vector<Text> random_texts(std::mt19937& random, std::size_t count) {
  std::vector<Text> texts(count);
  for (Text& text : texts) {
    for (auto i = random() % 3; i > 0; --i) text.title.push_back(random() % kWords.size());
    for (auto i = random() % 6; i > 0; --i) text.body.push_back(random() % kWords.size());
  }
  return texts;
}

SmallIndex index_of(const std::vector<Text>& texts) {
  std::vector<trawl::search::test::SmallArticle> articles;
  for (const Text& text : texts) articles.push_back({words_of(text.title), words_of(text.body)});
  return SmallIndex(articles);
}

} // namespace

TEST_CASE("match: operators, however nested, find what reading every text finds", "[match]") {
  std::mt19937 random(121);
  const std::vector<Text> texts = random_texts(random, 150);
  SmallIndex index = index_of(texts);
  for (int round = 0; round < 1'000; ++round) {
    const Query query = random_query(random, 4);
    CAPTURE(round, query.typed);
    Numbers truth;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (query.matches(texts[i])) truth.insert(static_cast<std::uint32_t>(i + 1));
    }
    REQUIRE(index.found(query.typed, MatchMode::All) == truth);
  }
}

TEST_CASE("match: with each mode, a document has as many of the words as the mode asks for", "[match]") {
  std::mt19937 random(122);
  const std::vector<Text> texts = random_texts(random, 200);
  SmallIndex index = index_of(texts);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::size_t> words;
    for (std::size_t word = 0; word < kWords.size(); ++word) {
      if (random() % 2 == 0) words.push_back(word);
    }
    if (words.empty()) continue;
    CAPTURE(round, words_of(words));
    Numbers all, any;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto has = [&](std::size_t word) { return texts[i].has(word, false); };
      if (std::ranges::all_of(words, has)) all.insert(static_cast<std::uint32_t>(i + 1));
      if (std::ranges::any_of(words, has)) any.insert(static_cast<std::uint32_t>(i + 1));
    }
    REQUIRE(index.found(words_of(words), MatchMode::All) == all);
    REQUIRE(index.found(words_of(words), MatchMode::Any) == any);
    REQUIRE(index.found(words_of(words), MatchMode::Most) == all);
    REQUIRE(index.listed(words_of(words)) == any);
  }
}

TEST_CASE("match: the order of words, and of the children of AND and OR, does not matter", "[match]") {
  std::mt19937 random(123);
  SmallIndex index = index_of(random_texts(random, 100));
  for (int round = 0; round < 200; ++round) {
    const Query a = random_query(random, 2), b = random_query(random, 2);
    CAPTURE(round, a.typed, b.typed);
    for (const std::string operation : {" AND ", " OR "}) {
      REQUIRE(index.found("(" + a.typed + ")" + operation + "(" + b.typed + ")") ==
              index.found("(" + b.typed + ")" + operation + "(" + a.typed + ")"));
    }
  }
}

} // namespace boolean_queries_test
