// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/sitemap.h"

#include <catch2/catch.hpp>

#include <string>

#include <zlib.h>

#include "shared/base/date_time.h"
#include "tests/indexer/feed/fixture.h"

using trawl::feed::parse_sitemap;

namespace {

std::string gzip(const std::string& text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

} // namespace

TEST_CASE("sitemap: an ill-formed sitemap is read completely", "[sitemap]") {
  const auto sitemap = parse_sitemap(fixture("sitemap-ill-formed.xml"), "https://s.example/sitemap.xml", "text/xml");
  REQUIRE(sitemap);
  CHECK(sitemap->malformed);
  REQUIRE(sitemap->pages.size() == 2);
  CHECK(sitemap->pages[0].url == "https://s.example/a%20&%20b/?x=1&y=2");
  CHECK(trawl::to_text(*sitemap->pages[0].modified) == "2024-03-01");
  CHECK(sitemap->pages[1].url == "https://s.example/relative");
  CHECK(trawl::to_text(*sitemap->pages[1].published) == "2024-03-02T09:00:00Z");
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

TEST_CASE("sitemap: decompression bombs and other documents are refused", "[sitemap][security]") {
  const auto bomb = parse_sitemap(gzip(std::string(60u << 20, ' ')), "", "");
  REQUIRE_FALSE(bomb);
  CHECK(bomb.error().code == trawl::ErrorCode::TooLarge);
  CHECK_FALSE(parse_sitemap("<html><body>404</body></html>", "", "text/html"));
  CHECK_FALSE(parse_sitemap("\x1F\x8Bxxxx", "", ""));
}
