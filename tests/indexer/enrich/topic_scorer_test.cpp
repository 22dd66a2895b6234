// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topics.h"

#include <optional>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl::enrich;

namespace {

constexpr bool kInTitle = true, kInText = false;
constexpr std::uint32_t kLate = 500; ///< a position after the beginning of the article

/// A topic with the phrases "kernel" (weight 1) and "cuda" (weight 2), and "release" for titles only (weight 5).
TopicEntry entry() {
  TopicEntry entry;
  entry.label = "gpu";
  entry.phrases = {{"kernel", 1, false}, {"cuda", 2, false}, {"release", 5, true}};
  return entry;
}

PhraseMatch phrase(std::uint32_t index, std::uint32_t at, PhraseRole role = PhraseRole::Text) {
  return {at, at + 1, {0, index, role}};
}

void add_times(TopicScorer& scorer, std::uint32_t index, int times, std::uint32_t at = kLate) {
  for (int i = 0; i < times; ++i) scorer.add(phrase(index, at), kInText);
}

double score_of(const TopicScorer& scorer) {
  const auto score = scorer.score();
  return score ? score->score : 0;
}

} // namespace

TEST_CASE("topic scorer: a phrase in the title counts four times its weight, however often", "[topic_scorer]") {
  const TopicEntry topic = entry();
  TopicScorer scorer(topic, 400);
  scorer.add(phrase(0, 0), kInTitle);
  CHECK(score_of(scorer) == Approx(4));
  scorer.add(phrase(0, 3), kInTitle);
  CHECK(score_of(scorer) == Approx(4));
  scorer.add(phrase(1, 5), kInTitle);
  CHECK(score_of(scorer) == Approx(4 + 8));
}

TEST_CASE("topic scorer: the entry's own factor and threshold are used", "[topic_scorer]") {
  TopicEntry topic = entry();
  topic.title_factor = 2.5;
  topic.threshold = 2.5;
  TopicScorer scorer(topic, 400);
  scorer.add(phrase(0, 0), kInTitle);
  REQUIRE(scorer.score());
  CHECK(scorer.score()->score == Approx(2.5));
  CHECK(scorer.score()->needed == Approx(2.5));
  CHECK(scorer.score()->is_certain);
}

TEST_CASE("topic scorer: a phrase of titles counts its weight there and nothing in the text", "[topic_scorer]") {
  const TopicEntry topic = entry();
  TopicScorer scorer(topic, 400);
  scorer.add(phrase(2, 10, PhraseRole::Title), kInText);
  CHECK_FALSE(scorer.score());
  scorer.add(phrase(2, 0, PhraseRole::Title), kInTitle);
  CHECK(score_of(scorer) == Approx(5));
}

TEST_CASE("topic scorer: the text counts occurrences per thousand words", "[topic_scorer]") {
  struct Row {
    std::uint32_t words;
    int times;
    double score;
  };
  const Row rows[] = {
      {1'000, 1, 1.0}, {1'000, 2, 2.0}, {2'000, 1, 0.5}, {1'000, 3, 3.0}, {1'000, 30, 3.0}, // three are the most
      {400, 1, 2.5},   {40, 1, 2.5},    {0, 1, 2.5},                                        // short texts count as 400
  };
  const TopicEntry topic = entry();
  for (const Row& row : rows) {
    CAPTURE(row.words, row.times);
    TopicScorer scorer(topic, row.words);
    add_times(scorer, 0, row.times);
    CHECK(score_of(scorer) == Approx(row.score));
  }
}

TEST_CASE("topic scorer: a phrase in the first 120 words counts one more", "[topic_scorer]") {
  const TopicEntry topic = entry();
  for (const auto& [at, score] : {std::pair{0u, 2.0}, {119u, 2.0}, {120u, 1.0}}) {
    CAPTURE(at);
    TopicScorer scorer(topic, 1'000);
    scorer.add(phrase(0, at), kInText);
    CHECK(score_of(scorer) == Approx(score));
  }
  TopicScorer both(topic, 1'000);
  both.add(phrase(0, 5), kInText);
  both.add(phrase(0, kLate), kInText);
  CHECK(score_of(both) == Approx(3));
}

TEST_CASE("topic scorer: the text adds at most eight, the title has no limit", "[topic_scorer]") {
  const TopicEntry topic = entry();
  TopicScorer scorer(topic, 1'000);
  add_times(scorer, 0, 3, 0); // 3 + 1 for the beginning
  CHECK(score_of(scorer) == Approx(4));
  add_times(scorer, 1, 3, 0); // twice that
  CHECK(score_of(scorer) == Approx(8));
  scorer.add(phrase(1, 0), kInTitle);
  scorer.add(phrase(2, 1, PhraseRole::Title), kInTitle);
  CHECK(score_of(scorer) == Approx(8 + 8 + 5));
}

TEST_CASE("topic scorer: a topic found only in the text needs a quarter more", "[topic_scorer]") {
  const TopicEntry topic = entry(); // threshold 4
  TopicScorer scorer(topic, 1'000);
  add_times(scorer, 0, 2);
  add_times(scorer, 1, 1); // 2 + 2
  REQUIRE(scorer.score());
  CHECK(scorer.score()->score == Approx(4));
  CHECK(scorer.score()->needed == Approx(5));
  CHECK_FALSE(scorer.score()->is_certain);
  add_times(scorer, 0, 1);
  CHECK(scorer.score()->score == Approx(5));
  CHECK(scorer.score()->is_certain);
}

TEST_CASE("topic scorer: without a phrase there is no score", "[topic_scorer]") {
  const TopicEntry topic = entry();
  TopicScorer scorer(topic, 1'000);
  CHECK_FALSE(scorer.score());
  scorer.add(phrase(0, 0, PhraseRole::Exclude), kInText);
  scorer.add(phrase(0, 0, PhraseRole::Require), kInText);
  CHECK_FALSE(scorer.score());
}

TEST_CASE("topic scorer: a required phrase may be in title or text", "[topic_scorer]") {
  TopicEntry topic = entry();
  topic.has_requirements = true;
  for (const bool where : {kInTitle, kInText}) {
    TopicScorer scorer(topic, 1'000);
    scorer.add(phrase(0, 0), kInTitle);
    CHECK_FALSE(scorer.score());
    scorer.add(phrase(0, 0, PhraseRole::Require), where);
    CHECK(scorer.score());
  }
}

TEST_CASE("topic scorer: a rejecting phrase counts only in the title", "[topic_scorer]") {
  const TopicEntry topic = entry();
  TopicScorer scorer(topic, 1'000);
  scorer.add(phrase(0, 0), kInTitle);
  scorer.add(phrase(0, 0, PhraseRole::Reject), kInText);
  CHECK(scorer.score());
  scorer.add(phrase(0, 0, PhraseRole::Reject), kInTitle);
  CHECK_FALSE(scorer.score());
  scorer.add(phrase(0, 0, PhraseRole::Reject), kInText);
  CHECK_FALSE(scorer.score());
}

TEST_CASE("topic scorer: the rule is the phrase with most weight and where it is", "[topic_scorer]") {
  const TopicEntry topic = entry();
  TopicScorer scorer(topic, 1'000);
  add_times(scorer, 0, 2);
  CHECK(scorer.score()->rule == "text 'kernel'");
  add_times(scorer, 1, 1); // 2 per thousand of weight 1, 1 per thousand of weight 2: the first in the file
  CHECK(scorer.score()->rule == "text 'kernel'");
  add_times(scorer, 1, 1);
  CHECK(scorer.score()->rule == "text 'cuda'");
  scorer.add(phrase(2, 0, PhraseRole::Title), kInTitle);
  CHECK(scorer.score()->rule == "title 'release'");
}

TEST_CASE("topic scorer: the first of equal phrases in the file names the rule, whatever their order in the text",
          "[topic_scorer]") {
  TopicEntry topic = entry();
  topic.phrases.clear();
  for (int i = 0; i < 20; ++i) topic.phrases.push_back({"phrase" + std::to_string(i), 1, false});
  TopicScorer scorer(topic, 1'000);
  for (std::uint32_t i = 20; i-- > 0;) scorer.add(phrase(i, kLate), kInText);
  CHECK(scorer.score()->rule == "text 'phrase0'");
}
