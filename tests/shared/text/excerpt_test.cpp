// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/excerpt.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"
#include "shared/text/reading_time.h"

using namespace trawl::text;

TEST_CASE("excerpt: it ends with a whole word, and with an ellipsis if it was cut", "[excerpt]") {
  CHECK(excerpt("one two\n\nthree", 2) == "one two…");
  CHECK(excerpt("one two\n\nthree", 3) == "one two three");
  CHECK(excerpt("  ", 3).empty());
  CHECK(excerpt("大模型发布", 3) == "大模型…");
  CHECK(excerpt("see GPT4发布 now", 9) == "see GPT4发布 now");
}

TEST_CASE("excerpt: 140 words unless another number is given", "[excerpt]") {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "word ";
  CHECK(measure(excerpt(text)).words == 140);
}

TEST_CASE("excerpt: a word as long as a text is left out", "[excerpt]") {
  CHECK(excerpt("see " + std::string(100'000, 'x') + " here") == "see…");
}

TEST_CASE("excerpt: white space of any kind becomes one space, with none at the ends", "[excerpt]") {
  CHECK(excerpt("\n one\t\ttwo\u00A0three\u3000four \n") == "one two three four");
  CHECK(excerpt("").empty());
  CHECK(excerpt("one", 1) == "one");
  CHECK(excerpt("one  ", 1) == "one"); // nothing follows, so there is no ellipsis
  CHECK(excerpt("one two", 0) == "…");
  CHECK(excerpt("", 0).empty());
  CHECK(excerpt("大 模型", 9) == "大 模型");
}

TEST_CASE("excerpt: begins with the first sentence, not with buttons, a date or a heading before it", "[excerpt]") {
  CHECK(excerpt("GITHUB HUGGING FACE DEMO\n\nIntroduction\n\nWe release a model. It is small.", 5) ==
        "We release a model. It…");
  CHECK(excerpt("QWEN CHAT Tech Report HuggingFace ModelScope Kaggle Demo API\n\nWe release a model.") ==
        "We release a model.");
  CHECK(excerpt("Posted on May 30, 2019\n\nThe network reads\n\nEvery word counts here.") == "Every word counts here.");
  CHECK(excerpt("Introduction\n\nimport torch") == "Introduction import torch"); // no sentence at all
  CHECK(excerpt(std::string(5'000, '-') + "\n\nWe release a model.") == "…");    // too far below
}

TEST_CASE("excerpt: is the beginning of a paragraph, with at most the given number of words", "[excerpt]") {
  constexpr unsigned kSeed = 96;
  std::mt19937 random(kSeed);
  const std::vector<std::string> pieces{"one", "two", "家", "é", " ", "  ", "\t", "…", "."};
  for (int round = 0; round < 3'000; ++round) {
    std::string text;
    for (std::size_t left = random() % 14; left > 0; --left) text += pieces[random() % pieces.size()];
    const std::size_t limit = 1 + random() % 8;
    INFO("seed " << kSeed << ", " << limit << " words: " << text);
    const std::string whole = excerpt(text, 1'000), cut = excerpt(text, limit);
    const bool is_cut = measure(text).words > limit;
    REQUIRE(trawl::utf8::is_valid(cut));
    REQUIRE(excerpt(whole, 1'000) == whole);
    REQUIRE(measure(whole).words == measure(text).words);
    if (!is_cut) REQUIRE(cut == whole);
    if (!is_cut) continue;
    REQUIRE(cut.ends_with("…"));
    const std::string beginning = cut.substr(0, cut.size() - std::string_view("…").size());
    REQUIRE(whole.starts_with(beginning));
    REQUIRE(measure(beginning).words == limit);
  }
}
