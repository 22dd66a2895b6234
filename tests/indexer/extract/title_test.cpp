// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "tests/indexer/extract/metadata_support.h"

using namespace trawl::extract;

TEST_CASE("title: a heading that is the project's name on every page is not the article's", "[title]") {
  const auto page = read_page("<title>Memory for Agents</title><h1>Parrot: a model that talks</h1>"
                              "<h2 class='blog-title'>Memory for Agents, measured</h2><p>Text.");
  CHECK(page.title.starts_with("Memory for Agents"));
}

TEST_CASE("title: a heading in other words than the title element stays without a rival", "[title]") {
  const auto page =
      read_page("<title>Daily News</title><h1>A fox was seen in the park</h1><h2>What people say</h2><p>Text.");
  CHECK(page.title == "A fox was seen in the park");
}
