// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/stemmer.h"

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

using namespace trawl::text;

namespace {

std::string stem_alone(std::string_view word) {
  Stemmer stemmer;
  return stemmer.stem(word);
}

} // namespace

TEST_CASE("stemmer: the inflections of a word have one stem", "[text]") {
  for (const std::vector<std::string_view>& words :
       std::vector<std::vector<std::string_view>>{{"train", "trains", "trained", "training"},
                                                  {"model", "models", "modeling", "modelled"},
                                                  {"attention", "attentions"},
                                                  {"quantize", "quantized", "quantizing"},
                                                  {"kernel", "kernels"}}) {
    for (const std::string_view word : words) {
      INFO(word);
      CHECK(stem_alone(word) == stem_alone(words.front()));
    }
  }
  CHECK(stem_alone("inference") != stem_alone("train"));
}

TEST_CASE("stemmer: the plural of an abbreviation has the stem of the abbreviation", "[text]") {
  struct Row {
    std::string_view word, want;
  };
  for (const Row& row : std::vector<Row>{{"llms", "llm"}, // Porter2 keeps the s of a word without a vowel
                                         {"llm", "llm"},
                                         {"cnns", "cnn"},
                                         {"dpus", "dpu"},
                                         {"gpus", "gpu"},
                                         {"gpu", "gpu"},
                                         {"tpus", "tpu"},
                                         {"pdfs", "pdf"},
                                         {"css", "css"},
                                         {"dss", "dss"},
                                         {"ms", "ms"}, // too short to tell
                                         {"tcs", "tcs"},
                                         {"loss", "loss"}}) {
    INFO(row.word);
    CHECK(stem_alone(row.word) == row.want);
  }
}

TEST_CASE("stemmer: names with digits and words of other scripts are kept", "[text]") {
  for (const char* word : {"h100", "2.7", "c++", "mxfp8", "家", "модель", "", "x"}) {
    INFO(word);
    CHECK(stem_alone(word) == word);
  }
}

TEST_CASE("stemmer: with and without its cache, the stems are the same", "[text]") {
  constexpr unsigned kSeed = 94;
  std::mt19937 random(kSeed);
  const std::vector<std::string> endings{"", "s", "ed", "ing", "ation", "us", "ss", "ly"};
  Stemmer stemmer;
  for (int round = 0; round < 20'000; ++round) { // more words than the cache has places, many of them again
    std::string word(1 + random() % 3, 'b');
    for (char& c : word) c = "aeioubcdrst"[random() % 11];
    word += endings[random() % endings.size()];
    INFO("seed " << kSeed << ": " << word);
    REQUIRE(stemmer.stem(word) == stem_alone(word));
  }
}

TEST_CASE("stemmer: works after a move", "[text]") {
  Stemmer first;
  for (int i = 0; i < 100; ++i) first.stem("training" + std::to_string(i));
  Stemmer second = std::move(first);
  CHECK(second.stem("training") == "train");
  first = std::move(second);
  CHECK(first.stem("models") == "model");
}

TEST_CASE("stop words: each is a token of the tokenizer, and is found wherever it is in the list", "[text]") {
  for (const std::string_view word : stop_words()) {
    INFO(word);
    CHECK(is_stop_word(word));
    const auto tokens = tokenize(word);
    REQUIRE(tokens.size() == 1);
    CHECK(tokens.front().folded == word);
  }
  for (const char* word : {"", "The", "thee", "th", "transformer", "attention", "zzz", "a b"}) {
    INFO(word);
    CHECK_FALSE(is_stop_word(word));
  }
}
