// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/text.h"

#include <catch2/catch.hpp>

#include <string>

using namespace trawl::feed;

TEST_CASE("xml text: references are replaced, and only XML's own are clean", "[xml]") {
  struct Row {
    std::string_view raw, text;
    bool clean;
  };
  const Row rows[] = {{"", "", true},
                      {"plain", "plain", true},
                      {"a &amp; b", "a & b", true},
                      {"&#233;", "é", true},
                      {"a & b", "a & b", false},
                      {"&nope;", "&nope;", false},
                      {"&eacute;", "é", false},
                      {"&#0;x", "x", false},
                      {"&#226;&#128;&#166;", "…", true},
                      {"a\x01"
                       "b",
                       "ab", false},
                      {"a\tb\nc\rd", "a\tb\nc\rd", true},
                      {"\xC2\x93quoted\xC2\x94", "“quoted”", true},
                      {"\xC2\xA0", "\u00A0", true}};
  for (const Row& row : rows) {
    INFO(row.raw);
    XmlTextDecoder decoder;
    CHECK(decoder.decode(row.raw) == row.text);
    CHECK(decoder.is_clean() == row.clean);
  }
}

TEST_CASE("xml text: one bad piece makes the whole document unclean", "[xml]") {
  XmlTextDecoder decoder;
  decoder.decode("a & b");
  decoder.decode("fine");
  CHECK_FALSE(decoder.is_clean());
}

TEST_CASE("xml text: CDATA keeps its references", "[xml]") {
  XmlTextDecoder decoder;
  CHECK(decoder.without_controls("a &amp; b < c\x02") == "a &amp; b < c");
  CHECK_FALSE(decoder.is_clean());
}

TEST_CASE("xml text: entities of the document are replaced, the first declaration binds", "[xml]") {
  XmlTextDecoder decoder;
  decoder.declare({{"a", "one"}});
  decoder.declare({{"a", "other"}, {"b", "two"}});
  CHECK(decoder.decode("&a; &b;") == "one two");
  CHECK(decoder.is_clean());
}

TEST_CASE("xml text: entities may add a mebibyte to a document, then they are left out", "[xml][limits]") {
  XmlTextDecoder decoder;
  decoder.declare({{"a", std::string(256, 'x')}});
  std::string references;
  for (int i = 0; i < 5'000; ++i) references += "&a;";
  const std::size_t size = decoder.decode(references).size();
  CHECK(size > 1'000'000);
  CHECK(size < 1'100'000); // of 1,280,000
  CHECK(decoder.decode("&a;").empty());
  CHECK(decoder.decode("text") == "text");
}
