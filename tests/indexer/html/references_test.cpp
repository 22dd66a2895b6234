// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/references.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include <libxml/HTMLparser.h>

#include "shared/base/utf8.h"

using namespace trawl;
using namespace trawl::html;

namespace {

struct Row {
  std::string_view source, text;
};

} // namespace

TEST_CASE("references: names and numbers are replaced by their characters", "[references]") {
  const Row rows[] = {{"&amp;", "&"},       {"&lt;", "<"},
                      {"&gt;", ">"},        {"&quot;", "\""},
                      {"&apos;", "'"},      {"&eacute;", "é"},
                      {"&nbsp;", "\u00A0"}, {"&hellip;", "…"},
                      {"&#65;", "A"},       {"&#x41;", "A"},
                      {"&#X4a;", "J"},      {"&#8217;", "’"},
                      {"&#x1F600;", "😀"},  {"&#1114111;", "\U0010FFFF"},
                      {"&#9;", "\t"},       {"&#xD7FF;", "\uD7FF"}};
  for (const Row& row : rows) {
    INFO(row.source);
    const Reference reference = read_reference(row.source);
    CHECK(reference.length == row.source.size());
    CHECK(reference.text == row.text);
    CHECK(read_reference(std::string(row.source) + "x;").length == row.source.size());
  }
}

TEST_CASE("references: the names are those that libxml2 knows", "[references]") {
  int names = 0;
  for (unsigned code = 1; code < 0x3000; ++code) {
    const htmlEntityDesc* const entity = htmlEntityValueLookup(code);
    if (entity == nullptr) continue;
    ++names;
    std::string character;
    utf8::append(character, static_cast<char32_t>(code));
    INFO(entity->name);
    CHECK(decode_references("&" + std::string(entity->name) + ";") == character);
  }
  CHECK(names == 253);
  CHECK(decode_references("&nosuch; &Nbsp;") == "&nosuch; &Nbsp;");
}

TEST_CASE("references: text that is not a reference is unchanged", "[references]") {
  for (const std::string_view text : {"&", "&;", "&amp", "&nope;", "&#;", "&#x;", "&#xg;", "&#6 5;", "&#-65;", "&#+65;",
                                      "& amp;", "&AMP x;", "&#65", "&a-name-that-is-longer-than-any-other-name;"}) {
    INFO(text);
    CHECK(read_reference(text).length == 0);
    CHECK(decode_references(text) == text);
  }
}

TEST_CASE("references: characters that XML forbids are dropped", "[references]") {
  for (const std::string_view text : {"&#0;", "&#1;", "&#x1F;", "&#xD800;", "&#xDFFF;", "&#xFFFE;", "&#xFFFF;",
                                      "&#1114112;", "&#99999999999999999999;", "&#xFFFFFFFFFF;"}) {
    INFO(text);
    const Reference reference = read_reference(text);
    CHECK(reference.length == text.size());
    CHECK(reference.text.empty());
  }
}

TEST_CASE("references: the C1 controls are read as windows-1252", "[references]") {
  CHECK(decode_references("&#128;&#133;&#145;&#x96;&#159;") == "€…‘–Ÿ");
  CHECK(decode_references("&#160;") == "\u00A0");
}

TEST_CASE("references: several that spell one character in UTF-8 are that character", "[references]") {
  const Row rows[] = {{"&#226;&#128;&#153;", "’"},  {"&#xE2;&#x80;&#x99;", "’"},
                      {"&acirc;&#128;&#153;", "’"}, {"&#195;&#169;", "é"},
                      {"&#194;&#163;", "£"},        {"&#240;&#159;&#152;&#128;", "😀"},
                      {"&Atilde;&copy;", "Ã©"}, // names: may mean two characters
                      {"&#201;&#187;", "É»"},   // not a Latin letter in UTF-8
                      {"&#226;&#128;x", "â€x"}, // not complete
                      {"&#65;&#66;", "AB"},         {"&#233;", "é"}};
  for (const Row& row : rows) {
    INFO(row.source);
    CHECK(decode_references(row.source) == row.text);
  }
}

TEST_CASE("references: only names that XML does not define are foreign", "[references]") {
  const Entities own = {{"corp", "Corporation"}, {"eacute", "E"}, {"amp", "and"}};
  CHECK_FALSE(read_reference("&amp;").foreign);
  CHECK_FALSE(read_reference("&#233;").foreign);
  CHECK(read_reference("&eacute;").foreign);
  CHECK_FALSE(read_reference("&corp;", own).foreign);
  CHECK(read_reference("&corp;", own).text == "Corporation");
  CHECK(read_reference("&eacute;", own).text == "E"); // the document's own meaning
  CHECK(read_reference("&amp;", own).text == "&");    // but not of the predefined ones
}

TEST_CASE("references: a text is decoded once, not twice", "[references]") {
  CHECK(decode_references("&amp;lt;") == "&lt;");
  CHECK(decode_references("a &amp; b & c &lt;d&gt;") == "a & b & c <d>");
  CHECK(decode_references("") == "");
  CHECK(decode_references("&&amp;&") == "&&&");
}

TEST_CASE("references: every character of XML survives being written as a number", "[references]") {
  constexpr unsigned kSeed = 4;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 5'000; ++round) {
    char32_t code = static_cast<char32_t>(random() % 0x110000u);
    const bool is_control = code < 0x20 || (code >= 0x80 && code < 0xA0);
    const bool is_forbidden = (code >= 0xD800 && code < 0xE000) || code == 0xFFFE || code == 0xFFFF;
    if (is_control || is_forbidden) continue;
    std::string text;
    utf8::append(text, code);
    INFO("seed " << kSeed << ", U+" << std::hex << static_cast<std::uint32_t>(code));
    REQUIRE(decode_references("&#" + std::to_string(static_cast<std::uint32_t>(code)) + ";") == text);
    REQUIRE(decode_references("a" + text + "b") == "a" + text + "b");
  }
}
