// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/sources/seed_probe.h"

#include "indexer/crawl/pipeline/url_rules.h"
#include "tests/indexer/commands/polite_web.h"

using namespace trawl;
using namespace trawl::commands;
using schema::SourceKind;
using test::PoliteWeb;

namespace {

const std::string kHome = "https://blog.example/";

std::string feed_with(const std::vector<std::string>& links) {
  std::string items;
  for (const std::string& link : links) items += "<item><title>T</title><link>" + link + "</link></item>";
  return "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>F</title>" + items + "</channel></rss>";
}

std::string sitemap_with(const std::vector<std::string>& urls) {
  std::string all;
  for (const std::string& url : urls) all += "<url><loc>" + url + "</loc></url>";
  return "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">" + all + "</urlset>";
}

std::string page_with(const std::string& head, const std::string& body = "<p>Hello.</p>") {
  return "<!doctype html><html><head><title>Blog</title>" + head + "</head><body>" + body + "</body></html>";
}

std::vector<std::string> posts(int count) {
  std::vector<std::string> urls;
  for (int i = 0; i < count; ++i) urls.push_back(kHome + "posts/story-" + std::to_string(i));
  return urls;
}

} // namespace

TEST_CASE("seed probe: the URL of a feed or sitemap is used directly", "[commands]") {
  PoliteWeb web;
  web.site.page(kHome + "f", feed_with(posts(2)), "application/rss+xml");
  web.site.page(kHome + "s", sitemap_with(posts(3)), "application/xml");
  const auto feed = discover_seed(web.fetcher, kHome + "f");
  REQUIRE(feed);
  CHECK(feed->seed.kind == SourceKind::Feed);
  CHECK(feed->why == "it is a feed itself");
  CHECK(feed->result.articles.size() == 2);
  const auto sitemap = discover_seed(web.fetcher, kHome + "s");
  REQUIRE(sitemap);
  CHECK(sitemap->seed.kind == SourceKind::Sitemap);
  CHECK(sitemap->why == "it is a sitemap itself");
}

TEST_CASE("seed probe: a declared feed is preferred to a linked one, and an empty one is rejected with the reason",
          "[commands]") {
  PoliteWeb web;
  web.site.page(kHome, page_with("<link rel=alternate type=application/rss+xml href=/empty.xml title=Empty>"
                                 "<link rel=alternate type=application/rss+xml href=/good.xml title=Good>",
                                 "<a href=/linked.xml>RSS</a>"));
  web.site.page(kHome + "empty.xml", feed_with({}), "application/rss+xml");
  web.site.page(kHome + "good.xml", feed_with(posts(2)), "application/rss+xml");
  web.site.page(kHome + "linked.xml", feed_with(posts(5)), "application/rss+xml");
  const auto probe = discover_seed(web.fetcher, kHome);
  REQUIRE(probe);
  CHECK(probe->seed.url == kHome + "good.xml");
  CHECK(probe->title == "F"); // the feed's own, not the link's
  CHECK(probe->why == "the page declares it");
  REQUIRE(probe->rejected.size() == 1);
  CHECK(probe->rejected[0].starts_with(kHome + "empty.xml: "));
}

TEST_CASE("seed probe: without a feed the sitemap in robots.txt is used", "[commands]") {
  PoliteWeb web;
  web.site.page(kHome, page_with(""));
  web.site.page(kHome + "robots.txt", "User-agent: *\nDisallow: /x/\nSitemap: /maps/own.xml\n", "text/plain");
  web.site.page(kHome + "maps/own.xml", sitemap_with(posts(4)), "application/xml");
  web.site.page(kHome + "sitemap.xml", sitemap_with(posts(1)), "application/xml");
  const auto probe = discover_seed(web.fetcher, kHome);
  REQUIRE(probe);
  CHECK(probe->seed.url == kHome + "maps/own.xml");
  CHECK(probe->why == "the site has a sitemap but no feed");
}

TEST_CASE("seed probe: a sitemap index is read into, so that a pattern can be derived", "[commands]") {
  PoliteWeb web;
  std::string parts;
  for (int i = 0; i < 7; ++i) {
    const std::string part = kHome + "map-" + std::to_string(i) + ".xml";
    parts += "<sitemap><loc>" + part + "</loc></sitemap>";
    web.site.page(part, sitemap_with({kHome + "posts/" + std::to_string(i) + "/title"}), "application/xml");
  }
  web.site.page(kHome + "sitemap.xml", "<?xml version=\"1.0\"?><sitemapindex>" + parts + "</sitemapindex>",
                "application/xml");
  const auto probe = discover_seed(web.fetcher, kHome + "sitemap.xml");
  REQUIRE(probe);
  CHECK(probe->result.articles.size() == 5); // the first parts are enough
  CHECK_FALSE(web.site.asked.contains(kHome + "map-5.xml"));
}

TEST_CASE("seed probe: with neither, the page's own links are used, and with nothing, it says what to do",
          "[commands]") {
  PoliteWeb web;
  std::string links;
  for (const std::string& post : posts(4)) links += "<p><a href=\"" + post + "\">A story to read</a></p>";
  web.site.page(kHome, page_with("", links));
  const auto probe = discover_seed(web.fetcher, kHome);
  REQUIRE(probe);
  CHECK(probe->seed.kind == SourceKind::PageList);
  CHECK(probe->why.contains("its links are used"));
  web.site.page("https://bare.example/", page_with(""));
  const auto none = discover_seed(web.fetcher, "https://bare.example/");
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::NotFound);
  CHECK(none.error().where == "https://bare.example/");
  CHECK_FALSE(none.error().hint.empty());
}

TEST_CASE("seed probe: the home page or a list that it links to is used, whichever has more articles", "[commands]") {
  PoliteWeb web;
  const auto links_to = [](int count) {
    std::string links = "<p><a href=\"/blog.html\">All stories of ours</a></p>";
    for (const std::string& post : posts(count)) links += "<p><a href=\"" + post + "\">A story to read</a></p>";
    return links;
  };
  web.site.page(kHome, page_with("", links_to(3)));
  web.site.page(kHome + "blog.html", page_with("", links_to(9)));
  CHECK(discover_seed(web.fetcher, kHome)->seed.url == kHome + "blog.html");
  web.site.page(kHome + "blog.html", page_with("", links_to(2)));
  CHECK(discover_seed(web.fetcher, kHome)->seed.url == kHome);
}

TEST_CASE("seed probe: a source made from it has a label and a pattern that matches its articles", "[commands]") {
  SeedProbe probe;
  probe.seed = {SourceKind::Sitemap, kHome + "sitemap.xml"};
  for (const std::string& url : posts(6)) probe.result.articles.push_back({url, "", {}});
  for (const char* other : {"https://other.example/posts/story-1", "https://blog.example/tag/gpu/"}) {
    probe.result.articles.push_back({other, "", {}});
  }
  auto source = source_of(probe, kHome + "some/page?x=1");
  CHECK(source.label == "blog.example");
  const auto rules = crawl::UrlRules::compile(source);
  REQUIRE(rules);
  CHECK(rules->has_pattern());
  for (const std::string& url : posts(6)) CHECK(rules->accepts(url));
  CHECK_FALSE(rules->accepts("https://other.example/posts/story-1"));
  CHECK_FALSE(rules->accepts("https://blog.example/tag/gpu/"));
  probe.title = "The Blog";
  probe.seed.kind = SourceKind::Feed;
  source = source_of(probe, kHome);
  CHECK(source.label == "The Blog");
  CHECK(source.article_pattern.empty()); // every entry of a feed is an article
}

TEST_CASE(
    "seed probe: a sitemap or feed with URLs of the build machine, or of another site, is read as paths of its own",
    "[commands]") {
  PoliteWeb web;
  web.site.page(kHome, page_with(""));
  for (const char* origin : {"http://localhost:5173/", "http://127.0.0.1:4000/", "https://theme.example.org/"}) {
    CAPTURE(origin);
    web.site.page(kHome + "sitemap.xml", sitemap_with({std::string(origin) + "posts/a?p=1"}), "application/xml");
    const auto probe = discover_seed(web.fetcher, kHome);
    REQUIRE(probe);
    CHECK(probe->result.articles.front().url == kHome + "posts/a?p=1");
  }
  web.site.page(kHome + "sitemap.xml", sitemap_with({kHome + "posts/a", "https://other.example/b"}), "application/xml");
  CHECK(discover_seed(web.fetcher, kHome)->result.articles.back().url == "https://other.example/b");
  web.site.page(kHome + "feed.xml", feed_with({"http://localhost:1313/posts/b"}), "application/rss+xml");
  CHECK(discover_seed(web.fetcher, kHome)->result.articles.front().url == kHome + "posts/b");
  web.site.page(kHome + "feed.xml", feed_with({"https://other.example/a"}),
                "application/rss+xml"); // a feed may link away
  CHECK(discover_seed(web.fetcher, kHome)->result.articles.front().url == "https://other.example/a");
  web.site.page("http://localhost/f", feed_with({"http://localhost/a"}), "application/rss+xml");
  CHECK(discover_seed(web.fetcher, "http://localhost/f")->result.articles.front().url == "http://localhost/a");
}

TEST_CASE("seed probe: of a site below a path, a seed at the host's root must list the site's pages", "[commands]") {
  PoliteWeb web;
  const std::string site = kHome + "project/";
  web.site.page(site,
                page_with("", "<a href=/project/one>One story of ours</a><a href=/elsewhere/two>Another story</a>"));
  web.site.page(kHome + "sitemap.xml", sitemap_with({kHome + "company/x"}), "application/xml");
  CHECK(discover_seed(web.fetcher, site)->seed.url == site);
  for (const char* own : {"project/three", "elsewhere/two"}) {
    web.site.page(kHome + "sitemap.xml", sitemap_with({kHome + own}), "application/xml");
    CHECK(discover_seed(web.fetcher, site)->seed.url == kHome + "sitemap.xml");
  }
}

TEST_CASE("seed probe: sitemaps below the page and below /blog/ are found", "[commands]") {
  for (const std::string& page : {kHome + "blog/", kHome}) {
    CAPTURE(page);
    PoliteWeb web;
    web.site.page(page, page_with(""));
    web.site.page(kHome + "blog/sitemap.xml", sitemap_with(posts(3)), "application/xml");
    const auto probe = discover_seed(web.fetcher, page);
    REQUIRE(probe);
    CHECK(probe->seed.url == kHome + "blog/sitemap.xml");
  }
}

TEST_CASE("seed probe: the label is the feed's title without its format, else the name of the site", "[commands]") {
  const auto label = [](const std::string& feed_title, const std::string& link_title, const std::string& site) {
    PoliteWeb web;
    web.site.page(kHome, page_with("<link rel=alternate type=application/rss+xml href=/feed.xml title='" + link_title +
                                   "'><meta property=og:site_name content='" + site + "'>"));
    web.site.page(kHome + "feed.xml",
                  "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>" + feed_title +
                      "</title><item><title>T</title><link>" + kHome + "a</link></item></channel></rss>",
                  "application/rss+xml");
    const auto probe = discover_seed(web.fetcher, kHome);
    return probe ? source_of(*probe, kHome).label : std::string("none");
  };
  CHECK(label("The Parrot", "RSS feed", "Site") == "The Parrot");
  CHECK(label("The Parrot - RSS 2.0 Feed", "", "") == "The Parrot");
  CHECK(label("RSS", "The Parrot Atom Feed", "Site") == "The Parrot");
  CHECK(label("RSS Feed", "RSS", "The Parrot") == "The Parrot");
  CHECK(label("", "Feed", "") == "blog.example");
}
