// SPDX-License-Identifier: GPL-3.0-or-later
// Which element wins if a feed has several for one thing; each element by itself is in tests/data/standards/rss.json.
#include <catch2/catch.hpp>

#include <string>

#include "tests/indexer/feed/formats/read_feed.h"

using namespace trawl::feed;

TEST_CASE("rss: the best link of an item wins", "[feed]") {
  struct Row {
    std::string elements, link;
  };
  const Row rows[] = {
      {"<link>/1</link>", "https://a.example/1"},
      {"<link>/1</link><link>/2</link>", "https://a.example/2"},
      {"<link>/1</link><link/>", "https://a.example/1"},
      {"<link href='/1'/>", "https://a.example/1"},
      {"<link rel='self' href='/1'/>", ""},
      {"<link rel='alternate' href='/1'/>", "https://a.example/1"},
      {"<atom:link href='/1'/>", "https://a.example/1"},
      {"<link>/1</link><feedburner:origLink>https://b.example/2</feedburner:origLink>", "https://b.example/2"},
      {"<guid>https://b.example/3</guid>", "https://b.example/3"},
      {"<guid isPermaLink='false'>https://b.example/3</guid>", ""},
      {"<guid isPermaLink=' FALSE '>https://b.example/3</guid>", ""},
      {"<guid isPermaLink='no'>https://b.example/3</guid>", "https://b.example/3"}, // only "false" says no
      {"<guid>https://b.example/a b</guid>", ""},
      {"<guid>b.example/3</guid>", ""},
      {"<link>/1</link><guid>https://b.example/3</guid>", "https://a.example/1"},
  };
  for (const Row& row : rows) {
    INFO(row.elements);
    CHECK(rss_item(row.elements).link == row.link);
  }
}

TEST_CASE("rss: an item's content and summary are different elements", "[feed]") {
  struct Row {
    std::string elements, summary, content;
  };
  const Row rows[] = {
      {"<description>d</description>", "d", ""},
      {"<content:encoded>c</content:encoded>", "", "c"},
      {"<description>d</description><content:encoded>c</content:encoded>", "d", "c"},
      {"<description>d</description><summary>s</summary>", "d", "s"},
      {"<summary>s</summary>", "s", ""},
      {"<description/><itunes:summary>s</itunes:summary>", "s", ""},
      {"<itunes:subtitle>t</itunes:subtitle><itunes:summary>s</itunes:summary>", "s", ""},
      {"<media:group><media:description>m</media:description></media:group>", "m", ""},
      {"<description>d</description><fullitem>f</fullitem>", "d", "f"},
  };
  for (const Row& row : rows) {
    INFO(row.elements);
    const FeedEntry item = rss_item(row.elements);
    CHECK(item.summary == row.summary);
    CHECK(item.content == row.content);
  }
}

TEST_CASE("rss: an item's language is its own, else the channel's", "[feed]") {
  const auto language = [](const std::string& channel, const std::string& item) {
    return read_feed("<rss><channel>" + channel + "<item><title xml:lang='xx'>T</title>" + item +
                     "</item></channel></rss>")
        .entries.at(0)
        .language;
  };
  CHECK(language("<language>en</language>", "<dc:language>de</dc:language>") == "de");
  CHECK(language("<language>en</language>", "<language>fr</language>") == "fr");
  CHECK(language("<language>en</language>", "") == "xx");
  CHECK(read_feed("<rss><channel><language>en</language><item/></channel></rss>").entries.at(0).language == "en");
  CHECK(read_feed("<rss xml:lang='it'><channel><item/></channel></rss>").entries.at(0).language == "it");
}

TEST_CASE("rss: items are read wherever they are", "[feed]") {
  const auto titles = [](const std::string& document) {
    std::string all;
    for (const FeedEntry& entry : read_feed(document).entries) all += entry.title;
    return all;
  };
  CHECK(titles("<rss><channel><item><title>1</title></item></channel><item><title>2</title></item></rss>") == "12");
  CHECK(titles("<rss><channel><items><item><title>1</title></item></items></channel></rss>") == "1");
  CHECK(titles("<rss><channel/><channel><item><title>1</title></item></channel></rss>") == "1");
  CHECK(titles("<rss><item><title>1</title></item></rss>") == "1");
}

TEST_CASE("rss: the title of the channel's image or text input is not the channel's", "[feed]") {
  const Feed feed =
      read_feed("<rss><channel><image><title>I</title><link>/i</link></image><textInput><title>X</title></textInput>"
                "<title>T</title><link>/</link></channel></rss>");
  CHECK(feed.title == "T");
  CHECK(feed.link == "https://a.example/");
}

TEST_CASE("rss: how long a copy of a channel may be used", "[feed]") {
  using std::chrono::minutes;
  struct Row {
    std::string elements;
    long expected; ///< minutes; 0: not said
  };
  const Row rows[] = {
      {"", 0},
      {"<ttl>60</ttl>", 60},
      {"<ttl>0</ttl>", 0},
      {"<ttl>0</ttl><sy:updatePeriod>daily</sy:updatePeriod>", 1'440},
      {"<ttl> 5 </ttl><sy:updatePeriod>daily</sy:updatePeriod>", 5},
      {"<ttl>1h</ttl>", 0},
      {"<ttl>99999999999999</ttl>", 0}, // not a number that a program can hold
      {"<ttl>525601</ttl>", 525'600},
      {"<sy:updatePeriod> Hourly </sy:updatePeriod>", 60},
      {"<sy:updatePeriod>weekly</sy:updatePeriod><sy:updateFrequency>7</sy:updateFrequency>", 1'440},
      {"<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>", 60},
      {"<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>x</sy:updateFrequency>", 60},
      {"<sy:updatePeriod>always</sy:updatePeriod>", 0},
      {"<sy:updateFrequency>2</sy:updateFrequency>", 0},
  };
  for (const Row& row : rows) {
    INFO(row.elements);
    CHECK(read_feed("<rss><channel>" + row.elements + "</channel></rss>").ttl.value_or(minutes{0}) ==
          minutes{row.expected});
  }
}

TEST_CASE("rss: hours and days without updates are read in order, and invalid ones are left out", "[feed]") {
  const Feed feed =
      read_feed("<rss><channel><skipHours><hour>23</hour><hour>0</hour><hour>24</hour><hour>25</hour><hour>-1</hour>"
                "<hour>x</hour></skipHours><skipDays><day> SATURDAY </day><day>Sunday</day><day>Sun</day></skipDays>"
                "</channel></rss>");
  CHECK(feed.skip_hours == std::vector<unsigned>{23, 0, 0});
  CHECK(feed.skip_days == std::vector{std::chrono::Saturday, std::chrono::Sunday});
}

TEST_CASE("rss: in RDF the address of an item may be its rdf:about", "[feed]") {
  const auto item = [](const std::string& attributes, const std::string& elements) {
    return read_entry("<rdf:RDF><channel/><item " + attributes + ">" + elements + "</item></rdf:RDF>");
  };
  CHECK(item("rdf:about='https://r.example/1'", "").link == "https://r.example/1");
  CHECK(item("rdf:about='https://r.example/1'", "").id == "https://r.example/1");
  CHECK(item("rdf:about='https://r.example/1'", "<link>/2</link>").link == "https://a.example/2");
  CHECK(item("rdf:about='urn:1'", "").link.empty());
  CHECK(item("rdf:about='urn:1'", "<dc:identifier>i</dc:identifier>").id == "i");
}
