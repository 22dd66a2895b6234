// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/sitemap.h"

#include <catch2/catch.hpp>

#include <string>

#include "shared/base/date_time.h"
#include "tests/indexer/feed/fixture.h"
#include "tests/support/gzip.h"

using trawl::feed::parse_sitemap;

TEST_CASE("sitemap: an ill-formed sitemap is read completely", "[sitemap]") {
  const auto sitemap = parse_sitemap(fixture("sitemap-ill-formed.xml"), "https://s.example/sitemap.xml", "text/xml");
  REQUIRE(sitemap);
  CHECK(sitemap->malformed);
  REQUIRE(sitemap->pages.size() == 2);
  CHECK(sitemap->pages[0].url == "https://s.example/a%20&%20b/?x=1&y=2");
  CHECK(trawl::to_text(*sitemap->pages[0].modified) == "2024-03-01");
  CHECK(sitemap->pages[1].url == "https://s.example/relative");
  CHECK(trawl::to_text(*sitemap->pages[1].published) == "2024-03-02T10:00:00+01:00");
  CHECK(sitemap->pages[1].title == "News & views");
}

TEST_CASE("sitemap: indexes, lists, feeds and gzip are read", "[sitemap]") {
  const auto index =
      parse_sitemap("<sitemapindex><sitemap><loc>https://s.example/1.xml.gz</loc></sitemap></sitemapindex>", "", "");
  REQUIRE(index);
  REQUIRE(index->sitemaps.size() == 1);
  CHECK(index->pages.empty());
  const auto list = parse_sitemap("\xEF\xBB\xBFhttps://s.example/a\r\n\r\nhttps://s.example/b\n", "", "text/plain");
  REQUIRE(list);
  CHECK(list->pages.size() == 2);
  const auto packed = parse_sitemap(gzip("https://s.example/a\n"), "https://s.example/sitemap.txt.gz", "");
  REQUIRE(packed);
  CHECK(packed->pages.at(0).url == "https://s.example/a");
  const auto feed = parse_sitemap(fixture("rdf-items-beside.xml"), "", "");
  REQUIRE(feed);
  CHECK(feed->pages.size() == 2);
}

TEST_CASE("sitemap: the largest allowed one is read completely, a larger one is marked as cut", "[sitemap]") {
  const auto largest = GENERATE(true, false);
  std::string xml = "<urlset>", list;
  for (int i = 0; i < (largest ? 50'000 : 50'001); ++i) {
    const auto address = "https://a.example/" + std::to_string(i);
    xml += "<url><loc>" + address + "</loc></url>\n";
    list += address + "\n";
  }
  for (const auto& text : {xml + "</urlset>\n", list + "\n"}) {
    const auto sitemap = parse_sitemap(text, "https://a.example/sitemap.xml", "");
    REQUIRE(sitemap);
    CHECK(sitemap->pages.size() == 50'000);
    CHECK(sitemap->is_cut == !largest);
  }
}

TEST_CASE("sitemap: decompression bombs and other documents are rejected", "[sitemap][security]") {
  const auto bomb = parse_sitemap(gzip(std::string(60u << 20, ' ')), "", "");
  REQUIRE_FALSE(bomb);
  CHECK(bomb.error().code == trawl::ErrorCode::TooLarge);
  CHECK_FALSE(parse_sitemap("<html><body>404</body></html>", "", "text/html"));
  CHECK_FALSE(parse_sitemap("\x1F\x8Bxxxx", "", ""));
}

TEST_CASE("sitemap: entries, titles and dates are read below any prefix", "[sitemap]") {
  const auto sitemap = parse_sitemap(
      "<urlset xmlns:n='http://www.google.com/schemas/sitemap-news/0.9'><url><loc>https://s.example/1</loc>"
      "<lastmod>2024-03-01</lastmod><n:news><n:publication><n:name>Paper</n:name></n:publication>"
      "<n:publication_date>2024-02-29T10:00:00+01:00</n:publication_date><n:title> A \n title "
      "</n:title></n:news></url></urlset>",
      "https://s.example/sitemap.xml", "");
  REQUIRE(sitemap);
  REQUIRE(sitemap->pages.size() == 1);
  CHECK(trawl::to_text(*sitemap->pages[0].modified) == "2024-03-01");
  CHECK(trawl::to_text(*sitemap->pages[0].published) == "2024-02-29T10:00:00+01:00");
  CHECK(sitemap->pages[0].title == "A title");
}

TEST_CASE("sitemap: an entry that cannot be fetched is left out", "[sitemap]") {
  for (const std::string loc : {"", " ", "mailto:a@s.example", "ftp://s.example/", "https://", "javascript:x"}) {
    INFO(loc);
    const auto sitemap = parse_sitemap("<urlset><url><loc>" + loc + "</loc></url><url><loc>/2</loc></url></urlset>",
                                       "https://s.example/sitemap.xml", "");
    REQUIRE(sitemap);
    REQUIRE(sitemap->pages.size() == 1);
    CHECK(sitemap->pages[0].url == "https://s.example/2");
  }
}

TEST_CASE("sitemap: without its own URL only absolute entries are read", "[sitemap]") {
  const auto sitemap =
      parse_sitemap("<urlset><url><loc>/1</loc></url><url><loc>https://s.example/2</loc></url></urlset>", "", "");
  REQUIRE(sitemap);
  REQUIRE(sitemap->pages.size() == 1);
  CHECK(sitemap->pages[0].url == "https://s.example/2");
}

TEST_CASE("sitemap: junk before the root is skipped", "[sitemap]") {
  const auto sitemap =
      parse_sitemap("<br/><b>Warning</b> in x.php<urlset><url><loc>https://s.example/1</loc></url></urlset>",
                    "https://s.example/sitemap.xml", "");
  REQUIRE(sitemap);
  CHECK(sitemap->pages.size() == 1);
  CHECK(sitemap->malformed);
}

TEST_CASE("sitemap: a list may hold other lines, but must begin with a URL", "[sitemap]") {
  const auto list = parse_sitemap("\n  http://s.example/a  \nsee below\nhttps://s.example/b\r\rhttp://\n", "", "");
  REQUIRE(list);
  REQUIRE(list->pages.size() == 2);
  CHECK(list->pages[0].url == "http://s.example/a");
  CHECK(list->pages[1].url == "https://s.example/b");
  CHECK(list->malformed);
  CHECK_FALSE(parse_sitemap("see below\nhttps://s.example/b\n", "", ""));
}

TEST_CASE("sitemap: an error names the sitemap", "[sitemap]") {
  const auto sitemap = parse_sitemap("{}", "https://s.example/sitemap.xml", "");
  REQUIRE_FALSE(sitemap);
  CHECK(sitemap.error().code == trawl::ErrorCode::Malformed);
  CHECK(sitemap.error().what == "this is neither a sitemap nor a list of URLs");
  CHECK(sitemap.error().where == "https://s.example/sitemap.xml");
}
