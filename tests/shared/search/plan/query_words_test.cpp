// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/query_words.h"

#include "tests/shared/search/small_index.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace query_words_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::SmallIndex;

namespace {

/// "folded/stem" of each word, joined by blanks.
std::string words_of(const QueryUnit& unit) {
  std::string out;
  for (const QueryWord& word : unit.words) out += (out.empty() ? "" : " ") + word.folded + "/" + word.stem;
  return out;
}

/// The splits of the first word: "flex attent, …".
std::string splits_of(SmallIndex& index, const std::string& text) {
  const IndexView view = index.view();
  Matcher matcher(view, trawl::search::test::never());
  const QueryUnit unit = QueryWords(text, matcher).unit(text);
  REQUIRE_FALSE(unit.words.empty());
  std::string out;
  for (const auto& split : unit.words.front().split) {
    std::string stems;
    for (const std::string& stem : split) stems += (stems.empty() ? "" : " ") + stem;
    out += (out.empty() ? "" : ", ") + stems;
  }
  return out;
}

} // namespace

TEST_CASE("query words: a unit is a word, or the words that links join", "[plan]") {
  struct Row {
    std::string text, words, compound, fused;
  };
  const std::vector<Row> rows{
      {"Attention", "attention/attent", "", ""},
      {"CAFÉ", "cafe/cafe", "", ""},
      {"fine-tuning", "fine/fine tuning/tune", "", "finetun"},
      {"torch.compile", "torch/torch compile/compil", "torch.compile", ""},
      {"模型", "模型/模型", "", ""},
      {"大模型", "大模/大模 模型/模型", "", ""},
      {"", "", "", ""},
      {"...", "", "", ""},
  };
  text::Stemmer stemmer;
  for (const Row& row : rows) {
    INFO(row.text);
    const QueryUnit unit = read_unit(row.text, stemmer);
    CHECK(words_of(unit) == row.words);
    if (!row.compound.empty()) CHECK(unit.compound == row.compound);
    if (!row.fused.empty()) CHECK(unit.fused_stem == row.fused);
  }
}

TEST_CASE("query words: stop words are known as such", "[plan]") {
  text::Stemmer stemmer;
  CHECK(read_unit("the", stemmer).words.at(0).is_stop_word);
  CHECK_FALSE(read_unit("theorem", stemmer).words.at(0).is_stop_word);
}

TEST_CASE("query words: a plain word is split into every two that the index has, the most frequent first", "[plan]") {
  SmallIndex index({{"", "flex attention fine tuning"},
                    {"", "flex attention"},
                    {"", "finet uning"},
                    {"", "fine tuning"},
                    {"", "open source"}});
  CHECK(splits_of(index, "flexattention") == "flex attent");
  CHECK(splits_of(index, "finetuning") == "fine tune, finet une"); // in two articles; "finet uning" is in one
  CHECK(splits_of(index, "opensource") == "open sourc");
}

TEST_CASE("query words: short words, short halves, names and unknown halves are not split", "[plan]") {
  const std::string text = "flex attention set up upset is sue issue tele vision gpt 4turbo";
  SmallIndex index(std::vector<trawl::search::test::SmallArticle>{{"", text}});
  for (const char* word : {"setup",       // five letters
                           "upset",       // known, but too short all the same
                           "isissue",     // "is" has two letters
                           "flexnothing", // the second half is unknown
                           "nothingflex"}) {
    INFO(word);
    CHECK(splits_of(index, word).empty());
  }
  CHECK(splits_of(index, "television") == "tele vision");
}

TEST_CASE("query words: a word is not cut in two if one half is a stop word", "[plan]") {
  SmallIndex index(std::vector<trawl::search::test::SmallArticle>{{"", "the rapist other wise under standing"}});
  CHECK(splits_of(index, "therapist").empty());
}

TEST_CASE("query words: a number stands for the minor versions that the index has", "[plan]") {
  SmallIndex index({{"", "llama 3.1 and llama 3.2"}, {"", "cuda 12.4"}, {"", "llama 3"}, {"", "python 3.10"}});
  CHECK(splits_of(index, "3") == "3.1, 3.2");
  CHECK(splits_of(index, "12") == "12.4");
  CHECK(splits_of(index, "4").empty());
  CHECK(splits_of(index, "123").empty());
}

} // namespace query_words_test
