// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/sources/seed_proof.h"

#include "tests/indexer/commands/polite_web.h"

using namespace trawl;
using namespace trawl::commands;
using schema::SourceKind;
using test::PoliteWeb;

namespace seed_proof_test {

const std::string kSite = "https://notes.example/";

std::string url_of(int page) { return kSite + "posts/story-" + std::to_string(page); }

/// Between the menu and the footer, text of the page's own of about `sentences` * 12 words.
std::string story(int page, int sentences) {
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    const std::string number = std::to_string(page * 100 + i);
    text += "<p>In trial " + number + " the model of kind k" + number + " read page p" + number + " before it wrote w" +
            number + ".</p>";
  }
  return "<html><head><title>Story " + std::to_string(page) +
         " | Notes</title></head><body><div class=menu><a href=/>Home" + "</a></div><main><h1>Story " +
         std::to_string(page) + "</h1>" + text + "</main>" +
         "<footer>Built with care by the people of the site</footer></body></html>";
}

SeedProbe sitemap_of(int pages) {
  SeedProbe probe;
  probe.seed = {SourceKind::Sitemap, kSite + "sitemap.xml"};
  for (int page = 0; page < pages; ++page) probe.result.articles.push_back({url_of(page), "", {}});
  return probe;
}

TEST_CASE("seed proof: a few pages of the list are shown with title, words and likeness", "[commands]") {
  PoliteWeb web;
  for (int page = 0; page < 20; ++page) web.site.page(url_of(page), story(page, 15));
  const SeedProof proof = prove_seed(web.fetcher, sitemap_of(20), kSite);
  CHECK(proof.refusal.empty());
  REQUIRE(proof.pages.size() == 5);
  CHECK(web.site.asked.size() == 6); // with robots.txt
  CHECK(proof.pages.front().url == url_of(0));
  CHECK(proof.pages.back().url == url_of(19));
  CHECK(proof.pages.back().title == "Story 19");
  CHECK(proof.pages.back().words > 100);
  CHECK(proof.pages.back().likeness < 0.5);
}

TEST_CASE("seed proof: pages that repeat one text, are too short or cannot be fetched are not articles", "[commands]") {
  PoliteWeb same, short_ones, missing;
  for (int page = 0; page < 6; ++page) {
    same.site.page(url_of(page), story(7, 15));
    short_ones.site.page(url_of(page), story(page, 2));
  }
  CHECK(prove_seed(same.fetcher, sitemap_of(6), kSite).refusal.find("the same text as another page") !=
        std::string::npos);
  CHECK(prove_seed(short_ones.fetcher, sitemap_of(6), kSite).refusal.find("100 words") != std::string::npos);
  CHECK(prove_seed(missing.fetcher, sitemap_of(6), kSite).refusal.find("404") != std::string::npos);
  CHECK_FALSE(prove_seed(missing.fetcher, sitemap_of(0), kSite).refusal.empty());
  SeedProbe feed = sitemap_of(6);
  feed.seed.kind = SourceKind::Feed;
  CHECK(prove_seed(missing.fetcher, feed, kSite).refusal.empty());
}

TEST_CASE("seed proof: one long article among short ones is enough", "[commands]") {
  PoliteWeb web;
  for (int page = 0; page < 6; ++page) web.site.page(url_of(page), story(page, page == 0 ? 15 : 2));
  CHECK(prove_seed(web.fetcher, sitemap_of(6), kSite).refusal.empty());
}

TEST_CASE("seed proof: a seed that is refused gives way to the next", "[commands]") {
  PoliteWeb web;
  std::string urls, links;
  for (int page = 0; page < 6; ++page) {
    urls += "<url><loc>" + kSite + "menu/part-" + std::to_string(page) + "</loc></url>";
    links += "<p><a href=" + url_of(page) + ">A story of some length</a></p>";
    web.site.page(url_of(page), story(page, 15));
  }
  web.site.page(kSite, "<html><body>" + links + "</body></html>");
  web.site.page(kSite + "sitemap.xml", "<urlset>" + urls + "</urlset>", "application/xml");
  const auto probe = discover_seed(
      web.fetcher, kSite, [&](const SeedProbe& found) { return prove_seed(web.fetcher, found, kSite).refusal; });
  REQUIRE(probe);
  CHECK(probe->seed.kind == SourceKind::PageList);
  REQUIRE(probe->rejected.size() == 1);
  CHECK(probe->rejected.front().find("not articles") != std::string::npos);
}

} // namespace seed_proof_test
