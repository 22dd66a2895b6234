// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/known_sites.h"
#include "indexer/crawl/rebuild.h"

#include <algorithm>
#include <random>

#include "tests/indexer/crawl/crawl_world.h"

namespace known_sites_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

/// A page in whose article a box is named like an advertisement, with a date and a link that every page has.
std::string page_of(int number) {
  const std::string name = "essay" + std::to_string(number);
  return "<html lang=en><head><title>" + name +
         " - The Workbench</title></head><body><div class=top><a "
         "href=/>Workbench</a></div><div class=promo><p class=when>" +
         std::to_string(number) + " May 2024</p><h1>" + name + "</h1><p>" + words(name) +
         "</p><div class='newsletter share'><p>Own words of number " + std::to_string(number) + "</p></div><p>" +
         words(name + "b") + "</p></div><div class=foot>Subscribe to " + words("foot") + "</div></body></html>";
}

std::string url_of(int number) { return kHost + "/p/" + std::to_string(number); }

/// Texts and titles by address.
std::map<std::string, std::string> texts(World& world) {
  std::map<std::string, std::string> found;
  for (const auto& [url, article] : world.articles()) found[url] = article.title + "\n" + article.text;
  return found;
}

/// Crawls rounds in which the feed lists the pages with these numbers.
void crawl_rounds(World& world, const std::vector<std::vector<int>>& rounds) {
  for (const auto& round : rounds) {
    std::vector<std::pair<std::string, std::string>> items;
    for (const int number : round) {
      items.emplace_back("essay" + std::to_string(number), url_of(number));
      world.web.page(url_of(number), page_of(number));
    }
    world.web.page(kFeed, rss_feed(items));
    world.crawl();
    world.web.time += 48h;
  }
}

TEST_CASE("known sites: crawls in any order of pages and rounds, a backfill and a rebuild give the same articles",
          "[crawl][site][property]") {
  std::vector<int> numbers;
  for (int number = 1; number <= 11; ++number) numbers.push_back(number);
  std::map<std::string, std::string> expected;
  std::mt19937 random(11);
  for (int run = 0; run < 6; ++run) {
    World world;
    std::vector<std::vector<int>> rounds(1);
    for (const int number : numbers) {
      if (run > 0 && random() % 3 == 0) rounds.emplace_back();
      rounds.back().push_back(number);
    }
    crawl_rounds(world, rounds);
    const auto found = texts(world);
    REQUIRE(found.size() == 11);
    if (run == 0) expected = found;
    CHECK(found == expected);
    const auto again = derive_anew(world.database(), world.knowledge(), 2, [] { return false; });
    REQUIRE(again);
    CHECK(again->changed == 0);
    std::shuffle(numbers.begin(), numbers.end(), random);
  }
  World filled; // the feed lists three of the pages, the front page all
  std::string front;
  for (const int number : numbers) {
    filled.web.page(url_of(number), page_of(number));
    front += "<a href='" + url_of(number) + "'>essay" + std::to_string(number) + "</a> ";
  }
  filled.web.page(kHost + "/", front);
  crawl_rounds(filled, {{7, 2, 10}});
  REQUIRE(texts(filled).size() == 3);
  filled.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(texts(filled) == expected);

  const std::string& one = expected.at(url_of(1));
  CHECK(one.find("Own words of number 1") != std::string::npos); // whatever its box is called
  CHECK(one.find("May 2024") == std::string::npos);
  CHECK(one.find("foot") == std::string::npos);
  CHECK(one.starts_with("essay1\n"));
}

TEST_CASE("known sites: a page is counted once, though it is extracted again when its site is known", "[crawl][site]") {
  World world;
  world.web.page(kFeed, rss_feed({{"essay1", url_of(1)}, {"essay2", url_of(2)}, {"essay3", url_of(3)}}));
  for (int number = 1; number <= 3; ++number) world.web.page(url_of(number), page_of(number));
  const auto report = world.crawl();
  CHECK(report.sources[0].added == 3);
  CHECK(report.sources[0].changed == 0);
}

TEST_CASE("known sites: pages of another source of the same host are another site", "[crawl][site]") {
  World world;
  world.sources[0].homepage = kHost + "/p/";
  auto other = world.sources[0];
  other.id = other.label = "other";
  other.homepage = kHost + "/q/";
  other.seed.url = kHost + "/q.xml";
  world.sources.push_back(other);
  std::vector<std::pair<std::string, std::string>> items;
  for (int number = 1; number <= 9; ++number) { // each of its pages has what is the blog's own in its pages
    const std::string url = kHost + "/q/" + std::to_string(number);
    world.web.page(url, article_page("q" + std::to_string(number), "<!-- -->") +
                            "<div class='newsletter share'><p>Own words of number 1</p></div>");
    items.emplace_back("q" + std::to_string(number), url);
  }
  world.web.page(other.seed.url, rss_feed(items));
  crawl_rounds(world, {{1, 2, 3, 4, 5, 6, 7, 8, 9}});
  REQUIRE(world.articles().size() == 18);
  CHECK(world.articles().at(url_of(1)).text.contains("Own words of number 1"));
}

} // namespace known_sites_test
