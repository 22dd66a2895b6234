// SPDX-License-Identifier: GPL-3.0-or-later
// What was edited stays readable.
#include "indexer/crawl/rebuild.h"
#include "shared/article/article_id.h"

#include "tests/indexer/crawl/crawl_world.h"

namespace edits_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

const std::string kOne = kHost + "/p/one", kNew = kHost + "/new/one";

/// A page whose last paragraph is `end`.
std::string page(const std::string& end, const std::string& head = "") {
  return "<!doctype html><html lang=en><head><title>One</title>" + head + "</head><body><article><h1>One</h1><p>" +
         words("a") + "</p><p>" + words("b") + "</p><p>" + end + "</p></article></body></html>";
}

void publish(World& world, const std::string& url, const std::string& body) {
  world.web.page(url, body);
  world.web.page(kFeed, rss_feed({{"One", url}}));
  world.web.time += 24h * 20;
  world.crawl();
}

Article only(World& world) {
  const auto articles = world.articles();
  REQUIRE(articles.size() == 1);
  return articles.begin()->second;
}

const std::string kFirst = "It needs 24 GB of memory and it is fast.";
const std::string kSecond = "It needs 40 GB of memory and it is fast.";
const std::string kThird = "We have taken the weights down, because of an error in the licence.";

} // namespace

TEST_CASE("edits: what the page said before is kept, with the moment at which the edit was seen", "[crawl]") {
  World world;
  publish(world, kOne, page(kFirst));
  CHECK(only(world).versions.empty());
  publish(world, kOne, page(kSecond));
  const auto second = std::chrono::floor<std::chrono::days>(world.web.time);
  publish(world, kOne, page(kThird));
  const Article article = only(world);
  REQUIRE(article.versions.size() == 2);
  CHECK(article.versions[0].text.ends_with(kFirst));
  CHECK_FALSE(article.versions[0].is_substantial);
  CHECK(std::chrono::floor<std::chrono::days>(article.versions[0].until) == second);
  CHECK(article.versions[1].text.ends_with(kSecond));
  CHECK(article.versions[1].is_substantial);
  CHECK(article.text.ends_with(kThird));
}

TEST_CASE("edits: other markup, metadata and spaces make no version", "[crawl]") {
  World world;
  publish(world, kOne, page(kFirst));
  publish(world, kOne,
          page("It needs <b>24 GB</b>  of memory and it is fast.", "<meta name=author content='Ann Lee'>"));
  CHECK(only(world).versions.empty());
  CHECK(only(world).authors == std::vector<std::string>{"Ann Lee"});
}

TEST_CASE("edits: versions outlive a rebuild, the loss of the page and a move", "[crawl]") {
  World world;
  publish(world, kOne, page(kFirst));
  publish(world, kOne, page(kSecond));
  const auto versions = only(world).versions;
  REQUIRE(versions.size() == 1);
  const auto knowledge = world.knowledge();
  REQUIRE(reextract_articles(world.database(), knowledge, 1, [] { return false; }));
  CHECK(only(world).versions == versions);
  world.web.answers[kOne] = {};
  world.web.answers[kOne].status = 410;
  world.web.time += 24h;
  world.crawl([](CrawlOptions& options) { options.recheck = true; });
  const auto gone = world.articles(store::Articles::All);
  REQUIRE(gone.size() == 1);
  CHECK(gone.begin()->second.versions == versions);
  world.web.redirect(kOne, kNew);
  publish(world, kNew, page(kSecond));
  world.web.time += 24h * 40;
  world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(only(world).url == kNew);
  CHECK(only(world).id == article_id(kOne));
  CHECK(only(world).versions == versions);
}

} // namespace edits_test
