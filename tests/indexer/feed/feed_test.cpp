// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/feed.h"

#include <catch2/catch.hpp>

#include <string>

#include "shared/base/date_time.h"
#include "tests/indexer/feed/fixture.h"

namespace feed_test {

using trawl::feed::Feed;
using trawl::feed::parse_feed;

namespace {

Feed read(const std::string& name, const std::string& url = "", const std::string& type = "") {
  const auto feed = parse_feed(fixture(name), url, type);
  REQUIRE(feed);
  return *feed;
}

Feed read_text(const std::string& text, const std::string& url = "") {
  const auto feed = parse_feed(text, url, "");
  REQUIRE(feed);
  return *feed;
}

std::string date_text(const std::optional<trawl::Date>& date) { return date ? trawl::to_text(*date) : "none"; }

} // namespace

TEST_CASE("feed: RSS is read with the modules mixed into it", "[feed]") {
  const Feed feed = read("rss-mixed-vocabularies.xml", "https://notes.example/feed.xml");
  CHECK(feed.format == "rss");
  CHECK_FALSE(feed.malformed);
  CHECK(feed.title == "Notes on models");
  CHECK(feed.link == "https://notes.example/");
  CHECK(feed.next == "https://notes.example/feed.xml?page=2");
  CHECK(feed.ttl == std::chrono::minutes{90});
  CHECK(feed.skip_hours == std::vector<unsigned>{3, 0});
  CHECK(feed.skip_days == std::vector{std::chrono::Sunday});
  REQUIRE(feed.entries.size() == 2);
  const auto& first = feed.entries[0];
  CHECK(first.title == "Q&A: why attention?");
  CHECK(first.link == "https://notes.example/p/1");
  CHECK(date_text(first.published) == "2015-09-03T00:00:00Z");
  REQUIRE(first.authors.size() == 1);
  CHECK(first.authors[0].name == "Ada Writer");
  CHECK(first.authors[0].email == "ada@notes.example");
  CHECK(first.summary == "A summary.");
  CHECK(first.content == "<p>Whole <a href=\"https://notes.example/p/0\">text</a> &amp; more.</p>");
  CHECK(first.categories == std::vector<std::string>{"attention"});
  CHECK(first.language == "en-gb");
  CHECK(feed.entries[1].link == "https://notes.example/p/2");
  CHECK(feed.entries[1].id == "https://notes.example/?p=2");
  CHECK(feed.entries[1].authors.empty());
}

TEST_CASE("feed: a title keeps words in angle brackets that are not HTML", "[feed]") {
  CHECK(read("rss-mixed-vocabularies.xml").entries[1].title == "<think>...</think> a model");
}

TEST_CASE("feed: Atom's type and xml:base are respected", "[feed]") {
  const Feed feed = read("atom-base-and-types.xml", "https://mirror.example/feed");
  CHECK(feed.format == "atom");
  CHECK(feed.title == "AT&amp;T of type text");
  CHECK(feed.link == "https://lab.example/blog/");
  REQUIRE(feed.entries.size() == 2);
  const auto& entry = feed.entries[0];
  CHECK(entry.title == "AT&T of type html");
  CHECK(entry.link == "https://lab.example/blog/2024/x.html");
  CHECK(date_text(entry.updated) == "2024-05-01T10:00:00+02:00");
  CHECK(entry.content == "<p>See <a href=\"https://lab.example/blog/2024/fig/1.png\">figure</a> &lt; 2.</p>");
  CHECK(entry.content_base == "https://lab.example/blog/2024/");
  CHECK(entry.language == "de");
  REQUIRE(entry.authors.size() == 1);
  CHECK(entry.authors[0].name == "Grace Hand");
  CHECK(feed.entries[1].link == "https://lab.example/elsewhere");
  CHECK(feed.entries[1].content.empty());
}

TEST_CASE("feed: everything in a damaged feed is read", "[feed]") {
  const Feed feed = read("rss-damaged.xml", "https://d.example/feed");
  CHECK(feed.malformed);
  CHECK(feed.title == "Damaged é & co");
  REQUIRE(feed.entries.size() == 3);
  CHECK(feed.entries[0].title == "Scaling & laws");
  CHECK(feed.entries[0].link == "https://d.example/?a=1&b=2");
  CHECK(feed.entries[0].summary == "One <b>two</b>");
  CHECK(feed.entries[1].title == "No end");
  CHECK(feed.entries[1].link == "https://d.example/2");
  CHECK(feed.entries[2].title == "Third");
  CHECK(feed.entries[2].summary == "cut o");
}

TEST_CASE("feed: a title or link without its end tag ends where the next element begins", "[feed]") {
  const Feed feed =
      read_text("<rss><channel><item><title>One<link>https://d.example/1<description>Text</description></item>"
                "<item><title>Two</title></item></channel></rss>");
  REQUIRE(feed.entries.size() == 2);
  CHECK(feed.entries[0].title == "One");
  CHECK(feed.entries[0].link == "https://d.example/1");
  CHECK(feed.entries[0].summary == "Text");
  CHECK(feed.entries[1].title == "Two");
}

TEST_CASE("feed: in RDF the items follow the channel", "[feed]") {
  const Feed feed = read("rdf-items-beside.xml");
  CHECK(feed.format == "rdf");
  REQUIRE(feed.entries.size() == 2);
  CHECK(feed.entries[0].link == "https://r.example/1");
  CHECK(date_text(feed.entries[0].published) == "2004-05-28T01:31:15+01:00");
  CHECK(feed.entries[1].title == "Two");
}

TEST_CASE("feed: JSON Feed is read, with numbers for ids", "[feed]") {
  const Feed feed = read("json-feed.json", "https://j.example/feed.json", "text/html");
  CHECK(feed.format == "json");
  CHECK(feed.next == "https://j.example/feed.json?2");
  REQUIRE(feed.entries.size() == 2);
  CHECK(feed.entries[0].id == "7");
  CHECK(feed.entries[0].link == "https://j.example/7");
  CHECK(feed.entries[0].content == "1 &lt; 2");
  CHECK(feed.entries[0].authors[0].name == "Jay");
  CHECK(feed.entries[1].authors[0].name == "Kay");
  CHECK(feed.entries[1].content == "<p><img src=\"https://j.example/8.png\"></p>");
}

TEST_CASE("feed: an error says what the document is instead of a feed", "[feed]") {
  const auto what = [](const std::string& bytes) {
    const auto feed = parse_feed(bytes, "", "application/rss+xml");
    return feed ? std::string("a feed") : feed.error().what;
  };
  CHECK(what("<!doctype html><html><body><pre>&lt;rss></pre></body></html>") == "this is not a feed but an HTML page");
  CHECK(what("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><rss/></html>") ==
        "this is not a feed but an HTML page");
  CHECK(what("<urlset/>") == "this is not a feed but a sitemap");
  CHECK(what("<opml/>") == "this is not a feed but an OPML list of feeds");
  CHECK(what(" \n") == "the feed is empty");
  CHECK(what("hello") == "this is not a feed but something that is not XML");
  CHECK(what("{\"a\": 1}") == "this is JSON, but not a JSON Feed");
  CHECK(what("{\"items\": [") == "the JSON is not well-formed");
}

TEST_CASE("feed: a document type cannot read files or expand entities repeatedly", "[feed][security]") {
  const Feed feed = read("entities-of-a-dtd.xml");
  CHECK(feed.title == "Ada [&host;] [&b;]");
}

TEST_CASE("feed: floods of elements, attributes and depth are bounded", "[feed][security]") {
  std::string many = "<rss><channel>";
  for (int i = 0; i < 6000; ++i) many += "<item><title>t</title></item>";
  const Feed flood = read_text(many);
  CHECK(flood.entries.size() == trawl::feed::kMaxEntries);
  CHECK(flood.entries_left_out == 1000);
  CHECK(what_is_missing(flood) == "the feed has too many entries: 1000 after the first 5000 were left out");

  std::string deep = "<rss><channel><item><title>";
  for (int i = 0; i < 100'000; ++i) deep += "<b>";
  CHECK(read_text(deep + "down</title></item></channel></rss>").malformed);

  std::string attributes = "<rss><channel><title";
  for (int i = 0; i < 50'000; ++i) attributes += " a" + std::to_string(i) + "=''";
  CHECK(read_text(attributes + ">wide</title></channel></rss>").title == "wide");

  std::string comments = "<rss><channel><item><description><![CDATA[";
  for (int i = 0; i < 200'000; ++i) comments += "<!--<a href='";
  CHECK(read_text(comments, "https://x.example/").entries.size() == 1);
  CHECK_FALSE(parse_feed("{\"items\":" + std::string(100'000, '[') + "]}", "", ""));
}

TEST_CASE("feed: the bytes override a wrong declaration", "[feed]") {
  CHECK(read_text("<?xml version='1.0' encoding='utf-16'?><rss><channel><title>Café</title></channel></rss>").title ==
        "Café");
  CHECK(read_text(
            "<?xml version='1.0' encoding='utf-8'?><rss><channel><title>Caf\xe9 na\xc3\xafve</title></channel></rss>")
            .title == "Café naïve");
  CHECK(read_text("<rss><channel><title>&#226;&#128;&#166; &#201;&#187;</title></channel></rss>").title == "… É»");
}

TEST_CASE("feed: the link is the original one, not FeedBurner's redirect", "[feed]") {
  const Feed feed = read_text(
      "<rss xmlns:fb='http://rssnamespace.org/feedburner/ext/1.0'><channel><item><link>http://feeds.example/~r/1</link>"
      "<fb:origLink>https://blog.example/1</fb:origLink></item></channel></rss>");
  CHECK(feed.entries[0].link == "https://blog.example/1");
}

} // namespace feed_test
