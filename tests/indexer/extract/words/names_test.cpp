// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "indexer/extract/words/names.h"

#include <cstdint>
#include <string_view>

namespace names_test {

using namespace trawl::extract;

namespace {

/// Whether a class or id with this value says all of `senses`.
bool says(std::string_view value, std::uint32_t senses) { return (NameLookup().read(value) & senses) == senses; }

TEST_CASE("names: a word is read whole, wherever it stands in a name", "[names]") {
  for (const auto* const name : {"sidebar", "left_sidebar", "leftSidebar", "x sidebar--2 y"}) {
    CHECK(says(name, kBoilerplate));
  }
  CHECK(NameLookup().read("sidebarring") == kNamesBeside); // what is beside an article may go on: sidebar*
  CHECK(NameLookup().read("readable shadow") == 0);        // nor "ad"
}

TEST_CASE("names: a pair is read in two neighbouring words", "[names]") {
  CHECK(says("single-postAuthor", kBoilerplate));
  CHECK_FALSE(says("post-x-author", kBoilerplate));
  CHECK(says("about-author-long", kBoilerplate));
}

TEST_CASE("names: a beginning or an end stands for all words that have it", "[names]") {
  CHECK(says("entry publishedAt", kNamesDate));
  CHECK_FALSE(says("republish", kNamesDate));
  CHECK(says("threadtitle", kNamesTitle));
  CHECK_FALSE(says("untitled", kNamesTitle));
}

TEST_CASE("names: the word after one that describes the layout does not count", "[names]") {
  CHECK(NameLookup().read("has-sidebar") == 0);
  CHECK(NameLookup().read("overflow-hidden") == 0);
  CHECK(says("has-x-sidebar", kBoilerplate));
}

TEST_CASE("names: a box of the layout is no boilerplate, but stands beside the article", "[names]") {
  const std::uint32_t senses = NameLookup().read("content-and-sidebar-container");
  CHECK((senses & kBoilerplate) == 0);
  CHECK((senses & kNamesBeside) != 0);
}

TEST_CASE("names: parts of page builders, styles and identifiers have no role, but say whom and when they name",
          "[names]") {
  CHECK(says("elementor-post-info__author", kNamesAuthor));
  CHECK((NameLookup().read("elementor-widget") & kAllRoles) == 0);
  CHECK((NameLookup().read("print:hidden") & kAllRoles) == 0);
}

TEST_CASE("names: a suffix that a build tool adds is not read", "[names]") {
  CHECK(says("byline_x7Qad", kNamesAuthor | kNamesByline));
  CHECK(NameLookup().read("box_4toc") == 0);
}

TEST_CASE("names: a name that several elements share is read once", "[names]") {
  NameLookup names;
  char value[] = "byline";
  const std::uint32_t first = names.read(value);
  value[0] = 'x'; // the page does not change: only what was kept can still answer
  CHECK(names.read(value) == first);
}

} // namespace

} // namespace names_test
