// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/seed_result.h"

#include "indexer/crawl/pipeline/feed_signal.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::crawl;
using schema::SourceKind;
using Urls = std::vector<std::string>;

namespace {

Result<SeedResult> read(SourceKind kind, const std::string& body, const std::string& type = "text/html",
                        const std::string& url = "https://e.org/seed") {
  fetch::FetchResponse response;
  response.status = 200;
  response.url = url;
  response.content_type = type;
  response.body = body;
  return read_seed_result(kind, response);
}

Urls articles(const Result<SeedResult>& result) {
  REQUIRE(result);
  Urls urls;
  for (const auto& entry : result->articles) urls.push_back(entry.url);
  return urls;
}

std::string rss(const std::string& items, const std::string& channel = "") {
  return "<rss version='2.0'><channel><title>F</title>" + channel + items + "</channel></rss>";
}

std::string item(const std::string& title, const std::string& link, const std::string& more = "") {
  return "<item><title>" + title + "</title><link>" + link + "</link>" + more + "</item>";
}

} // namespace

TEST_CASE("seed result: the links of a feed are canonical, in order, each once", "[crawl]") {
  const auto result = read(SourceKind::Feed, rss(item("b", "https://e.org/b?utm_source=x") + item("a", "/a") +
                                                 item("b", "https://e.org/b") + item("c", "ftp://e.org/c")));
  CHECK(articles(result) == Urls{"https://e.org/b", "https://e.org/a"});
}

TEST_CASE("seed result: an entry without a link has its id, if that is an address", "[crawl]") {
  const auto result =
      read(SourceKind::Feed, rss("<item><title>a</title><guid>https://e.org/a</guid></item>"
                                 "<item><title>b</title><guid isPermaLink='false'>tag:b</guid></item>"));
  CHECK(articles(result) == Urls{"https://e.org/a"});
}

TEST_CASE("seed result: a link shared by entries of different titles is no article, one of equal titles is",
          "[crawl]") {
  const auto result = read(SourceKind::Feed, rss(item("one", "https://e.org/") + item("two", "https://e.org/") +
                                                 item("same", "https://e.org/s") + item("same", "https://e.org/s#2")));
  CHECK(articles(result) == Urls{"https://e.org/s"});
}

TEST_CASE("seed result: an entry brings its signal", "[crawl]") {
  const auto result = read(SourceKind::Feed, rss(item("Title", "https://e.org/a", "<description>Text</description>")));
  REQUIRE(result);
  const auto signal = signal_from_json(result->articles.at(0).signal);
  REQUIRE(signal);
  CHECK(signal->title == "Title");
  CHECK(signal->body_html == "Text");
}

TEST_CASE("seed result: what a feed says about when to come again", "[crawl]") {
  const auto result =
      read(SourceKind::Feed, rss(item("a", "/a"), "<ttl>90</ttl><skipHours><hour>1</hour><hour>23</hour>"
                                                  "</skipHours><skipDays><day>Sunday</day></skipDays>"));
  REQUIRE(result);
  CHECK(result->ttl == std::chrono::minutes(90));
  CHECK(result->skip_hours == std::vector<unsigned>{1, 23});
  CHECK(result->skip_days == std::vector<std::chrono::weekday>{std::chrono::Sunday});
  CHECK_FALSE(read(SourceKind::Feed, rss(item("a", "/a")))->ttl);
}

TEST_CASE("seed result: the next page is the one that the feed names, else the one its program counts", "[crawl]") {
  const std::string atom = "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='?page=2'/>"
                           "<entry><title>a</title><link href='/a'/></entry></feed>";
  CHECK(read(SourceKind::Feed, atom, "application/atom+xml")->next == "https://e.org/seed?page=2");
  const auto wordpress = rss(item("a", "/a"), "<generator>https://wordpress.org/?v=6</generator>");
  CHECK(read(SourceKind::Feed, wordpress)->next == "https://e.org/seed?paged=2");
  CHECK(read(SourceKind::Feed, rss(item("a", "/a")))->next.empty());
}

TEST_CASE("seed result: a sitemap has its pages with their dates, an index its parts", "[crawl]") {
  const auto sitemap =
      read(SourceKind::Sitemap, "<urlset><url><loc>https://e.org/a</loc><lastmod>2026-04-08</lastmod></url>"
                                "<url><loc>https://e.org/b</loc></url><url><loc>https://e.org/a</loc></url></urlset>");
  CHECK(articles(sitemap) == Urls{"https://e.org/a", "https://e.org/b"});
  CHECK(sitemap->articles[0].modified == Moment(std::chrono::sys_days{std::chrono::year{2026} / 4 / 8}));
  CHECK(sitemap->articles[1].modified == Moment{});
  const auto index = read(SourceKind::Sitemap, "<sitemapindex><sitemap><loc>https://e.org/1.xml</loc></sitemap>"
                                               "<sitemap><loc>https://e.org/2.xml</loc></sitemap></sitemapindex>");
  REQUIRE(index);
  CHECK(index->articles.empty());
  CHECK(index->sitemaps == Urls{"https://e.org/1.xml", "https://e.org/2.xml"});
}

TEST_CASE("seed result: a link to the machine that built the site leads to the site, any other IPv6 address stays",
          "[crawl]") {
  CHECK(articles(read(SourceKind::Feed, rss(item("a", "http://[::1]:4000/a") + item("b", "http://[2001:db8::7]/b")))) ==
        Urls{"https://e.org/a", "http://[2001:db8::7]/b"});
}

TEST_CASE("seed result: a list page has all its links", "[crawl]") {
  const auto page =
      read(SourceKind::PageList, "<body><a href='/a'>A</a> <a href='b?utm_medium=x'>B</a> <a href='/a#x'>A</a>"
                                 "<a href='mailto:x@e.org'>mail</a></body>");
  CHECK(articles(page) == Urls{"https://e.org/a", "https://e.org/b"});
  CHECK(page->articles[0].signal.empty());
}

TEST_CASE("seed result: a page that only refreshes leads on, but a slow refresh does not", "[crawl]") {
  const auto at_once = read(SourceKind::PageList, "<head><meta http-equiv=refresh content='0; url=/blog/'></head>");
  REQUIRE(at_once);
  CHECK(at_once->refresh == "https://e.org/blog/");
  const auto later = read(SourceKind::PageList,
                          "<head><meta http-equiv=refresh content='30; url=/blog/'></head><a href='/a'>A story</a>");
  REQUIRE(later);
  CHECK(later->refresh.empty());
}

TEST_CASE("seed result: what is something else is refused with a reason", "[crawl]") {
  const std::string page = "<!doctype html><html><head><title>T</title></head><body><p>Hello.</p></body></html>";
  struct Row {
    SourceKind kind;
    std::string body;
  };
  for (const Row& row : {Row{SourceKind::Feed, page},
                         {SourceKind::Feed, ""},
                         {SourceKind::Feed, "{}"},
                         {SourceKind::Sitemap, page},
                         {SourceKind::Sitemap, ""},
                         {SourceKind::PageList, page},
                         {SourceKind::PageList, ""}}) {
    INFO(row.body);
    const auto result = read(row.kind, row.body);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::Malformed);
    CHECK_FALSE(result.error().what.empty());
  }
}
