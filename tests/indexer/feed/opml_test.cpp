// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/opml.h"

#include <catch2/catch.hpp>

#include "tests/indexer/feed/fixture.h"

using namespace trawl::feed;

TEST_CASE("opml: folders of any depth and wrong types are read", "[opml]") {
  const auto opml = read_opml(fixture("subscriptions.opml"));
  REQUIRE(opml);
  CHECK(opml->title == "Mine");
  REQUIRE(opml->feeds.size() == 3);
  CHECK(opml->feeds[0].title == "A &amp; B");
  CHECK(opml->feeds[0].categories == std::vector<std::string>{"Research", "Labs", "ml", "nlp"});
  CHECK(opml->feeds[1].title == "C");
  CHECK_FALSE(opml->feeds[2].is_feed);
  CHECK(opml->feeds[2].note == "sitemap");
  CHECK_FALSE(read_opml("<rss/>"));
}

TEST_CASE("opml: reading what was written gives the same list", "[opml]") {
  const Opml opml{"A & B",
                  {{"one", "https://1.example/?a&b", "https://1.example/", "", {}, true},
                   {"two \"2\"", "https://2.example/f", "", "note", {"Labs", "x"}, true},
                   {"map", "https://3.example/sitemap.xml", "", "a sitemap", {"Labs"}, false}}};
  const std::string text = write_opml(opml);
  const auto again = read_opml("\xEF\xBB\xBF" + text);
  REQUIRE(again);
  CHECK(write_opml(*again) == text);
  CHECK(again->feeds.size() == 3);
  CHECK(again->feeds[1].categories == opml.feeds[1].categories);
}
