// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/metadata_text.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl::extract;

TEST_CASE("metadata text: white space of any kind becomes single spaces", "[metadata_text]") {
  CHECK(squeeze("  a \t\n b  c ") == "a b c");
  CHECK(squeeze("zero​width­soft") == "zerowidthsoft");
  CHECK(squeeze(std::string("a\x01\x7F") + "b") == "ab");
  CHECK(squeeze(" \n ").empty());
}

TEST_CASE("metadata text: character references are decoded, also when escaped twice", "[metadata_text]") {
  CHECK(clean_value("A &amp; B") == "A & B");
  CHECK(clean_value("A &amp;amp; B") == "A & B");
  CHECK(clean_value("caf&eacute; &#8211; &#x2014;") == "café – —");
  CHECK(clean_value("a&nbsp;b") == "a b");
  for (const std::string kept : {"AT&T", "&unknown;", "&#0;", "&#xD800;", "&#99999999;", "a & b; c", "&"}) {
    CAPTURE(kept);
    CHECK(clean_value(kept) == kept);
  }
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
