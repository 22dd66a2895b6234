// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/robots_tag.h"

#include <catch2/catch.hpp>

using trawl::crawl::says_noindex;

TEST_CASE("robots tag: directives, agents and what is neither", "[crawl]") {
  struct Row {
    const char* value;
    bool noindex;
  };
  for (const Row& row : {
           Row{"noindex", true},
           {" NoIndex ", true},
           {"\tnoindex\t", true},
           {"none", true},
           {"all", false},
           {"index, follow", false},
           {"nofollow", false},
           {"nofollow,noindex", true},
           {"noindexing", false},
           {"no index", false},
           {"", false},
           {",,,", false},
           {",noindex", true},
           {"trawl: noindex", true},
           {"TRAWL : none", true},
           {"trawler: noindex", false},
           {"googlebot: noindex", false},
           {"googlebot: nofollow, noindex", false}, // the agent's name covers what follows it
           {"googlebot: noindex, trawl: noindex", true},
           {"googlebot: noindex, trawl: nofollow", false},
           {"trawl: nofollow, noindex", true},
           {"noindex, googlebot: nofollow", true},
           {"unavailable_after: 25 Jun 2030 15:00:00 PST, noindex", true},
           {"max-snippet: 20, noindex", true},
           {"max-image-preview:large", false},
           {"trawl:", false},
           {": noindex", false},
       }) {
    INFO(row.value);
    CHECK(says_noindex(row.value, "trawl") == row.noindex);
  }
}
