// SPDX-License-Identifier: GPL-3.0-or-later
// Ranking and well-known paths; which links declare a feed is in tests/data/standards/feed_autodiscovery.json.
#include "indexer/feed/discovery.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace trawl::feed;

namespace {

/// The candidates of one origin, best first.
std::vector<std::string> urls(std::string_view html, CandidateOrigin origin,
                              std::string_view url = "https://b.example/") {
  std::vector<std::string> found;
  for (const auto& candidate : discover_feeds(std::string(html), url)) {
    if (candidate.origin == origin) found.push_back(candidate.url);
  }
  return found;
}

} // namespace

TEST_CASE("discovery: declared feeds come first, those of comments later", "[discovery]") {
  const auto found =
      discover_feeds("<link rel=alternate type='application/rss+xml' title='Comments' href='/comments/feed'>"
                     "<link rel='alternate' type='application/rss+xml' title='All' href='/feed?a=1&amp;b=2'>"
                     "<link rel=alternate type='application/json' href='/wp-json/1'><link rel=sitemap href=/map.xml>"
                     "<a href='/atom.xml'>feed</a>",
                     "https://b.example/");
  REQUIRE(found.size() > 4);
  CHECK(found[0].url == "https://b.example/feed?a=1&b=2");
  CHECK(found[0].title == "All");
  CHECK(found[0].origin == CandidateOrigin::Declared);
  CHECK(found[1].url == "https://b.example/comments/feed");
  CHECK(found[2].url == "https://b.example/atom.xml");
  CHECK(found[2].origin == CandidateOrigin::Linked);
  CHECK(found[3].origin == CandidateOrigin::WellKnown);
  CHECK(found.back().origin == CandidateOrigin::Sitemap);
}

TEST_CASE("discovery: without a page only the usual paths are candidates", "[discovery]") {
  const auto found = discover_feeds("", "https://b.example/~x/");
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].url == "https://b.example/~x/feed");
}

TEST_CASE("discovery: anchors count if their path looks like a feed's", "[discovery]") {
  for (const std::string path : {"/feed", "/blog/feed/", "/x.rss", "/RSS.XML", "/a/index.xml", "/feed.json",
                                 "/news.atom", "/index.rdf", "/feed?format=rss", "/rss#top", "/atom/"}) {
    INFO(path);
    CHECK(urls("<a href='" + path + "'>x</a>", CandidateOrigin::Linked).size() == 1);
  }
  for (const std::string path :
       {"/feeds-and-speeds", "/myfeed", "/x?u=/feed", "/press", "/rssx", "#feed", "/feed.html", "mailto:feed"}) {
    INFO(path);
    CHECK(urls("<a href='" + path + "'>x</a>", CandidateOrigin::Linked).empty());
  }
}

TEST_CASE("discovery: feeds of comments, tags, authors and podcasts come after the site's feed", "[discovery]") {
  for (const std::string worse : {"/comments/feed", "/tag/ai/feed", "/tags/ai/feed", "/category/ai/feed",
                                  "/author/ada/feed", "/podcast/feed", "/oembed/feed"}) {
    INFO(worse);
    const auto found = urls("<link rel=alternate type=application/rss+xml href='" + worse +
                                "'><link rel=alternate type=application/rss+xml href=/all>",
                            CandidateOrigin::Declared);
    CHECK(found == std::vector<std::string>{"https://b.example/all", "https://b.example" + worse});
  }
}

TEST_CASE("discovery: a feed that is declared and linked keeps its better origin", "[discovery]") {
  const std::string link = "<link rel=alternate type=application/atom+xml title=T href=/atom.xml>";
  const std::string anchor = "<a href=/atom.xml>feed</a>";
  for (const std::string& html : {link + anchor, anchor + link}) {
    const auto found = discover_feeds(html, "https://b.example/");
    CHECK(found[0].url == "https://b.example/atom.xml");
    CHECK(found[0].origin == CandidateOrigin::Declared);
    CHECK(found[0].title == "T");
  }
}

TEST_CASE("discovery: every candidate is absolute and unique, in the order of origins", "[discovery]") {
  const auto found = discover_feeds("<a href=/feed>x</a><a href=/rss.xml>x</a><link rel=sitemap href=/sitemap.xml>"
                                    "<link rel=alternate type=application/rss+xml href=/feed.xml>",
                                    "https://b.example/blog/post");
  std::set<std::string> seen;
  for (const auto& candidate : found) {
    INFO(candidate.url);
    CHECK(candidate.url.starts_with("https://b.example/"));
    CHECK(seen.insert(candidate.url).second);
  }
  CHECK(std::ranges::is_sorted(found, {}, &FeedCandidate::origin));
  CHECK(seen.contains("https://b.example/blog/feed")); // in the folder of the page
  CHECK(seen.contains("https://b.example/feed"));      // and at the root
}

TEST_CASE("discovery: a declared sitemap comes before the usual ones", "[discovery]") {
  CHECK(urls("<link rel=sitemap href=/map.xml>", CandidateOrigin::Sitemap) ==
        std::vector<std::string>{"https://b.example/map.xml", "https://b.example/sitemap.xml",
                                 "https://b.example/sitemap_index.xml", "https://b.example/sitemap-index.xml",
                                 "https://b.example/wp-sitemap.xml", "https://b.example/blog/sitemap.xml"});
}

TEST_CASE("discovery: a page cannot add more than a hundred candidates", "[discovery][limits]") {
  std::string html;
  for (int i = 0; i < 500; ++i) html += "<a href=/" + std::to_string(i) + "/feed>x</a>";
  CHECK(discover_feeds(html, "https://b.example/").size() == 100);
}
