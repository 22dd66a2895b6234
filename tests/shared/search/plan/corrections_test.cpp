// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/corrections.h"
#include "shared/text/synonyms.h"
#include "shared/text/tokenizer.h"
#include "tests/shared/search/explore/disk_index.h"

#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace corrections_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;

namespace {

std::optional<std::string> corrected_query(std::string_view q, DiskIndex& index) {
  ExploreInIndex statistics = index.explore();
  const auto corrected = trawl::search::corrected_query(q, statistics.terms());
  return corrected ? std::optional(corrected->q) : std::nullopt;
}

} // namespace

TEST_CASE("corrections: one wrong letter is corrected, a word of the index never is", "[plan]") {
  DiskIndex index({{"Quantization", "quantization of transformers with aotinductor and llama3"},
                   {"Attention", "attention attention flash quantization moat"}});
  CHECK(corrected_query("quantizaton", index) == "quantization");
  CHECK(corrected_query("quantizatoin", index) == "quantization");
  CHECK(corrected_query("aotinuctor", index) == "aotinductor");
  CHECK(corrected_query("lllama3", index) == "llama3");
  CHECK(corrected_query("quantizsaton", index) == "quantization");
  CHECK_FALSE(corrected_query("moat", index));
  CHECK_FALSE(corrected_query("xyzzyxyzzy", index));
  CHECK_FALSE(corrected_query("fla", index));
}

TEST_CASE(
    "corrections: a word of two articles near one of a hundred is a typo, and the other words are corrected first",
    "[plan]") {
  std::vector<Row> rows(100, {"Some", "transformer architecture"});
  for (int i = 0; i < 2; ++i) rows.push_back({"Other", "transfomer"});
  DiskIndex index(rows);
  CHECK(corrected_query("transfomer architecure", index) == "transformer architecture");
  CHECK(corrected_query("transfomer", index) == "transformer");
}

TEST_CASE("corrections: a letter left out of a long word is a typo, also if several articles have made it", "[plan]") {
  std::vector<Row> rows(80, {"Some", "transformer formal"});
  for (int i = 0; i < 3; ++i) rows.push_back({"Other", "transfomer transfarmer forml"});
  DiskIndex index(rows);
  CHECK(corrected_query("transfomer", index) == "transformer");
  CHECK_FALSE(corrected_query("transfarmer", index)); // a wrong letter may make another word
  CHECK_FALSE(corrected_query("forml", index));       // and so may a letter less in a short one
}

TEST_CASE("corrections: two mistakes are likelier than one if the word is far more frequent beside the others",
          "[plan]") {
  std::vector<Row> rows(90, {"Llama", "llama 2"});
  for (int i = 0; i < 8; ++i) rows.push_back({"Lemma", "lemma 2"});
  for (int i = 0; i < 99; ++i) rows.push_back({"Lambda", "lambda 2"}); // llama has the wrong letter doubled
  rows.push_back({"Proof", "lemma proof"});
  DiskIndex index(rows);
  CHECK(corrected_query("lamma 2", index) == "llama 2");
  CHECK(corrected_query("lamma proof", index) == "lemma proof");
  CHECK(corrected_query("lamma", index) == "lemma"); // nothing else to judge by
}

TEST_CASE("corrections: words two mistakes away are the same, however many articles have to have them", "[plan]") {
  std::vector<Row> rows;
  for (int i = 0; i < 40; ++i) {
    const auto has = [&](const char* word, int articles) { return std::string(i < articles ? word : ""); };
    rows.push_back({"Some", has(" llama", 40) + has(" lemma", 8) + has(" lamma", 7) + has(" llamas", 20) +
                                has(" lima", 19) + has(" gamma", 40) + has(" language", 40)});
  }
  DiskIndex index(rows);
  ExploreInIndex statistics = index.explore();
  const auto near = [&](std::size_t least) {
    std::vector<std::string> words;
    for (const TermCount& one : statistics.terms().near("lamna", {.edits = 2, .prefix = 1, .least = least}))
      words.push_back(one.word + " " + std::to_string(one.articles));
    return words;
  };
  using Words = std::vector<std::string>;
  CHECK(near(1) == Words{"lamma 7", "lemma 8", "lima 19", "llama 40"});
  CHECK(near(8) == Words{"lemma 8", "lima 19", "llama 40"});
  CHECK(near(20) == Words{"llama 40"});
  CHECK(near(41).empty());
}

TEST_CASE("corrections: a sign inside a word is a mistake, not the end of a word", "[plan]") {
  DiskIndex index(std::vector<Row>(20, {"Act", "attention act notion flash"}));
  CHECK(corrected_query("att?ntion", index) == "attention");
  CHECK(corrected_query("flash att*ntion act", index) == "flash attention act");
  CHECK(corrected_query("atten?tion", index) == "attention");
  CHECK_FALSE(corrected_query("act?notion", index)); // both are words
  CHECK_FALSE(corrected_query("att?xyzzyxyzzy", index));
  CHECK_FALSE(corrected_query("attention? act", index));
}

TEST_CASE("corrections: corrects 19 of 20 one-edit typos in words of six letters", "[plan]") {
  std::set<std::string> words;
  for (const text::Token& token : text::tokenize(text::synonym_groups())) {
    if (token.kind == text::TokenKind::Word) words.insert(token.folded);
  }
  std::string all;
  for (const std::string& word : words) all += word + " ";
  DiskIndex index(std::vector<Row>{{"Words", all}});
  std::mt19937 random(11);
  double typos = 0, mended = 0;
  for (const std::string& word : words) {
    CHECK_FALSE(corrected_query(word, index));
    if (word.size() < 6) continue;
    for (int n = 0; n < 8; ++n) {
      std::string typo = word;
      const std::size_t at = random() % word.size();
      const char letter = static_cast<char>('a' + random() % 26);
      if (n % 4 == 0) typo[at] = letter;
      if (n % 4 == 1) typo.insert(at, 1, letter);
      if (n % 4 == 2) typo.erase(at, 1);
      if (n % 4 == 3 && at > 0) std::swap(typo[at - 1], typo[at]);
      if (words.contains(typo)) continue;
      typos += 1;
      mended += corrected_query(typo, index) == word ? 1 : 0;
    }
  }
  CHECK(typos > 500);
  CHECK(mended >= 0.95 * typos);
}

TEST_CASE("corrections: a missing or swapped letter is more likely than an added or wrong one", "[plan]") {
  DiskIndex index({{"Arrive", "arrive contracts"}, {"Arise", "arise contrast"}, {"Arise", "arise contrast"}});
  CHECK(corrected_query("arive", index) == "arrive");
  CHECK(corrected_query("contracst", index) == "contracts");
}

TEST_CASE("corrections: a typo whose stem is indexed is corrected if the right word is far more frequent", "[plan]") {
  std::vector<Row> rows(25, Row{"Tokenizers", "tokenizers information"});
  rows.push_back({"A slip", "iformations scalers"});
  rows.insert(rows.end(), 3, Row{"Scales", "scales"});
  DiskIndex index(rows);
  const auto corrected = [&](std::string_view q) { return corrected_query(q, index); };
  CHECK(corrected("iformation") == "information");
  CHECK_FALSE(corrected("tokenizer").has_value()); // another form of the word
  CHECK_FALSE(corrected("scaler").has_value());    // not frequent enough
}

TEST_CASE("corrections: the other words say which word was meant", "[plan]") {
  std::vector<Row> rows(20, Row{"Costs", "costs"});
  rows.push_back({"Hosts", "hosts network"});
  rows.insert(rows.end(), 3, Row{"RAG", "rag retrieval"});
  DiskIndex index(rows);
  const auto corrected = [&](std::string_view q) { return corrected_query(q, index); };
  CHECK(corrected("xosts") == "costs");
  CHECK(corrected("xosts network") == "hosts network");
  CHECK(corrected("network xosts zzzzzz") == "network hosts zzzzzz");
  CHECK(corrected("raq retrieval") == "rag retrieval"); // three letters, beside another word
  CHECK_FALSE(corrected("raq").has_value());
}

TEST_CASE("corrections: an absurdly rare word beside a frequent neighbour is a typo", "[plan]") {
  std::vector<Row> rows(150, Row{"Quantization", "attention models coat"});
  rows.push_back({"A slip", "attenion elsewhere"});
  rows.push_back({"The moat", "moat cat elsewhere"});
  DiskIndex index(rows);
  const auto corrected = [&](std::string_view q) { return corrected_query(q, index); };
  CHECK(corrected("attenion models") == "attention models");
  CHECK(corrected("attenion") == "attention");
  CHECK_FALSE(corrected("attenion elsewhere").has_value()); // no article has attention and elsewhere
  CHECK_FALSE(corrected("moat models").has_value());        // the first letter is another one
  CHECK_FALSE(corrected("cat").has_value());                // three letters, and no other word
}

TEST_CASE("corrections: a rare word is a typo if the other words stand with its frequent neighbour", "[plan]") {
  std::vector<Row> rows(60, Row{"Classification", "image classification"});
  rows.insert(rows.end(), 2, Row{"A slip", "image classifcation code"});
  DiskIndex index(rows);
  const auto corrected = [&](std::string_view q) { return corrected_query(q, index); };
  CHECK(corrected("image classifcation") == "image classification");
  CHECK_FALSE(corrected("classifcation code").has_value()); // no article has classification and code
}

TEST_CASE("corrections: what looks like a family name is doubted, and the name of an author stays", "[plan]") {
  std::vector<Row> rows(150, Row{"Isaac", "isaac flat minima"});
  rows.front().authors = {"Flatt"};
  DiskIndex index(rows);
  const auto is_doubtful = [&](std::string_view q) {
    ExploreInIndex statistics = index.explore();
    const auto corrected = trawl::search::corrected_query(q, statistics.terms());
    REQUIRE(corrected);
    return corrected->is_doubtful;
  };
  CHECK(is_doubtful("Isaac Flath"));
  CHECK_FALSE(is_doubtful("isaac flath"));
  CHECK_FALSE(is_doubtful("Isaac, Flath"));
  CHECK_FALSE(is_doubtful("Isaac flath"));
  CHECK_FALSE(corrected_query("flatt", index));
}

TEST_CASE("corrections: behind a first name is meant what stands behind it somewhere, and no other word", "[plan]") {
  std::vector<Row> rows(20, Row{"Apart", "flat minima were described by isaac"});
  rows.insert(rows.end(), 2, Row{"Thanks", "thanks to jeremy howard, who waits"});
  rows.insert(rows.end(), 9, Row{"A coward", "of jeremy as a coward"});
  DiskIndex index(rows);
  CHECK_FALSE(corrected_query("Isaac Flath", index));
  CHECK_FALSE(corrected_query("why Isaac Flath waits", index));
  CHECK_FALSE(corrected_query("Zzyzx Flath", index));
  CHECK(corrected_query("isaac flath", index) == "isaac flat");
  CHECK(corrected_query("Jeremy Howerd", index) == "Jeremy howard");
  CHECK(corrected_query("Jeremy Coward", index) == std::nullopt);
  CHECK(corrected_query("Jeremy Cowarf waits", index) == std::nullopt);
}

TEST_CASE("corrections: the function words of the query's language stay", "[plan]") {
  DiskIndex index(std::vector<Row>(20, {"Warm", "warm transformer"}));
  CHECK_FALSE(corrected_query("warum ein transformer", index));
  CHECK(corrected_query("warmm transformer", index) == "warm transformer");
}

TEST_CASE("corrections: a value of a filter that no article has", "[plan]") {
  DiskIndex index({{"One", "alpha", "pytorch", 1, {"attention", "gpu"}}, {"Two", "alpha", "openai", 1, {"agents"}}});
  const auto corrected = [&](std::string_view q) { return corrected_query(q, index); };
  CHECK(corrected("alpha source:pytorhc") == "alpha source:pytorch");
  CHECK(corrected("tag:gpu,attenton alpha") == "tag:gpu,attention alpha");
  CHECK_FALSE(corrected("tag:att").has_value()); // only its beginning
  CHECK_FALSE(corrected("source:pytorch tag:gpu").has_value());
  CHECK_FALSE(corrected("source:nowhere").has_value());
}

TEST_CASE("corrections: everything but the typo stays as typed", "[plan]") {
  DiskIndex index(std::vector<Row>{{"Attention", "flash attention quantization"}});
  const auto corrected = [&](std::string_view q) { return corrected_query(q, index); };
  CHECK(corrected("Flash  attentoin source:flsh (OR)") == "Flash  attention source:flsh (OR)");
  CHECK(corrected("\"flash attentoin\" -xy") == "\"flash attention\" -xy");
  CHECK(corrected("title:attentoin") == "title:attention");
  CHECK_FALSE(corrected("+attentoin").has_value());
  CHECK_FALSE(corrected("flash attention").has_value());
  CHECK_FALSE(corrected("attentions").has_value());
  CHECK_FALSE(corrected("").has_value());
}

} // namespace corrections_test
