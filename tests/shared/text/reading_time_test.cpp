// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/reading_time.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"

namespace reading_time_test {

using namespace trawl;
using namespace trawl::text;

namespace {

std::string utf8_of(char32_t c) {
  std::string out;
  utf8::append(out, c);
  return out;
}

/// The words of `text`, each between bars.
std::string units_of(std::string_view text) {
  std::string out;
  for (auto unit = next_unit(text, 0); unit; unit = next_unit(text, unit->end)) {
    out += "|" + std::string(text.substr(unit->begin, unit->end - unit->begin));
  }
  return out;
}

} // namespace

TEST_CASE("reading time: white space separates words, and each CJK character is a word", "[reading_time]") {
  CHECK(measure("").words == 0);
  CHECK(measure("  one\n\ntwo  three-four ").words == 3);
  CHECK(measure("大模型 GPT-4发布").words == 6);
  CHECK(measure("大模型 GPT-4发布").cjk_characters == 5);
  CHECK(measure("한국어 문장").words == 2);
  CHECK(measure("a\xC2\xA0"
                "b")
            .words == 2);
}

TEST_CASE("reading time: 230 words or 400 characters are a minute, and nothing is less", "[reading_time]") {
  CHECK(reading_minutes({0, 0}) == 1);
  CHECK(reading_minutes({230, 0}) == 1);
  CHECK(reading_minutes({231, 0}) == 2);
  CHECK(reading_minutes({400, 400}) == 1);
  CHECK(reading_minutes({1200, 1200}) == 3);
  CHECK(reading_minutes({230 + 400, 400}) == 2);
}

TEST_CASE("reading time: every character of Unicode's White_Space separates words", "[reading_time]") {
  for (const char32_t c : U"\t\n\v\f\r \u0085\u00A0\u1680\u2000\u2005\u200A\u2028\u2029\u202F\u205F\u3000") {
    if (c == 0) continue; // the end of the literal
    INFO("U+" << std::hex << static_cast<unsigned>(c));
    CHECK(measure("a" + utf8_of(c) + "b").words == 2);
    CHECK(measure(utf8_of(c)).words == 0);
  }
  for (const char32_t c : {U'\u200B', U'\u2060', U'\uFEFF', U'-', U'\u00AD', U'\u180E'}) {
    INFO("U+" << std::hex << static_cast<unsigned>(c));
    CHECK(measure("a" + utf8_of(c) + "b").words == 1);
  }
}

TEST_CASE("reading time: Han and kana are words by character, at both ends of their ranges", "[reading_time]") {
  struct Row {
    char32_t first, last;
  };
  for (const Row& row :
       std::vector<Row>{{0x3041, 0x30FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x323AF}}) {
    INFO(std::hex << static_cast<unsigned>(row.first));
    CHECK(measure(utf8_of(row.first) + utf8_of(row.last)).cjk_characters == 2);
    CHECK(measure(utf8_of(row.first - 1)).cjk_characters == 0);
    CHECK(measure(utf8_of(row.last + 1)).cjk_characters == 0);
  }
  CHECK(measure("한국어").cjk_characters == 0); // written with spaces
}

TEST_CASE("reading time: the range of a word has no white space around it", "[reading_time]") {
  CHECK(units_of("") == "");
  CHECK(units_of("  one two ") == "|one|two");
  CHECK(units_of("GPT-4发布 now") == "|GPT-4|发|布|now");
  CHECK(units_of("家") == "|家");
  CHECK(units_of("a家b") == "|a|家|b");
  CHECK_FALSE(next_unit("one", 3));
  CHECK(next_unit("one two", 4)->begin == 4);
  CHECK(next_unit("one two", 1)->begin == 1); // from inside a word: its rest
}

TEST_CASE("reading time: the words of any text cover everything except white space", "[reading_time]") {
  constexpr unsigned kSeed = 95;
  std::mt19937 random(kSeed);
  const std::vector<std::string> pieces{"a", "bc", "家", "あ", " ", "\n", "\u3000", "é", "한", "😀", "。"};
  for (int round = 0; round < 3'000; ++round) {
    std::string text, solid;
    for (std::size_t left = random() % 12; left > 0; --left) {
      const std::string& piece = pieces[random() % pieces.size()];
      text += piece;
      if (piece != " " && piece != "\n" && piece != "\u3000") solid += piece;
    }
    INFO("seed " << kSeed << ": " << text);
    std::string covered;
    std::size_t words = 0, characters = 0, end = 0;
    for (auto unit = next_unit(text, 0); unit; unit = next_unit(text, unit->end)) {
      REQUIRE(unit->begin >= end);
      REQUIRE(unit->begin < unit->end);
      covered += text.substr(unit->begin, unit->end - unit->begin);
      end = unit->end;
      ++words;
      characters += unit->is_cjk ? 1 : 0;
    }
    REQUIRE(covered == solid);
    REQUIRE(measure(text).words == words);
    REQUIRE(measure(text).cjk_characters == characters);
  }
}

TEST_CASE("reading time: minutes are the time at both rates, rounded up once", "[reading_time]") {
  for (std::size_t words = 0; words <= 1'200; words += 23) {
    for (std::size_t characters = 0; characters <= 1'200; characters += 40) {
      INFO(words << " words and " << characters << " characters");
      int minutes = 1;
      while (static_cast<double>(words) / 230 + static_cast<double>(characters) / 400 > minutes + 1e-9) ++minutes;
      CHECK(reading_minutes({words + characters, characters}) == minutes);
    }
  }
}

} // namespace reading_time_test
