// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/tokenizer.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

namespace tokenizer_test {

using namespace trawl;
using namespace trawl::text;

namespace {

/// Each token with its position, marked by its kind: word/1 (part/1) <com-pound/2> {fused/2} [bigram/1].
std::string dump(std::string_view text) {
  std::string out;
  for (const Token& token : tokenize(text)) {
    const std::string written = token.folded + "/" + std::to_string(token.position);
    out += out.empty() ? "" : " ";
    switch (token.kind) {
    case TokenKind::Word:
      out += written;
      break;
    case TokenKind::Part:
      out += "(" + written + ")";
      break;
    case TokenKind::Compound:
      out += "<" + written + ">";
      break;
    case TokenKind::Fused:
      out += "{" + written + "}";
      break;
    case TokenKind::Bigram:
      out += "[" + written + "]";
      break;
    }
  }
  return out;
}

struct Row {
  std::string_view text, want;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(dump(row.text) == row.want);
  }
}

std::string repeated(std::string_view text, int count) {
  std::string out;
  for (; count > 0; --count) out += text;
  return out;
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (const Token& token : tokenize(text)) {
    if (token.kind == TokenKind::Word) words.push_back(token.folded);
  }
  return words;
}

} // namespace

TEST_CASE("tokenizer: words are numbered from 1, and what separates them does not count", "[text]") {
  check({{"", ""},
         {" \t\n", ""},
         {"?!—*", ""},
         {"one", "one/1"},
         {"  One,  TWO!", "one/1 two/2"},
         {"one\ntwo — three", "one/1 two/2 three/3"}});
}

TEST_CASE("tokenizer: a single '-', '.' or '/' joins words to a compound", "[text]") {
  check({{"fine-tuning", "<fine-tuning/2> {finetuning/2} fine/1 tuning/2"},
         {"torch.compile", "<torch.compile/2> torch/1 compile/2"},
         {"train/test", "<train/test/2> train/1 test/2"},
         {"a-b-c", "<a-b-c/3> a/1 b/2 c/3"},
         {"a\u2010b", "<a-b/2> {ab/2} a/1 b/2"}, // the typographic hyphen
         {"a\u2011b", "<a-b/2> {ab/2} a/1 b/2"}, // the one that does not break lines
         {"a\u2013b", "a/1 b/2"},                // an en dash separates
         {"a--b", "a/1 b/2"},
         {"a -b", "a/1 b/2"},
         {"a- b", "a/1 b/2"},
         {"a.", "a/1"},
         {"-a-", "a/1"},
         {"see a-b c-d", "see/1 <a-b/3> {ab/3} a/2 b/3 <c-d/5> {cd/5} c/4 d/5"}});
}

TEST_CASE("tokenizer: two words with one hyphen are fused, but not two numbers", "[text]") {
  check({{"gpt-5", "<gpt-5/2> {gpt5/2} gpt/1 5/2"},
         {"2024-10", "<2024-10/2> 2024/1 10/2"},
         {"v2-10", "<v2-10/2> v2/1 (v/1) (2/1) 10/2"},
         {"10-k", "<10-k/2> {10k/2} 10/1 k/2"},
         {"a/b", "<a/b/2> a/1 b/2"}});
}

TEST_CASE("tokenizer: a compound has at most eight words", "[text]") {
  CHECK(dump("a.b.c.d.e.f.g.h").starts_with("<a.b.c.d.e.f.g.h/8> a/1 "));
  CHECK(dump("a.b.c.d.e.f.g.h.i") == "<a.b.c.d.e.f.g.h/8> a/1 b/2 c/3 d/4 e/5 f/6 g/7 h/8 i/9");
}

TEST_CASE("tokenizer: a dot begins a name only where a word may begin", "[text]") {
  check({{".NET", ".net/1 (net/1)"},
         {"a .gitignore", "a/1 .gitignore/2 (gitignore/2)"},
         {"(.net", ".net/1 (net/1)"},
         {"..a", "a/1"},
         {". a", "a/1"},
         {".5", "5/1"},
         {"x.NET", "<x.net/2> x/1 net/2"}});
}

TEST_CASE("tokenizer: ++ and # belong to the short names of programming languages", "[text]") {
  check({{"C++", "c++/1"},
         {"C#", "c#/1"},
         {"g++ F#", "g++/1 f#/2"},
         {"C++17", "c++/1 17/2"},
         {"C++-like", "c++/1 like/2"},
         {"C+++", "c/1"},
         {"C++x", "c/1 x/2"},
         {"C#x", "c/1 x/2"},
         {"abc++", "abc/1"}, // three letters
         {"ab#", "ab/1"},
         {"1++", "1/1"},
         {"C+", "c/1"}});
}

TEST_CASE("tokenizer: apostrophes and & join letters, and a possessive is dropped", "[text]") {
  check({{"don't", "don't/1"},
         {"don\u2019t", "don't/1"},
         {"AT&T", "at&t/1"},
         {"q&a", "q&a/1"},
         {"a & b", "a/1 b/2"},
         {"a&1", "a/1 1/2"}, // between letters only
         {"models'", "models/1"},
         {"'quoted'", "quoted/1"},
         {"model's", "model/1"},
         {"MODEL'S", "model/1"},
         {"model\u2019s", "model/1"},
         {"a's's", "a/1"},
         {"'s", "s/1"},
         {"model's-eye", "<model-eye/2> {modeleye/2} model/1 eye/2"}});
}

TEST_CASE("tokenizer: full stops, commas and semicolons join digits, and × joins letters and digits", "[text]") {
  check({{"2.7", "2.7/1"},
         {"1,000", "1,000/1"},
         {"1;2", "1;2/1"},
         {"1, 000", "1/1 000/2"},
         {"v1.2.3", "v1.2.3/1 (v/1) (1.2.3/1)"},
         {"a,b", "a/1 b/2"},
         {"2.x", "<2.x/2> 2/1 x/2"},
         {"2×2", "2x2/1 (2/1) (x/1) (2/1)"},
         {"× 2", "2/1"},
         {"2×", "2/1"}});
}

TEST_CASE("tokenizer: parts of a name share its position", "[text]") {
  check({{"use PyTorch models", "use/1 pytorch/2 (py/2) (torch/2) models/3"},
         {"a_b", "a_b/1 (a/1) (b/1)"},
         {"_x_", "_x_/1 (x/1)"},
         {"x ___ y", "x/1 y/2"},
         {"load_state.py", "<load_state.py/2> load_state/1 (load/1) (state/1) py/2"}});
}

TEST_CASE("tokenizer: Chinese, Japanese and Korean give characters and pairs", "[text]") {
  check({{"家", "家/1"},
         {"索家坟", "索/1 [索家/1] 家/2 [家坟/2] 坟/3"},
         {"モデル", "モ/1 [モデ/1] デ/2 [デル/2] ル/3"},
         {"한국", "한/1 [한국/1] 국/2"},
         {"家 坟", "家/1 坟/2"}, // a pair does not span a blank
         {"GPT家x", "gpt/1 家/2 x/3"},
         {"a-家", "a/1 家/2"},
         {"a.b家", "<a.b/2> a/1 b/2 家/3"},
         {"人々", "人/1 [人々/1] 々/2"}});
}

TEST_CASE("tokenizer: invisible characters do not split words, except a zero-width space", "[text]") {
  check({{"soft\u00ADhyphen", "softhyphen/1"},
         {"\u00ADa", "a/1"},
         {"a\u200Db", "ab/1"},
         {"a\u200Bb", "a/1 b/2"},
         {"cafe\u0301", "cafe/1"}, // a combining accent stays in its word
         {"a\u0301b", "ab/1"}});
}

TEST_CASE("tokenizer: a token has at most 120 bytes, cut between characters", "[text]") {
  CHECK(words_in(repeated("x", 120)) == std::vector{repeated("x", 120)});
  CHECK(words_in(repeated("x", 121) + " y") == std::vector<std::string>{repeated("x", 120), "y"});
  CHECK(words_in(repeated("ж", 61)) == std::vector{repeated("ж", 60)});
  CHECK(words_in("a" + repeated("ж", 60)) == std::vector{"a" + repeated("ж", 59)}); // 119 bytes
  const std::vector<Token> cut = tokenize(repeated("x", 500));
  CHECK(cut.front().end == 500); // its range is the whole word
}

TEST_CASE("tokenizer: a compound that is too long is left out, its words are kept", "[text]") {
  const std::string sixty = repeated("x", 60);
  CHECK(tokenize(sixty.substr(1) + "." + sixty).front().kind == TokenKind::Compound); // 120 bytes
  CHECK(dump(sixty + "." + sixty) == sixty + "/1 " + sixty + "/2");
}

TEST_CASE("tokenizer: the last position is returned, which is the number of words", "[text]") {
  const auto last_position = [](std::string_view text) { return for_each_token(text, [](Token&) {}); };
  CHECK(last_position("") == 0);
  CHECK(last_position("...") == 0);
  CHECK(last_position("one fine-tuned PyTorch") == 4);
  CHECK(last_position("索家坟") == 3);
}

TEST_CASE("tokenizer: the tokens of any text are in order, inside it and on character boundaries", "[text]") {
  static const std::vector<std::string> kPieces{
      "a", "B",      "Cd",     "1",      "_",  "-",  ".",  "/",  "'", "&", "+",  "#", " ",      " ",  "\n",        "é",
      "×", "\u2019", "\u00AD", "\u200B", "家", "モ", "'s", "++", "ﬁ", "⅓", "😀", "ж", "\u0301", "x1", "HTTPServer"};
  constexpr unsigned kSeed = 91;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 5'000; ++round) {
    std::string text;
    for (std::size_t left = random() % 20; left > 0; --left) text += kPieces[random() % kPieces.size()];
    INFO("seed " << kSeed << ": " << text);
    Token word;
    std::uint32_t words = 0;
    const std::uint32_t last = for_each_token(text, [&](Token& token) {
      REQUIRE(token.begin < token.end);
      REQUIRE(token.end <= text.size());
      REQUIRE(utf8::is_valid(std::string_view(text).substr(token.begin, token.end - token.begin)));
      REQUIRE_FALSE(token.folded.empty());
      REQUIRE(token.folded.size() <= kMaxTokenBytes);
      REQUIRE(utf8::is_valid(token.folded));
      if (token.kind == TokenKind::Word) {
        REQUIRE(token.position == ++words);
        REQUIRE(token.begin >= word.end);
        word = token;
      } else if (token.kind == TokenKind::Part) {
        REQUIRE(token.position == word.position);
        REQUIRE(token.begin >= word.begin);
        REQUIRE(token.end <= word.end);
      } else if (token.kind == TokenKind::Bigram) {
        REQUIRE(token.position == word.position);
      } else {
        REQUIRE(token.position > words); // a compound comes before its words, at the position of the last
      }
    });
    REQUIRE(last == words);
  }
}

TEST_CASE("tokenizer: the places of words are those of the tokens of kind word", "[text]") {
  static const std::vector<std::string> kPieces{
      "a",  "B",  "Cd",          "1",   "_",  "__", "-",          ".",      "/",      "'",      "&",
      ",",  "+",  "#",           " ",   "\n", "é",  "×",          "ㅤ",     "家",     "モ",     "한",
      "'s", "++", "fine-tuning", "2.7", "ﬁ",  "😀", "HTTPServer", "\u2010", "\u00AD", "\u200B", "don’t"};
  constexpr unsigned kSeed = 19;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::size_t left = random() % 24; left > 0; --left) text += kPieces[random() % kPieces.size()];
    INFO("seed " << kSeed << ": " << text);
    std::vector<Token> expected;
    for (const Token& token : tokenize(text)) {
      if (token.kind != TokenKind::Word) continue;
      REQUIRE(token.position == expected.size() + 1);
      expected.push_back(token);
    }
    const std::vector<WordPlace> places = word_places(text);
    REQUIRE(places.size() == expected.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      REQUIRE(places[i].begin == expected[i].begin);
      REQUIRE(places[i].end == expected[i].end);
    }
  }
  const std::vector<WordPlace> mixed = word_places("a家b");
  REQUIRE(mixed.size() == 3);
  CHECK((!mixed[0].is_cjk && mixed[1].is_cjk && !mixed[2].is_cjk));
}

// The Hangul fillers (U+115F, U+1160, U+3164, U+FFA0) are letters that folding removes.
TEST_CASE("tokenizer: what follows a word of letters and digits does not change what is found in it", "[text]") {
  // A space ends most words, which have a fast path; the apostrophe before a space takes the other one.
  unsigned random = 1;
  const auto next = [&] { return (random = random * 1664525 + 1013904223) >> 16; };
  for (int round = 0; round < 20'000; ++round) {
    std::string word;
    for (unsigned size = 1 + next() % 6; word.size() < size;) word += "aszASZ09_"[next() % 9];
    if (next() % 100 == 0) word += std::string(kMaxTokenBytes - next() % 9, 'a');
    const auto with = [&](const std::string& end) {
      std::string found;
      for (const Token& token : tokenize("x " + word + end))
        found += std::to_string(static_cast<int>(token.kind)) + std::to_string(token.begin) + "-" +
                 std::to_string(token.end) + "@" + std::to_string(token.position) + token.folded + " ";
      return found;
    };
    CAPTURE(word);
    REQUIRE(with(" ") == with("' "));
  }
}

TEST_CASE("tokenizer: no character gives an empty token", "[text]") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    utf8::append(text, c);
    for (const Token& token : tokenize(text)) {
      if (token.folded.empty() || token.position != 1) FAIL("U+" << std::hex << static_cast<unsigned>(c));
    }
  }
  CHECK(dump("한\u3164국") == "한/1 [한국/1] 국/2");
}

TEST_CASE("tokenizer: plain words are the folded words separated by spaces", "[text]") {
  constexpr unsigned kSeed = 92;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<std::string> expected;
    std::string text;
    for (std::size_t left = random() % 8; left > 0; --left) {
      std::string word(1 + random() % 5, 'a');
      for (char& c : word) c = static_cast<char>('a' + random() % 26);
      expected.push_back(word);
      if (random() % 2 == 0) word.front() = static_cast<char>(word.front() - 'a' + 'A');
      text += word + std::string(1 + random() % 3, " ,!"[random() % 3]);
    }
    INFO("seed " << kSeed << ": " << text);
    REQUIRE(words_in(text) == expected);
    std::string capitals = text;
    for (char& c : capitals) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    REQUIRE(words_in(capitals) == expected);
  }
}

} // namespace tokenizer_test
