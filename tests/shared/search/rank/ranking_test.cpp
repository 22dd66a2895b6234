// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "shared/search/bm25.h"
#include "shared/search/match/prefix_expansion.h"
#include "tests/shared/search/small_index.h"

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

namespace {

std::vector<std::uint32_t> order(SmallIndex& index, std::string_view q, RankRequest request = {}) {
  std::vector<std::uint32_t> out;
  for (const RankedDocument& row : index.ranked(q, request)) out.push_back(row.document);
  return out;
}

/// Articles of random common words.
std::vector<SmallArticle> noise(std::size_t count) {
  const std::vector<std::string> words{"alpha", "beta", "gamma", "delta", "model", "kernel", "the", "of", "training"};
  std::mt19937 random(5);
  std::vector<SmallArticle> out;
  for (std::size_t i = 0; i < count; ++i) {
    SmallArticle article;
    for (std::size_t n = 3 + random() % 20; n > 0; --n) article.text += words[random() % words.size()] + " ";
    article.title = words[random() % words.size()];
    article.published = static_cast<std::int64_t>(random() % 5);
    out.push_back(article);
  }
  return out;
}

} // namespace

TEST_CASE("rank: a name as written ranks before its parts apart", "[rank]") {
  SmallIndex index({{"", "a torch to compile with and words to fill"},
                    {"", "we ran torch.compile on it all day long"},
                    {"", "we compile it with a torch all day long"},
                    {"", "other words entirely"}});
  CHECK(order(index, "torch.compile").front() == 2);
}

TEST_CASE("rank: the article whose title was typed comes first, with or without filters", "[rank]") {
  SmallIndex index({{"Deep reinforcement learning", "reinforcement learning reinforcement learning learning"}, // 1
                    {"Reinforcement Learning", "an agent acts and then it learns from what happens to it"},    // 2
                    {"What is reinforcement? Learning about learning", "reinforcement learning"},              // 3
                    {"Other", "words"}});
  for (const char* q : {"Reinforcement Learning", "reinforcement   LEARNING!", "\"reinforcement learning\"",
                        "reinforcement learning source:made"}) {
    INFO(q);
    CHECK(order(index, q).front() == 2);
  }
  CHECK(order(index, "What is reinforcement? Learning about learning").front() == 3);
}

TEST_CASE("rank: articles with a name as it was typed come before those with its other spellings", "[rank]") {
  SmallIndex index({{"k means", "k means, k means, k means"},                      // 1
                    {"", "a long text in which among other words k-means occurs"}, // 2
                    {"kmeans", "kmeans kmeans"},                                   // 3
                    {"", "it is k-means-based for many words of this text"},       // 4
                    {"Other", "words"}});
  const auto found = order(index, "k-means", {4});
  REQUIRE(found.size() == 4);
  CHECK(std::set(found.begin(), found.begin() + 2) == std::set<std::uint32_t>{2, 4});
}

TEST_CASE("rank: articles by the person who was typed come before those that mention them", "[rank]") {
  SmallIndex index({{"Keydana", "Sigrid Keydana, Sigrid Keydana, Sigrid Keydana"},
                    {"Plots", "many words about something else", "made", 0, 0, {"Sigrid Keydana"}},
                    {"Other", "words", "made", 0, 0, {"Sigrid"}}});
  CHECK(order(index, "sigrid keydana").front() == 2);
  CHECK(order(index, "keydana").size() == 2);
}

TEST_CASE("rank: an article in which the query stands word for word comes before a better one without it", "[rank]") {
  std::string long_text = "many other words ";
  for (int i = 0; i < 300; ++i) long_text += "and then some more words ";
  SmallIndex index({{"Liu", "Liu and Yiming: a Liu, a Yiming, a Liu, a Yiming"},                // 1
                    {"Papers", long_text + "by Yiming Liu " + long_text},                       // 2
                    {"Memory", "memory of memory"},                                             // 3
                    {"Errors", long_text + "it ran out of memory " + long_text},                // 4
                    {"Hetz", "Hetz, Hetz, Martin", "made", 0, 0, {"Ada Hetz", "Martin Other"}}, // 5
                    {"Plots", long_text, "made", 0, 0, {"Martin Josef Hetz"}},                  // 6
                    {"Transformer", "a transformer, the transformer"},                          // 7
                    {"", long_text + "one of the Transformers"},                                // 8
                    {"Other", "words"}});
  CHECK(order(index, "Yiming Liu").front() == 2);
  CHECK(order(index, "yiming liu").front() == 2);
  CHECK(order(index, "out of memory").front() == 4);
  CHECK(order(index, "Martin J. Hetz").front() == 6);
  CHECK(order(index, "Transformers").front() == 8);
  CHECK(order(index, "transformers").front() == 7);
}

TEST_CASE("rank: the order stays if the first article has the query word for word", "[rank]") {
  SmallIndex index({{"Flash attention", "flash attention, flash attention"},
                    {"", "attention flash, attention with a flash: flash, attention, flash"},
                    {"", "one long text about many other things that has flash attention once"}});
  const auto rows = index.ranked("flash attention", {10, true, 0, Moment{}});
  REQUIRE(rows.size() == 3);
  for (const RankedDocument& row : rows)
    CHECK(std::ranges::count(row.explain, "word for word", &ExplainPart::name) == 0);
}

TEST_CASE("rank: what puts an article first is a part of its score", "[rank]") {
  SmallIndex index({{"Deep learning", "learning learning"}, {"Learning", "to rank"}, {"Other", "words"}});
  const auto rows = index.ranked("learning", {10, true, 0, Moment{}});
  REQUIRE(rows.front().document == 2);
  CHECK(std::ranges::count(rows.front().explain, "whole title", &ExplainPart::name) == 1);
  for (const RankedDocument& row : rows) {
    double sum = 0;
    for (const ExplainPart& part : row.explain) sum += part.weight;
    CHECK(sum == Approx(row.score));
  }
  for (std::size_t i = 1; i < rows.size(); ++i) CHECK(rows[i].score <= rows[i - 1].score);
}

TEST_CASE("rank: articles in the preferred language gain a little, which their score says", "[rank]") {
  SmallIndex index({{"", "flash attention, flash attention", "made", 0, 0, {}, {}, "ko"},
                    {"", "flash attention in a text with more words", "made", 0, 0, {}, {}, "en"},
                    {"", "other words", "made", 0, 0, {}, {}, "en"}});
  RankRequest request{10, true, 0, Moment{}, {}};
  CHECK(index.ranked("flash attention", request).front().document == 1);
  request.language = preferred_language("en", "", "flash attention");
  const auto rows = index.ranked("flash attention", request);
  REQUIRE(rows.size() == 2);
  const auto& english = rows[0].document == 2 ? rows[0] : rows[1];
  const auto& korean = rows[0].document == 2 ? rows[1] : rows[0];
  CHECK(std::ranges::count(english.explain, "language", &ExplainPart::name) == 1);
  CHECK(std::ranges::count(korean.explain, "language", &ExplainPart::name) == 0);
  double sum = 0;
  for (const ExplainPart& part : english.explain) sum += part.weight;
  CHECK(sum == Approx(english.score));
}

TEST_CASE("rank: words in the title, side by side, and as typed come first", "[rank]") {
  SmallIndex title(
      {{"Other", "flash attention here"}, {"Flash attention", "other words here"}, {"x", "y"}, {"z", "w"}});
  CHECK(order(title, "flash attention").front() == 2);
  SmallIndex pairs(
      {{"", "attention then one flash of it"}, {"", "one of flash attention then it"}, {"", "y"}, {"", "w"}});
  CHECK(order(pairs, "flash attention").front() == 2);
  SmallIndex exact({{"", "he trained some models"}, {"", "she trains some models"}, {"", "y"}, {"", "w"}});
  CHECK(order(exact, "trains").front() == 2);
}

TEST_CASE("rank: all prefixes of a query share one limit of terms", "[rank]") {
  std::string text;
  for (int i = 0; i < 150; ++i) text += "alpha" + std::to_string(i) + " beta" + std::to_string(i) + " ";
  SmallIndex index({{"", text}, {"", "other"}});
  const auto parts_of_best = [&](std::string_view q) {
    return index.ranked(q, {10, true, 0, Moment{}}).front().explain;
  };
  const auto variants = [&](std::string_view q) {
    const auto parts = parts_of_best(q);
    return static_cast<std::size_t>(std::ranges::count(parts, "variant", &ExplainPart::name));
  };
  CHECK(variants("alpha*") == kMaxExpansions);
  CHECK(variants("alpha* OR beta*") == kMaxExpansions);
}

TEST_CASE("rank: the order is total, the same for any count, and within the set", "[rank]") {
  SmallIndex index(noise(300));
  for (const char* q : {"alpha beta", "model kernel training gamma", "the", "\"alpha beta\" OR delta", ""}) {
    RankRequest all;
    all.count = 1000;
    const auto whole = order(index, q, all);
    CHECK(whole.size() == index.match(q, MatchMode::Any).documents.count());
    for (const std::size_t count : {1, 7, 99, 100, 101, 150}) {
      RankRequest some;
      some.count = count;
      const auto part = order(index, q, some);
      CHECK(part.size() == std::min(count, whole.size()));
      CHECK(std::equal(part.begin(), part.end(), whole.begin()));
    }
  }
}

TEST_CASE("rank: scores never rise down the list", "[rank]") {
  SmallIndex index(noise(300));
  RankRequest request;
  request.count = 300;
  const auto rows = index.ranked("alpha kernel model", request);
  CHECK(std::ranges::is_sorted(rows, std::greater(), &RankedDocument::score));
}

TEST_CASE("rank: ties go to the newer article, undated last, then by id", "[rank]") {
  SmallIndex index({{"", "same words", "s", index::kUndated, 7},
                    {"", "same words", "s", 100, 6},
                    {"", "same words", "s", 300, 9},
                    {"", "same words", "s", 100, 5}});
  CHECK(order(index, "same") == std::vector<std::uint32_t>{3, 4, 2, 1});
  CHECK(order(index, "") == std::vector<std::uint32_t>{3, 4, 2, 1});
}

TEST_CASE("rank: a word that only has the stem of an abbreviation is not ranked as it", "[rank]") {
  std::string filler;
  for (int i = 0; i < 100; ++i) filler += "filler ";
  SmallIndex index(
      {{"RAG", "a count of rag, rag and rag"}, {"", filler + "we count in ragged tensors " + filler}, {"", "other"}});
  const auto ranked = index.ranked("count ragged tensors", {10, true, 0, Moment{}});
  CHECK(ranked.front().document == 2);
  for (const RankedDocument& row : ranked) {
    std::string details;
    for (const ExplainPart& part : row.explain) details += part.name + " " + part.detail + "\n";
    CHECK(details.contains("stem 'ragged' 1 time\n") == (row.document == 2));
    CHECK(details.contains("'ragged'") == (row.document == 2));
  }
}

TEST_CASE("rank: what explain lists adds up to the score", "[rank]") {
  std::vector<SmallArticle> articles = noise(50);
  articles.push_back({"Alpha kernel", "training an alpha kernel with torch.compile", "s", 4});
  std::string longer;
  for (int i = 0; i < 400; ++i) longer += i % 40 == 0 ? "alpha kernel " : "filler ";
  articles.push_back({"Long", longer, "s", 1});
  SmallIndex index(articles);
  RankRequest request{60, true, 0.5, Moment{std::chrono::seconds(10)}};
  bool passage = false;
  for (const RankedDocument& row : index.ranked("alpha kernel torch.compile", request)) {
    double sum = 0;
    for (const ExplainPart& part : row.explain) {
      sum += part.weight;
      passage = passage || part.name == "passage";
      CHECK_FALSE(part.detail.empty());
    }
    CHECK(sum == Approx(row.score));
  }
  CHECK(passage);
}

TEST_CASE("rank: explain counts a word in the singular and the plural", "[rank]") {
  SmallIndex index({{"", "alpha beta beta"}, {"", "other"}});
  std::string details;
  const auto ranked = index.ranked("alpha beta", {10, true, 0, Moment{}});
  for (const ExplainPart& part : ranked.front().explain) {
    details += part.detail + "\n";
  }
  CHECK(details.contains("'alpha' 1 time\n"));
  CHECK(details.contains("'beta' 2 times\n"));
}

TEST_CASE("rank: explain names the words of the query, not their stems", "[rank]") {
  SmallIndex index({{"Memory", "memories of memory", "s"}, {"", "other"}});
  const auto ranked = index.ranked("memories", {10, true, 0, Moment{}});
  std::string details;
  for (const ExplainPart& part : ranked.front().explain) details += part.name + " " + part.detail + "\n";
  CHECK(details.contains("stem 'memories' "));
  CHECK(details.contains("title 'memories' "));
  CHECK_FALSE(details.contains("'memori'"));
}

TEST_CASE("rank: the bonus for age is bounded and off by default", "[rank]") {
  SmallIndex index(
      {{"", "alpha beta gamma", "s", 0}, {"", "alpha delta gamma", "s", 86'400 * 1000}, {"", "x"}, {"", "y"}});
  RankRequest request{10, false, 0, Moment{std::chrono::seconds(86'400 * 1000)}};
  CHECK(order(index, "alpha beta", request).front() == 1);
  const double plain = index.ranked("alpha", request).front().score;
  request.recency = 0.3;
  const auto rows = index.ranked("alpha", request);
  CHECK(rows.front().document == 2);
  CHECK(rows.front().score == Approx(1.3 * plain));
}

TEST_CASE("rank: an idf is never negative, and falls with frequency", "[rank]") {
  for (double n = 0; n <= 100; ++n) CHECK(inverse_document_frequency(100, n) > 0);
  CHECK(inverse_document_frequency(100, 1) > inverse_document_frequency(100, 2));
}
