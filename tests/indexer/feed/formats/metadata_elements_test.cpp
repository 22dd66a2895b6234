// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/metadata_elements.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "tests/indexer/feed/formats/read_feed.h"

using namespace trawl::feed;

namespace {

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("metadata elements: categories come from all their elements, each once, and from lists of keywords",
          "[feed]") {
  CHECK(rss_item("<category>AI</category><category> AI </category><dc:subject>ML</dc:subject>").categories ==
        Texts{"AI", "ML"});
  CHECK(rss_item("<category/><category> </category>").categories.empty());
  CHECK(rss_item("<itunes:keywords>a, b ,,a,c</itunes:keywords><tags>d</tags>").categories ==
        Texts{"a", "b", "c", "d"});
  CHECK(rss_item("<itunes:category text='Tech'><itunes:category text='AI'/></itunes:category>").categories ==
        Texts{"Tech", "AI"});
  CHECK(atom_entry("<category term=' t ' label='L'/><category label='M'/><category>n</category>").categories ==
        Texts{"t", "M", "n"});
}

TEST_CASE("metadata elements: at most a hundred categories are kept", "[feed][limits]") {
  std::string elements;
  for (int i = 0; i < 150; ++i) elements += "<category>c" + std::to_string(i) + "</category>";
  const auto categories = rss_item(elements).categories;
  REQUIRE(categories.size() == kMaxPerEntry);
  CHECK(categories.back() == "c99");
}

TEST_CASE("metadata elements: the best name with a readable date counts, and of one name the last", "[feed]") {
  struct Row {
    std::string elements, published;
  };
  const Row rows[] = {{"", "none"},
                      {"<pubDate>2024-01-01</pubDate>", "2024-01-01"},
                      {"<pubDate>soon</pubDate><dc:date>2024-01-02</dc:date>", "2024-01-02"},
                      {"<dc:date>2024-01-02</dc:date><pubDate>2024-01-01</pubDate>", "2024-01-01"},
                      {"<pubDate>2024-01-01</pubDate><pubDate>2024-01-03</pubDate>", "2024-01-03"},
                      {"<pubDate>2024-01-01</pubDate><pubDate>soon</pubDate>", "2024-01-01"},
                      {"<pubDate/>", "none"}};
  for (const Row& row : rows) {
    INFO(row.elements);
    CHECK(date_text(rss_item(row.elements).published) == row.published);
  }
}

TEST_CASE("metadata elements: of several Atom links, the HTML one is taken, else one without a type, else the first",
          "[feed]") {
  const std::string any = "<link href='/any'/>", html = "<link type='text/html' href='/html'/>",
                    pdf = "<link type='application/pdf' href='/pdf'/>", text = "<link type='text/plain' href='/text'/>";
  struct Row {
    std::string links, link;
  };
  const Row rows[] = {{any + html, "https://a.example/html"},
                      {html + any, "https://a.example/html"},
                      {pdf + any, "https://a.example/any"},
                      {any + pdf, "https://a.example/any"},
                      {pdf + text, "https://a.example/pdf"},
                      {pdf + text + any + html, "https://a.example/html"},
                      {"<link rel='alternate' href=''/>", ""},
                      {"<link rel='alternate'/>" + any, "https://a.example/any"},
                      {html + "<link type='application/xhtml+xml' href='/second'/>", "https://a.example/html"}};
  for (const Row& row : rows) {
    INFO(row.links);
    CHECK(atom_entry(row.links).link == row.link);
  }
}

TEST_CASE("metadata elements: only links of the wanted relation count", "[feed]") {
  for (const std::string rel : {"self", "edit", "enclosure", "via", "alternate home", "x-alternate"}) {
    INFO(rel);
    CHECK(atom_entry("<link rel='" + rel + "' href='/x'/>").link.empty());
  }
  for (const std::string rel :
       {"", " ", "alternate", "ALTERNATE", "http://www.iana.org/assignments/relation/alternate"}) {
    INFO(rel);
    CHECK(atom_entry("<link rel='" + rel + "' href='/x'/>").link == "https://a.example/x");
  }
}

TEST_CASE("metadata elements: the image is the first picture in the entry, at any depth", "[feed]") {
  struct Row {
    std::string elements, image;
  };
  const Row rows[] = {
      {"<media:thumbnail url='/t.png'/>", "https://a.example/t.png"},
      {"<media:group><media:thumbnail url='/t.png'/></media:group>", "https://a.example/t.png"},
      {"<media:content url='/v.mp4' medium='video'/><media:content url='/i.png' medium='image'/>",
       "https://a.example/i.png"},
      {"<media:content url='/i.png' type='image/png'/>", "https://a.example/i.png"},
      {"<media:content url='/i.png'/>", ""},
      {"<enclosure url='/a.mp3' type='audio/mpeg'/>", ""},
      {"<enclosure url='/i.jpg' type='image/jpeg'/><media:thumbnail url='/t.png'/>", "https://a.example/i.jpg"},
      {"<itunes:image href='/cover.jpg'/>", "https://a.example/cover.jpg"},
      {"<thumbnail url='/t.png'/><image href='/x.png'/>", ""},
      {"<media:thumbnail xml:base='https://c.example/' url='t.png'/>", "https://c.example/t.png"},
  };
  for (const Row& row : rows) {
    INFO(row.elements);
    CHECK(rss_item(row.elements).image == row.image);
  }
}
