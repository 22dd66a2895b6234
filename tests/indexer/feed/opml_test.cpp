// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/opml.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <string>

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

TEST_CASE("opml: a feed's folders come first, then its categories, each once", "[opml]") {
  const auto opml = read_opml("<opml><body><outline text='A'><outline text='B'><outline text='A'>"
                              "<outline text='t' xmlUrl='https://1.example/' category='/B/c, A ,d//e'/>"
                              "</outline></outline></outline></body></opml>");
  REQUIRE(opml);
  REQUIRE(opml->feeds.size() == 1);
  CHECK(opml->feeds[0].categories == std::vector<std::string>{"B", "A", "c", "d", "e"});
}

TEST_CASE("opml: a feed in two folders is read once, in the first", "[opml]") {
  const auto opml = read_opml("<opml><body><outline text='A'><outline xmlUrl='u'/></outline>"
                              "<outline text='B'><outline xmlUrl=' u '/></outline></body></opml>");
  REQUIRE(opml);
  REQUIRE(opml->feeds.size() == 1);
  CHECK(opml->feeds[0].categories == std::vector<std::string>{"A"});
  CHECK(opml->feeds[0].title.empty());
}

TEST_CASE("opml: feeds without a category come before the folders", "[opml]") {
  const std::string text = write_opml({"T",
                                       {{"in", "u1", "", "", {"F", "g"}, true},
                                        {"", "u2", "", "", {}, true},
                                        {"site", "u3", "h3", "n", {}, false},
                                        {"also in", "u4", "", "", {"F"}, true}}});
  CHECK(text ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n    <title>T</title>\n"
        "  </head>\n  <body>\n"
        "    <outline type=\"rss\" text=\"u2\" title=\"u2\" xmlUrl=\"u2\"/>\n"
        "    <outline type=\"link\" text=\"site\" title=\"site\" url=\"u3\" htmlUrl=\"h3\" description=\"n\"/>\n"
        "    <outline text=\"F\">\n"
        "      <outline type=\"rss\" text=\"in\" title=\"in\" xmlUrl=\"u1\" category=\"F,g\"/>\n"
        "      <outline type=\"rss\" text=\"also in\" title=\"also in\" xmlUrl=\"u4\" category=\"F\"/>\n"
        "    </outline>\n  </body>\n</opml>\n");
}

TEST_CASE("opml: random lists are written and read back", "[opml]") {
  constexpr unsigned kSeed = 2;
  std::mt19937 random(kSeed);
  const auto pick = [&] {
    constexpr const char* kWords[] = {"a", "B & C", "<d>", "\"e\"", "f's", "é", "日本", "g h", "&amp;"};
    return std::string(kWords[random() % std::size(kWords)]);
  };
  for (int round = 0; round < 1'000; ++round) {
    Opml opml{pick(), {}};
    for (auto left = random() % 6; left > 0; --left) {
      OpmlFeed feed{
          pick(),       "https://x.example/?a&b=" + std::to_string(left), random() % 2 ? pick() : "", pick(), {},
          left % 2 == 0};
      for (auto categories = random() % 3; categories > 0; --categories)
        feed.categories.push_back(std::string(1, "uvw"[random() % 3]) + std::to_string(categories));
      opml.feeds.push_back(std::move(feed));
    }
    const std::string text = write_opml(opml);
    INFO("seed " << kSeed << ", round " << round << "\n" << text);
    const auto again = read_opml(text);
    REQUIRE(again);
    REQUIRE(again->title == opml.title);
    REQUIRE(again->feeds.size() == opml.feeds.size());
    for (const OpmlFeed& feed : opml.feeds) {
      const auto same = std::ranges::find(again->feeds, feed.feed_url, &OpmlFeed::feed_url);
      REQUIRE(same != again->feeds.end());
      REQUIRE(same->title == feed.title);
      REQUIRE(same->home_url == feed.home_url);
      REQUIRE(same->note == feed.note);
      REQUIRE(same->categories == feed.categories);
      REQUIRE(same->is_feed == feed.is_feed);
    }
  }
}

TEST_CASE("opml: what is not OPML is an error with a hint", "[opml]") {
  for (const char* bytes : {"", "text", "<rss/>", "<html><body><outline xmlUrl='u'/></body></html>", "{}"}) {
    const auto opml = read_opml(bytes);
    REQUIRE_FALSE(opml);
    CHECK(opml.error().what == "this is not OPML");
    CHECK(opml.error().hint == "an OPML file begins with <opml>");
  }
}
