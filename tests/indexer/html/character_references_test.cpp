// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/parser_input.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "indexer/html/dom.h"
#include "indexer/html/text.h"
#include "shared/base/utf8.h"

using namespace trawl;
using namespace trawl::html;

namespace {

std::string bounded(std::string page) {
  bound_character_references(page);
  return page;
}

} // namespace

TEST_CASE("character references: numbers of up to seven digits are kept", "[character_references]") {
  for (const std::string same :
       {"", "text", "&amp;", "&#;", "&#x;", "&#65;", "&#x41", "&#1114111;", "&#9999999;", "&#x10FFFF;", "&#xFFFFFFF;",
        "&#0000000000065;", "&#x00000000041;", "&#", "&#x", "&", "&#-5;", "#12345678"}) {
    INFO(same);
    CHECK(bounded(same) == same);
  }
}

TEST_CASE("character references: longer ones become U+FFFD, and lengths do not change", "[character_references]") {
  struct Row {
    std::string page, expected;
  };
  const Row rows[] = {{"&#12345678;", "&#00065533;"},          {"&#x12345678;", "&#x0000FFFD;"},
                      {"&#X12345678", "&#X0000FFFD"},          {"a&#99999999999z", "a&#00000065533z"},
                      {"&#0012345678;", "&#0000065533;"},      {"&#12345678;&#12345678;", "&#00065533;&#00065533;"},
                      {"&#xabcdefab&#65;", "&#x0000FFFD&#65;"}};
  for (const Row& row : rows) {
    INFO(row.page);
    CHECK(bounded(row.page) == row.expected);
  }
}

TEST_CASE("character references: bounding twice is bounding once, and gives valid text", "[character_references]") {
  constexpr unsigned kSeed = 80;
  std::mt19937 random(kSeed);
  const std::string alphabet = "&#xX0123456789aF;z";
  for (int round = 0; round < 2'000; ++round) {
    std::string page;
    for (int i = 0; i < 6; ++i) {
      page += "&#";
      for (auto left = random() % 14; left > 0; --left) page += alphabet[random() % alphabet.size()];
    }
    INFO("seed " << kSeed << ": " << page);
    const std::string once = bounded(page);
    REQUIRE(once.size() == page.size());
    REQUIRE(bounded(once) == once);
    const auto dom = Dom::parse(page);
    REQUIRE(dom);
    REQUIRE(utf8::is_valid(raw_text(*dom, dom->root())));
  }
}
