// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/polite_fetcher.h"

#include "tests/indexer/commands/polite_web.h"

namespace polite_fetcher_test {

using namespace std::chrono_literals;
using namespace trawl;
using namespace trawl::commands;

const std::string kHome = "https://blog.example/";

struct World : test::PoliteWeb {
  Result<fetch::FetchResponse> get(const std::string& url) { return fetcher.get(url, fetch::ResourceKind::Page); }
  int requests() const {
    int sum = 0;
    for (const auto& [url, count] : site.asked) sum += count;
    return sum;
  }
};

TEST_CASE("polite fetcher: redirects are followed, and only 200 is a response", "[commands]") {
  World world;
  world.site.redirect(kHome + "old", kHome + "new");
  world.site.page(kHome + "new", "here");
  const auto found = world.get(kHome + "old");
  REQUIRE(found);
  CHECK(found->body == "here");
  CHECK(found->url == kHome + "new");
  const auto missing = world.get(kHome + "nosuch");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::HttpStatus);
  CHECK(to_sentence(missing.error()) == kHome + "nosuch: the server answered 404");
}

TEST_CASE("polite fetcher: a redirect loop ends, and https never redirects to http", "[commands]") {
  World world;
  world.site.redirect(kHome + "a", kHome + "b");
  world.site.redirect(kHome + "b", kHome + "a");
  CHECK_FALSE(world.get(kHome + "a"));
  world.site.redirect(kHome + "down", "http://blog.example/down");
  world.site.page("http://blog.example/down", "plain");
  CHECK_FALSE(world.get(kHome + "down"));
  world.site.silent.insert("dead.example");
  CHECK(world.get("https://dead.example/").error().code == ErrorCode::Timeout);
}

TEST_CASE("polite fetcher: what robots.txt forbids is not requested, at the end of a redirect neither", "[commands]") {
  World world;
  world.site.page(kHome + "robots.txt", "User-agent: *\nDisallow: /private/\n", "text/plain");
  world.site.redirect(kHome + "a", kHome + "private/a");
  world.site.page(kHome + "b", "here");
  for (const std::string& url : {kHome + "private/a", kHome + "a"}) {
    const auto refused = world.get(url);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::RobotsRefused);
    CHECK(to_sentence(refused.error()) == kHome + "private/a: robots.txt forbids it");
  }
  CHECK(world.site.asked[kHome + "private/a"] == 0);
  CHECK(world.get(kHome + "b"));
}

TEST_CASE("polite fetcher: robots.txt is requested once, and given to who asks for it", "[commands]") {
  World world;
  world.site.redirect(kHome + "robots.txt", "https://www.blog.example/robots.txt");
  world.site.page("https://www.blog.example/robots.txt", "Disallow:\nSitemap: /s.xml\n", "text/plain");
  world.site.page(kHome + "a", "here");
  CHECK(world.get(kHome + "a"));
  CHECK(world.get(kHome + "a"));
  const auto robots = world.get(kHome + "robots.txt");
  REQUIRE(robots);
  CHECK(robots->body.contains("Sitemap"));
  CHECK(world.fetcher.sitemaps(kHome + "a") == std::vector<std::string>{"/s.xml"});
  CHECK(world.site.asked[kHome + "robots.txt"] == 1);
}

TEST_CASE("polite fetcher: where robots.txt cannot be read, nothing is requested", "[commands]") {
  World world;
  world.site.first_statuses[kHome + "robots.txt"] = {503};
  world.site.page(kHome + "a", "here");
  world.site.silent.insert("dead.example");
  CHECK(world.get(kHome + "a").error().code == ErrorCode::RobotsRefused);
  CHECK(world.fetcher.sitemaps(kHome).empty());
  CHECK(world.get("https://dead.example/").error().code == ErrorCode::Timeout);
  CHECK(world.requests() == 2);
}

TEST_CASE("polite fetcher: the requests to a host are as far apart as in a crawl", "[commands]") {
  for (const auto& [rule, pause] : {std::pair{"", 1s}, std::pair{"Crawl-delay: 7\n", 7s}}) {
    World world;
    world.site.page(kHome + "robots.txt", std::string("User-agent: *\n") + rule, "text/plain");
    world.site.page(kHome + "a", "here");
    world.site.page("https://other.example/a", "there");
    const auto begin = world.site.time;
    for (int i = 0; i < 10; ++i) REQUIRE(world.get(kHome + "a"));
    CHECK(world.site.time - begin >= 9 * pause + 1s);
    CHECK(world.site.time - begin < 12 * pause);
    const auto before = world.site.time;
    CHECK(world.get("https://other.example/a"));
    CHECK(world.site.time - before <= 1s);
  }
}

TEST_CASE("polite fetcher: a host that asks to come back in an hour is not waited for", "[commands]") {
  World world;
  fetch::FetchResponse busy;
  busy.status = 429;
  busy.retry_after = "3600";
  world.site.answers[kHome + "a"] = busy;
  CHECK_FALSE(world.get(kHome + "a"));
  CHECK(world.get(kHome + "b").error().what == "the server asks to come back later");
}

} // namespace polite_fetcher_test
