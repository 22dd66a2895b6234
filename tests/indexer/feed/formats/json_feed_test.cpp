// SPDX-License-Identifier: GPL-3.0-or-later
// Members of wrong types and limits; the members themselves are in tests/data/standards/json_feed.json.
#include <catch2/catch.hpp>

#include <string>

#include "tests/indexer/feed/formats/read_feed.h"

using namespace trawl::feed;

namespace {

Feed feed_of(const std::string& members, const std::string& url = "https://a.example/feed") {
  return read_feed("{\"title\": \"T\"" + (members.empty() ? "" : ", " + members) + "}", url);
}

FeedEntry item_of(const std::string& members) {
  const Feed feed = feed_of("\"items\": [{" + members + "}]");
  REQUIRE(feed.entries.size() == 1);
  return feed.entries.front();
}

} // namespace

TEST_CASE("json feed: members of the wrong type count as missing", "[feed]") {
  const FeedEntry item =
      item_of(R"("id": true, "url": {}, "title": ["x"], "content_html": null, "tags": {}, "authors": [null, 3, {}],
                                   "date_published": 20240301, "image": false)");
  CHECK(item.id.empty());
  CHECK(item.link.empty());
  CHECK(item.title.empty());
  CHECK(item.content.empty());
  CHECK(item.categories.empty());
  CHECK(item.authors.empty());
  CHECK(item.image.empty());
}

TEST_CASE("json feed: authors may be an object, a text or a list of either", "[feed]") {
  const auto names = [](const std::string& members) {
    std::string all;
    for (const FeedAuthor& author : item_of(members).authors) all += author.name + "<" + author.email + ">";
    return all;
  };
  CHECK(names(R"("authors": [{"name": "Ada"}, {"name": "Bo"}])") == "Ada<>Bo<>");
  CHECK(names(R"x("authors": ["Ada", "b@b.example (Bo)"])x") == "Ada<>Bo<b@b.example>");
  CHECK(names(R"("authors": {"name": "Ada"})") == "Ada<>");
  CHECK(names(R"("author": "Ada")") == "Ada<>");
  CHECK(names(R"("authors": [], "author": {"name": "Ada"})") == "Ada<>");
  CHECK(names(R"("authors": [{"name": "Ada"}], "author": {"name": "Bo"})") == "Ada<>");
  CHECK(names(R"("authors": [{"url": "mailto:a@b.c"}])") == "<a@b.c>");
  CHECK(names(R"("authors": [{"url": "https://x.example/"}])") == "");
}

TEST_CASE("json feed: relative addresses follow the feed's own, links in content follow the item's", "[feed]") {
  const FeedEntry item = item_of(R"("url": "/p/1", "image": "i.png", "content_html": "<a href='x'>")");
  CHECK(item.link == "https://a.example/p/1");
  CHECK(item.image == "https://a.example/i.png");
  CHECK(item.content == "<a href=\"https://a.example/p/x\">");
  CHECK(feed_of(R"("feed_url": "https://f.example/d/feed.json", "items": [{"url": "1"}])", "").entries.at(0).link ==
        "https://f.example/d/1");
}

TEST_CASE("json feed: the feed was updated when its newest item was", "[feed]") {
  CHECK(date_text(feed_of(R"("items": [])").updated) == "none");
  CHECK(
      date_text(
          feed_of(
              R"("items": [{"date_published": "2024-03-01"}, {"date_modified": "2024-03-03", "date_published": "2024-03-02"},
                                       {"date_published": "later"}])")
              .updated) == "2024-03-03");
}

TEST_CASE("json feed: text is escaped, HTML is not", "[feed]") {
  CHECK(item_of(R"("content_text": "a < b & c")").content == "a &lt; b &amp; c");
  CHECK(item_of(R"("content_html": "a <b>b</b>")").content == "a <b>b</b>");
  CHECK(item_of(R"("content_html": "", "content_text": "x")").content == "x");
  CHECK(item_of(R"("summary": "1 < 2")").summary == "1 &lt; 2");
  CHECK(item_of(R"("title": " a\n b ")").title == "a b");
}

TEST_CASE("json feed: tags are a list or one text", "[feed]") {
  CHECK(item_of(R"("tags": ["a", " b  c ", "", " ", 3, null])").categories == std::vector<std::string>{"a", "b c"});
  CHECK(item_of(R"("tags": "a")").categories == std::vector<std::string>{"a"});
}

TEST_CASE("json feed: items beyond the limit are counted, other values are not", "[feed][limits]") {
  std::string items = "\"items\": [null";
  for (std::size_t i = 0; i < kMaxEntries + 2; ++i) items += ", {}";
  const Feed feed = feed_of(items + ", 7]");
  CHECK(feed.entries.size() == kMaxEntries);
  CHECK(feed.entries_left_out == 2);
}

TEST_CASE("json feed: it is UTF-8, whatever the header says", "[feed]") {
  const auto feed = parse_feed("{\"title\": \"Caf\u00E9\", \"items\": []}", "", "application/json; charset=iso-8859-1");
  REQUIRE(feed);
  CHECK(feed->title == "Café");
}
