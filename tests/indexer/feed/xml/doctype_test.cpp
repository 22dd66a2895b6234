// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/doctype.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

using namespace trawl::feed;
using trawl::html::Entities;

namespace {

/// What follows the declaration, to show where it ends.
std::string after(std::string_view text) { return std::string(text.substr(read_xml_doctype(text).length)); }

Entities entities_of(std::string_view subset) {
  return read_xml_doctype("<!DOCTYPE r [" + std::string(subset) + "]><r/>").entities;
}

} // namespace

TEST_CASE("doctype: it ends at its own >, not at one inside", "[doctype]") {
  struct Row {
    std::string_view text, rest;
  };
  const Row rows[] = {{"<!DOCTYPE html><p>", "<p>"},
                      {"<!DOCTYPE r SYSTEM \"a>b\"><r/>", "<r/>"},
                      {"<!DOCTYPE r PUBLIC 'a>b' 'c'><r/>", "<r/>"},
                      {"<!DOCTYPE r [<!ELEMENT r (#PCDATA)>]><r/>", "<r/>"},
                      {"<!DOCTYPE r [<!ENTITY a \">\">]><r/>", "<r/>"},
                      {"<!DOCTYPE r [<!-- ]> -->]><r/>", "<r/>"},
                      {"<!DOCTYPE r [ ] ><r/>", "<r/>"},
                      {"<!><r/>", "<r/>"},
                      {"<!DOCTYPE r", ""},
                      {"<!DOCTYPE r [<r/>", ""},
                      {"<!DOCTYPE r [<!-- <r/>", ""},
                      {"<!DOCTYPE r SYSTEM 'x><r/>", ""}};
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(after(row.text) == row.rest);
  }
}

TEST_CASE("doctype: entities with plain text are read", "[doctype]") {
  CHECK(entities_of("<!ENTITY a 'one'><!ENTITY b \"two words\">") == Entities{{"a", "one"}, {"b", "two words"}});
  CHECK(entities_of("<!ENTITY a\n'x'>") == Entities{{"a", "x"}});
  CHECK(entities_of("<!ENTITY a '&#233;'>") == Entities{{"a", "é"}}); // numbers are replaced at once (XML 1.0 §4.4.5)
  CHECK(entities_of("<!ENTITY a ''>") == Entities{{"a", ""}});
  CHECK(entities_of("<!ENTITY a 'first'><!ENTITY a 'second'>") == Entities{{"a", "first"}}); // §4.2
  CHECK(entities_of("<!ELEMENT a 'x'><!ATTLIST b 'y'>").empty());
}

TEST_CASE("doctype: an entity that could expand further, or read a file, is ignored", "[doctype][security]") {
  for (const std::string_view declaration :
       {"<!ENTITY a SYSTEM 'file:///etc/passwd'>", "<!ENTITY a PUBLIC 'x' 'y'>", "<!ENTITY % a 'x'>",
        "<!ENTITY a '&b;'>", "<!ENTITY a '&#38;b;'>", "<!ENTITY a '&#60;b>'>", "<!ENTITY a '<b>x</b>'>",
        "<!ENTITY a '%b;'>", "<!ENTITY a>", "<!ENTITY a 'x>", "<!ENTITY>", "<!ENTITY a x>"}) {
    INFO(declaration);
    CHECK(entities_of(declaration).empty());
  }
}

TEST_CASE("doctype: at most 32 entities of 256 bytes are read", "[doctype][limits]") {
  std::string many;
  for (int i = 10; i < 60; ++i) many += "<!ENTITY e" + std::to_string(i) + " 'x'>";
  const Entities entities = entities_of(many);
  CHECK(entities.size() == 32);
  CHECK(entities.contains("e41"));
  CHECK_FALSE(entities.contains("e42"));
  for (const std::size_t size : {255u, 256u, 257u}) {
    INFO(size << " bytes");
    CHECK(entities_of("<!ENTITY a '" + std::string(size, 'x') + "'>").size() == (size <= 256 ? 1u : 0u));
  }
}

TEST_CASE("doctype: any bytes are skipped", "[doctype]") {
  constexpr unsigned kSeed = 5;
  std::mt19937 random(kSeed);
  const std::string alphabet = "<!>[]'\"-ENTITY %&;ax ";
  for (int round = 0; round < 5'000; ++round) {
    std::string text = "<!";
    for (auto left = random() % 50; left > 0; --left) text += alphabet[random() % alphabet.size()];
    INFO("seed " << kSeed << ": " << text);
    const Doctype doctype = read_xml_doctype(text);
    REQUIRE(doctype.length >= 1);
    REQUIRE(doctype.length <= text.size());
    for (const auto& [name, value] : doctype.entities) REQUIRE(value.find_first_of("&<%") == std::string::npos);
  }
}
