// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/sources/seed_place.h"

#include "tests/indexer/commands/polite_web.h"

using namespace trawl;
using namespace trawl::commands;
using schema::SourceKind;
using test::PoliteWeb;
using Places = std::vector<std::string>;

namespace {

std::string page_declaring(const std::string& feed) {
  return "<!doctype html><html><head><link rel=alternate type='application/rss+xml' href='" + feed +
         "'></head><body><p>Hello.</p></body></html>";
}

SeedProbe probe_of(SourceKind kind, const std::string& url) {
  SeedProbe probe;
  probe.seed = {kind, url};
  probe.address = url;
  return probe;
}

SeedProof proof_of(const std::vector<std::string>& declaring) {
  SeedProof proof;
  for (const auto& url : declaring) proof.pages.emplace_back().url = url;
  for (auto& page : proof.pages) page.declares_seed = true;
  return proof;
}

} // namespace

TEST_CASE("seed place: the highest folder whose page declares the feed is the source's", "[commands]") {
  PoliteWeb web;
  const std::string feed = "https://blog.example/blog/feed.xml";
  web.site.page("https://blog.example/blog/", page_declaring("/blog/feed.xml"));
  const auto probe = probe_of(SourceKind::Feed, feed);
  CHECK(places_of_seed(web.fetcher, probe, {}, "https://blog.example/blog/") == Places{"https://blog.example/blog/"});
  CHECK(places_of_seed(web.fetcher, probe, {}, feed) == Places{"https://blog.example/blog/"});
  web.site.page("https://blog.example/", page_declaring(feed));
  CHECK(places_of_seed(web.fetcher, probe, {}, "https://blog.example/blog/about") == Places{"https://blog.example/"});
  CHECK(places_of_seed(web.fetcher, probe, proof_of({"https://blog.example/2024/1", "https://other.example/p/1.html"}),
                       "https://blog.example/") == Places{"https://blog.example/", "https://other.example/p/"});
}

TEST_CASE("seed place: what a feed lists on a host of many gives it no place there", "[commands]") {
  PoliteWeb web;
  const std::string feed = "https://many.example/mallory/feed";
  web.site.page("https://many.example/", page_declaring("/alice/feed"));
  web.site.page("https://many.example/mallory/", page_declaring("/mallory/feed"));
  web.site.page("https://many.example/alice/", page_declaring("/alice/feed"));
  auto probe = probe_of(SourceKind::Feed, feed);
  for (const char* url : {"https://many.example/alice/1", "https://many.example/alice/2"})
    probe.result.articles.push_back({url, "", {}});
  CHECK(places_of_seed(web.fetcher, probe, {}, feed) == Places{"https://many.example/mallory/"});
  CHECK(places_of_seed(web.fetcher, probe, {}, "https://many.example/mallory") ==
        Places{"https://many.example/mallory/"});
}

TEST_CASE("seed place: a feed that no page declares has its own folder, and a redirect gives it none", "[commands]") {
  PoliteWeb web;
  web.site.redirect("https://victim.example/", "https://evil.example/");
  web.site.page("https://evil.example/", page_declaring("https://evil.example/x/feed"));
  CHECK(places_of_seed(web.fetcher, probe_of(SourceKind::Feed, "https://evil.example/x/feed"), {},
                       "https://victim.example/") == Places{"https://evil.example/x/"});
  CHECK(places_of_seed(web.fetcher, probe_of(SourceKind::Feed, "https://feeds.example/some-blog"), {},
                       "https://feeds.example/some-blog") == Places{"https://feeds.example/some-blog/"});
}

TEST_CASE("seed place: that of a sitemap or list is its folder, or the one that was typed below it", "[commands]") {
  PoliteWeb web;
  const auto map = probe_of(SourceKind::Sitemap, "https://many.example/sitemap.xml");
  CHECK(places_of_seed(web.fetcher, map, {}, "https://many.example/alice/") == Places{"https://many.example/alice/"});
  CHECK(places_of_seed(web.fetcher, map, {}, "https://many.example/") == Places{"https://many.example/"});
  const auto own = probe_of(SourceKind::Sitemap, "https://many.example/mallory/map.xml");
  CHECK(places_of_seed(web.fetcher, own, {}, "https://many.example/") == Places{"https://many.example/mallory/"});
  const auto list = probe_of(SourceKind::PageList, "https://lab.example/blog");
  CHECK(places_of_seed(web.fetcher, list, {}, "https://lab.example/blog") == Places{"https://lab.example/blog/"});
}

TEST_CASE("seed place: the folder of a feed", "[commands]") {
  CHECK(folder_of_feed("https://blog.example/feed/") == "https://blog.example/");
  CHECK(folder_of_feed("https://blog.example/feed") == "https://blog.example/");
  CHECK(folder_of_feed("https://blog.example/index.xml") == "https://blog.example/");
  CHECK(folder_of_feed("https://many.example/alice/?feed=rss2") == "https://many.example/alice/");
  CHECK(folder_of_feed("https://many.example/alice/feed.json") == "https://many.example/alice/");
  CHECK(folder_of_feed("https://feeds.example/alice") == "https://feeds.example/alice/");
  CHECK(folder_of_feed("https://feeds.example/") == "https://feeds.example/");
  CHECK(folder_of_feed("https://feed/") == "https://feed/");
  CHECK(folder_of_feed("mailto:a").empty());
}
