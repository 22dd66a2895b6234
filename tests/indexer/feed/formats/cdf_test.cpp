// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "tests/indexer/feed/formats/read_feed.h"

using namespace trawl::feed;

TEST_CASE("cdf: channels and items have their addresses and dates as attributes", "[feed]") {
  const Feed feed =
      read_feed("<CHANNEL HREF='https://c.example/' LASTMOD='1998-11-05T22:12'><TITLE>T &amp;amp; U</TITLE>"
                "<ABSTRACT>A &lt;b&gt;b&lt;/b&gt;</ABSTRACT>"
                "<ITEM HREF='/1' LASTMOD='1998-11-06'><TITLE>One</TITLE><ABSTRACT>First</ABSTRACT></ITEM>"
                "<ITEM><TITLE>Two</TITLE><A HREF='/2'>two</A></ITEM><ITEM/></CHANNEL>");
  CHECK(feed.format == "cdf");
  CHECK(feed.title == "T & U");
  CHECK(feed.description == "A <b>b</b>");
  CHECK(feed.link == "https://c.example/");
  CHECK(date_text(feed.updated) == "1998-11-05T22:12:00Z");
  REQUIRE(feed.entries.size() == 3);
  CHECK(feed.entries[0].title == "One");
  CHECK(feed.entries[0].summary == "First");
  CHECK(feed.entries[0].link == "https://a.example/1");
  CHECK(date_text(feed.entries[0].updated) == "1998-11-06");
  CHECK(feed.entries[1].link == "https://a.example/2");
  CHECK(feed.entries[2].link.empty());
}

TEST_CASE("cdf: items of a nested channel belong to the feed", "[feed]") {
  const Feed feed =
      read_feed("<channel href='/'><channel href='/x'><item href='/1'/></channel><item href='/2'/></channel>");
  REQUIRE(feed.entries.size() == 2);
  CHECK(feed.entries[0].link == "https://a.example/1");
}

TEST_CASE("cdf: items beyond the limit are counted", "[feed][limits]") {
  std::string document = "<channel href='/'>";
  for (std::size_t i = 0; i < kMaxEntries + 3; ++i) document += "<item href='/'/>";
  const Feed feed = read_feed(document + "</channel>");
  CHECK(feed.entries.size() == kMaxEntries);
  CHECK(feed.entries_left_out == 3);
}
