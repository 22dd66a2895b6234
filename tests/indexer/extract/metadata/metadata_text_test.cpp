// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/metadata_text.h"

#include <random>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"

using namespace trawl::extract;

namespace {

/// Pieces of markup, references, spaces and scripts in random order.
std::string random_value(std::uint32_t seed) {
  static constexpr std::string_view kParts[] = {
      "a",   "Bc", " ", "\n", "\u00A0", "&amp;",  "&lt;", "&#8217;", "&", ";", "<em>", "</em>", "<br>",
      "<p>", "<",  ">", "字", "é",      "\u0301", "\xFF", "\xC3",    "-", "'", "’",    "😀",    "\u200B"};
  std::mt19937 random(seed);
  std::string value;
  const std::size_t count = random() % 20;
  for (std::size_t i = 0; i < count; ++i) value += kParts[random() % std::size(kParts)];
  return value;
}

} // namespace

TEST_CASE("metadata text: white space of any kind becomes single spaces", "[metadata_text]") {
  CHECK(squeeze("  a \t\n b  c ") == "a b c");
  CHECK(squeeze("zero​width­soft") == "zerowidthsoft");
  CHECK(squeeze(std::string("a\x01\x7F") + "b") == "ab");
  CHECK(squeeze(" \n ").empty());
}

TEST_CASE("metadata text: inline tags are removed, other angle brackets stay", "[metadata_text]") {
  CHECK(clean_value("An <em>important</em> finding") == "An important finding");
  CHECK(clean_value("One<br />two") == "One two");
  CHECK(clean_value("&lt;b&gt;Bold&lt;/b&gt;") == "Bold");
  CHECK(clean_value("a < b and std::vector<int>") == "a < b and std::vector<int>");
}

TEST_CASE("metadata text: equal keys mean the same wording", "[metadata_text]") {
  CHECK(wording_key("Don't panic!") == wording_key("dont  PANIC"));
  CHECK(wording_key("GPT-4: a report") == "gpt 4 a report");
  CHECK(wording_key("—").empty());
}

TEST_CASE("metadata text: wording is contained at word boundaries", "[metadata_text]") {
  CHECK(contains_wording("models learn dates", "learn dates"));
  CHECK(contains_wording("models learn dates", "models"));
  CHECK(contains_wording("a aa a", "aa"));
  CHECK_FALSE(contains_wording("models learn dates", "date"));
  CHECK_FALSE(contains_wording("models learn dates", "odels"));
  CHECK_FALSE(contains_wording("models", ""));
  CHECK_FALSE(contains_wording("", "models"));
}

TEST_CASE("metadata text: in scripts without spaces two characters are a word", "[metadata_text]") {
  CHECK(words_in_key("") == 0);
  CHECK(words_in_key("models learn dates") == 3);
  CHECK(words_in_key("言語モデル") == 3);
}

TEST_CASE("metadata text: squeezing, and making a key, again changes nothing", "[metadata_text]") {
  for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
    const std::string value = random_value(seed);
    INFO("seed " << seed << ": " << value);
    const std::string once = squeeze(value), key = wording_key(value);
    CHECK(squeeze(once) == once);
    CHECK(wording_key(key) == key);
    CHECK(trawl::utf8::is_valid(once));
    CHECK(trawl::utf8::is_valid(key));
    CHECK(key.find("  ") == std::string::npos);
    CHECK_FALSE((key.starts_with(' ') || key.ends_with(' ')));
  }
}

TEST_CASE("metadata text: contained wording is what a search for padded words finds", "[metadata_text]") {
  for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
    const std::string whole = wording_key(random_value(seed)),
                      part = wording_key(random_value(seed + 7'000).substr(0, 3));
    INFO("seed " << seed << ": \"" << whole << "\" and \"" << part << '"');
    const bool expected = !part.empty() && (" " + whole + " ").contains(" " + part + " ");
    CHECK(contains_wording(whole, part) == expected);
  }
}

TEST_CASE("metadata text: breaks and paragraphs separate words, in any case", "[metadata_text]") {
  for (const char* tag : {"<br>", "<BR>", "<br/>", "<p>", "</p>", "</P>", "<p class=x>", "<div>", "</div>"}) {
    CAPTURE(tag);
    CHECK(clean_value("One" + std::string(tag) + "two") == "One two");
  }
  for (const char* tag : {"<b>", "</EM>", "<span class='x'>", "<wbr>", "<a href=x>"}) {
    CAPTURE(tag);
    CHECK(clean_value("One" + std::string(tag) + "two") == "Onetwo");
  }
}

TEST_CASE("metadata text: a tag that never ends, or is not an inline tag, is text", "[metadata_text]") {
  for (const char* text : {"a <b", "a <script>x</script>", "x <y> z", "1 < 2 > 0", "<>", "</>", "< b>"}) {
    CAPTURE(text);
    CHECK(clean_value(text) == text);
  }
  CHECK(clean_value("<b " + std::string(600, 'x') + ">y").size() > 600); // too long for a tag
}

TEST_CASE("metadata text: every form of character reference is decoded", "[metadata_text]") {
  const std::pair<const char*, const char*> rows[] = {
      {"&#65;", "A"},      {"&#x41;", "A"},           {"&#X41;", "A"},
      {"&#x1F600;", "😀"}, {"&eacute;", "é"},         {"&Eacute;", "É"},
      {"&AMP;", "&AMP;"},  {"&amp", "&amp"},          {"&#;", "&#;"},
      {"&#x;", "&#x;"},    {"&#6a;", "&#6a;"},        {"&#x110000;", ""},
      {"&;", "&;"},        {"&amp;lt;b&amp;gt;", ""}, {"&#-65;", "&#-65;"},
      {"&#150;", "–"}, // Windows-1252, as the HTML Standard reads it (§13.2.5.80)
      {"&#x92;", "’"},
  };
  for (const auto& [text, value] : rows) {
    CAPTURE(text);
    CHECK(clean_value(text) == value);
  }
  CHECK(clean_value("&amp;amp;amp;") == "&amp;"); // decoded twice, not more
}

TEST_CASE("metadata text: invisible characters vanish, ill-formed bytes are marked", "[metadata_text]") {
  CHECK(squeeze("\uFEFFa\u200Bb\u202Ec\u00ADd") == "abcd");
  CHECK(squeeze("a\u2003b\u3000c\u2028d") == "a b c d");
  CHECK(squeeze("a\xC2\x81\x7F"
                "b") == "ab"); // control characters
  CHECK(squeeze("a\xFF") == "a\uFFFD");
  CHECK(squeeze("a\u200Db") == "a\u200Db"); // joins emoji and letters of some scripts
}

TEST_CASE("metadata text: a key folds case in every script and keeps marks", "[metadata_text]") {
  CHECK(wording_key("ÉTÉ Привет ΑΒΓ") == "été привет αβγ");
  CHECK(wording_key("हिन्दी") == "हिन्दी");
  CHECK(wording_key("C++ & C#") == "c c");
  CHECK(wording_key("O'Hop, O’Hop, O‘Hop") == "ohop ohop ohop");
  CHECK(wording_key("\u00ADsoft\u00ADhyphen") == "softhyphen");
}

TEST_CASE("metadata text: words in a key of mixed scripts", "[metadata_text]") {
  CHECK(words_in_key("gpt") == 1);
  CHECK(words_in_key("gpt 4") == 2);
  CHECK(words_in_key("字") == 1);
  CHECK(words_in_key("字字") == 2);
  CHECK(words_in_key("gpt 字字字字") == 4);
  CHECK(words_in_key("모델 학습") == 2); // Hangul has spaces
}
