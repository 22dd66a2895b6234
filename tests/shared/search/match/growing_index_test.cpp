// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace growing_index_test {

using namespace trawl::search;
using trawl::search::test::match_query;
using trawl::search::test::MatchResult;
using trawl::search::test::Numbers;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

namespace {

/// Synonyms, words with several splits, names with parts, versions, and words that begin alike.
const std::vector<std::string> kTexts{"asr",           "speech recognition",
                                      "speech",        "recognition",
                                      "FlexAttention", "flex attention",
                                      "flexattention", "flexat tention",
                                      "attention",     "fine-tuning",
                                      "fine tuning",   "finetuning",
                                      "finet uning",   "tuning",
                                      "fines tuned",   "fine tuned",
                                      "llama 3",       "llama 3.1",
                                      "llama 3.2",     "alpha",
                                      "alphabet",      "alpine",
                                      "the",           "of"};
const std::vector<std::string> kQueries{"asr",
                                        "speech recognition",
                                        "recognition",
                                        "FlexAttention",
                                        "flexattention",
                                        "finetuning",
                                        "fine tuning",
                                        "fine-tuning",
                                        "llama 3",
                                        "al*",
                                        "alpha",
                                        "\"FlexAttention tuning\"",
                                        "\"flex attention\"",
                                        "FlexAttention NEAR/3 speech",
                                        "the of",
                                        "asr -alpine",
                                        "asr -finetuned",
                                        "(asr OR alpha) 3",
                                        "title:flexattention",
                                        "+attention"};

SmallArticle random_article(std::mt19937& random) {
  const auto words = [&](std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += kTexts[random() % kTexts.size()] + " ";
    return out;
  };
  return {words(random() % 3), words(1 + random() % 4)};
}

} // namespace

TEST_CASE("growing index: what a smaller index finds, a larger one finds too", "[match]") {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<SmallArticle> articles;
    for (int i = 0; i < 60; ++i) articles.push_back(random_article(random));
    SmallIndex smaller({articles.begin(), articles.begin() + 1 + static_cast<int>(random() % 20)});
    SmallIndex larger(articles);
    for (const std::string& typed : kQueries) {
      const std::string q = random() % 2 == 0 ? typed : typed + " " + kQueries[random() % kQueries.size()];
      for (const MatchMode mode : {MatchMode::All, MatchMode::Any, MatchMode::Most}) {
        // Where no article has a phrase or a name, its words count instead, which a warning says.
        if (mode != MatchMode::All && (q.contains('"') || q.contains("fine-tuning"))) continue;
        CAPTURE(round, q, static_cast<int>(mode));
        CHECK(std::ranges::includes(larger.found(q, mode), smaller.found(q, mode)));
        if (mode == MatchMode::Most) CHECK(std::ranges::includes(larger.listed(q), smaller.listed(q)));
      }
    }
  }
}

TEST_CASE("growing index: synonyms and other spellings are found however frequent they are", "[match]") {
  constexpr std::size_t kMany = 5'200;
  std::vector<SmallArticle> articles(kMany, {"", "speech recognition with fine tuning"});
  articles.push_back({"", "asr finetuning"});
  SmallIndex index(articles);
  for (const char* q : {"asr", "speech recognition", "finetuning", "fine-tuning", "fine tuning"}) {
    CAPTURE(q);
    const MatchResult result = index.match(q);
    CHECK(result.documents.count() == kMany + 1);
    CHECK(result.is_exact);
  }
}

} // namespace growing_index_test
