// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/indexer/crawl/crawl_world.h"

#include <algorithm>
#include <array>
#include <random>

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

TEST_CASE("crawl loop: articles of a feed are fetched once", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}}), "application/rss+xml");
  world.web.page(kHost + "/p/one", article_page("one"));
  world.web.page(kHost + "/p/two", article_page("two"));
  const auto first = world.crawl();
  CHECK(first.sources[0].added == 2);
  CHECK(world.articles().size() == 2);
  const auto second = world.crawl();
  CHECK(second.pages == 0);
  CHECK(second.sources[0].answered);
  CHECK(world.web.asked[kHost + "/p/one"] == 1);
  CHECK(world.web.asked[kHost + "/robots.txt"] == 1);
}

TEST_CASE("crawl loop: transient failures are retried at once, missing pages on another day", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}}, ""));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.web.first_statuses[kFeed] = {503};
  world.web.first_statuses[kHost + "/p/one"] = {500, 503};
  world.web.first_statuses[kHost + "/robots.txt"] = {500};
  const auto report = world.crawl();
  CHECK(report.sources[0].added == 1);
  CHECK(report.sources[0].failed == 1);
  CHECK(world.web.asked[kHost + "/p/one"] == 3);
  CHECK(world.web.asked[kHost + "/p/two"] == 1);
  world.web.time += 8h;
  world.crawl();
  CHECK(world.web.asked[kHost + "/p/two"] == 1);
  world.web.time += 48h;
  world.crawl();
  CHECK(world.web.asked[kHost + "/p/two"] == 2);
}

TEST_CASE("crawl loop: without a resolver that answers, not every source waits for it", "[crawl]") {
  World world;
  for (int i = 0; i < 100; ++i) {
    auto source = world.sources.front();
    source.id = "source" + std::to_string(i);
    source.seed.url = "https://" + source.id + ".example/feed.xml";
    world.sources.push_back(source);
  }
  world.web.has_resolver = false;
  const auto report = world.crawl();
  CHECK(report.unresolved_hosts.size() == 101); // each is named
  CHECK(world.web.asked.size() < 50);
  CHECK(report.requests == world.web.asked.size());
  world.web.has_resolver = true;
  CHECK(world.crawl().sources[0].answered == false); // 404, but asked: nothing is held against the host
  CHECK(world.web.asked[kFeed] == 1);
}

TEST_CASE("crawl loop: max_pages ends a crawl, and the next one continues", "[crawl]") {
  World world;
  std::vector<std::pair<std::string, std::string>> items;
  for (int i = 0; i < 5; ++i) {
    const auto name = "n" + std::to_string(i);
    items.emplace_back(name, kHost + "/p/" + name);
    world.web.page(items.back().second, article_page(name));
  }
  world.web.page(kFeed, rss_feed(items));
  CHECK(world.crawl([](CrawlOptions& options) { options.max_pages = 2; }).pages == 2);
  CHECK(world.articles().size() == 2);
  world.crawl();
  CHECK(world.articles().size() == 5);
}

TEST_CASE("crawl loop: max_pages ends a crawl also while a robots.txt is to be asked again", "[crawl]") {
  World world;
  const std::string other = "https://other.example";
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}, {"two", other + "/p/two"}}));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.web.page(other + "/p/two", article_page("two"));
  world.web.first_statuses[other + "/robots.txt"] = {503};
  const auto began = world.web.time;
  world.stopped = [&] { return world.web.time > began + 1h; };
  CHECK_FALSE(world.crawl([](CrawlOptions& options) { options.max_pages = 1; }).interrupted);
  world.crawl();
  CHECK(world.articles().size() == 2);
}

TEST_CASE("crawl loop: requests are counted by source and outcome, over all crawls", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}, {"old", kHost + "/old"}}, ""));
  world.web.answers[kFeed].etag = "1";
  world.web.answers[kFeed].wire_bytes = 300;
  world.web.page(kHost + "/p/one", article_page("one"));
  world.web.answers[kHost + "/p/one"].wire_bytes = 1'000;
  world.web.first_statuses[kHost + "/p/one"] = {503};
  world.web.redirect(kHost + "/old", kHost + "/p/one");
  const auto without_looks = [](CrawlOptions& options) { options.recheck_pages = 0; };
  world.crawl(without_looks);
  world.web.time += 48h;
  world.crawl(without_looks);
  CHECK(store::SourceStore(world.database()).fetches().value() ==
        std::vector<store::FetchCount>{{"blog", "client_error", 1, 0},
                                       {"blog", "not_modified", 1, 300},
                                       {"blog", "ok", 2, 1'300},
                                       {"blog", "redirect", 1, 0},
                                       {"blog", "server_error", 1, 0}});
}

TEST_CASE("crawl loop: a page that cannot be parsed has failed, one without text is skipped", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"deep", kHost + "/p/deep"}, {"empty", kHost + "/p/empty"}}, ""));
  std::string deep = "<body>";
  for (int i = 0; i < 2'000; ++i) deep += "<div>";
  world.web.page(kHost + "/p/deep", deep + "words");
  world.web.page(kHost + "/p/empty", "<title>x</title>");
  const auto report = world.crawl();
  CHECK(report.sources[0].failed == 1);
  CHECK(report.sources[0].skipped == 1);
}

TEST_CASE("crawl loop: a host that is closed for long is left to the next crawl, and its pages have not failed",
          "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "other";
  other.seed.url = "https://other.example/feed";
  world.sources.push_back(other);
  world.web.page(kFeed,
                 rss_feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}, {"three", kHost + "/p/three"}}, ""));
  world.web.page("https://other.example/feed", rss_feed({{"good", "https://other.example/good"}}));
  world.web.page("https://other.example/good", article_page("good"));
  for (const auto* name : {"one", "two", "three"}) {
    world.web.page(kHost + "/p/" + name, "");
    world.web.answers[kHost + "/p/" + name].status = 503;
    world.web.answers[kHost + "/p/" + name].retry_after = "3000";
  }
  const auto begin = world.web.time;
  const auto report = world.crawl();
  CHECK(world.web.time - begin < 2min);
  CHECK(world.articles().size() == 1);
  CHECK(report.sources[0].postponed == 2);
  CHECK(report.sources[0].error.find("asks not to be contacted before 2026-06-01T00:5") != std::string::npos);

  for (const auto* name : {"one", "two", "three"}) world.web.page(kHost + "/p/" + name, article_page(name));
  world.web.time += 1h;
  world.crawl();
  CHECK(world.articles().size() == 4);
}

TEST_CASE("crawl loop: another process leaves a closed host alone too", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}, ""));
  world.web.answers[kHost + "/p/one"].status = 503;
  world.web.answers[kHost + "/p/one"].retry_after = "3000";
  world.crawl();
  const auto asked = world.web.asked;
  world.politeness = fetch::Politeness({.delay = 0ms, .answer_time_factor = 0});
  world.web.page(kHost + "/p/one", article_page("one"));
  const auto report = world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(world.web.asked == asked);
  CHECK(report.sources[0].error.find("asks not to be contacted before 2026-06-01T00:50") != std::string::npos);
  world.web.time += 1h;
  world.crawl();
  CHECK(world.articles().size() == 1);
}

TEST_CASE("crawl loop: recheck retries failed pages before their time", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}, ""));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.web.first_statuses[kHost + "/p/one"] = {500, 500, 500, 500};
  CHECK(world.crawl().sources[0].failed == 1);
  CHECK(world.crawl().pages == 0);
  CHECK(world.crawl([](CrawlOptions& options) { options.recheck = true; }).sources[0].added == 1);
}

TEST_CASE("crawl loop: a lack of files or memory ends it and counts against no page and no host", "[crawl]") {
  for (const std::string& lacking : {kHost + "/robots.txt", kFeed, kHost + "/a"}) {
    INFO(lacking);
    World world;
    world.web.page(kFeed, rss_feed({{"A", kHost + "/a"}, {"B", kHost + "/b"}}), "application/rss+xml");
    world.web.page(kHost + "/a", article_page("First"));
    world.web.page(kHost + "/b", article_page("Second"));
    world.web.lacking = {lacking};
    const auto ended = world.try_crawl();
    REQUIRE_FALSE(ended);
    CHECK(ended.error().code == ErrorCode::Exhausted);
    world.web.lacking.clear();
    world.crawl(); // at once, as if nothing had happened
    CHECK(world.articles().size() == 2);
  }
}

TEST_CASE("crawl loop: a host that does not answer does not hold up others", "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "other";
  other.seed.url = "https://other.example/feed";
  world.sources.push_back(other);
  world.web.silent = {"blog.example"};
  world.web.page("https://other.example/feed", rss_feed({{"good", "https://other.example/good"}}));
  world.web.page("https://other.example/good", article_page("good"));
  const auto begin = world.web.time;
  const auto report = world.crawl();
  CHECK(world.web.time - begin < 20s); // not until the silent host might be asked again, only to hear that it is silent
  CHECK(world.articles().size() == 1);
  CHECK(report.requests < 12);
  CHECK_FALSE(report.sources[0].answered);
  CHECK_FALSE(report.sources[0].error.empty());
}

TEST_CASE("crawl loop: a host that refuses, is silent or fails again and again holds up nobody, and waits", "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "other";
  other.homepage = "https://other.example/";
  other.seed.url = "https://other.example/feed";
  world.sources.push_back(other);
  std::vector<std::pair<std::string, std::string>> items;
  for (int i = 0; i < 30; ++i) items.emplace_back("T" + std::to_string(i), kHost + "/p/" + std::to_string(i));
  world.web.page(kFeed, rss_feed(items));
  world.web.page("https://other.example/feed", rss_feed({{"good", "https://other.example/good"}}));
  world.web.page("https://other.example/good", article_page("good"));
  const int status = GENERATE(503, 429, 500);
  for (const auto& [title, url] : items) {
    world.web.answers[url].status = status;
    if (status != 500) world.web.answers[url].retry_after = "5";
  }
  const auto begin = world.web.time;
  const auto report = world.crawl();
  CHECK(world.web.time - begin < 30s);
  CHECK(world.articles().contains("https://other.example/good"));
  CHECK(report.sources[0].postponed >= 20);
  const std::string why = status == 500 ? "answers again and again with 500" : "asks not to be contacted before";
  CHECK(report.sources[0].error.find(why) != std::string::npos);
  CHECK(report.requests < 30);
}

TEST_CASE("crawl loop: the daily budget of a host is shared by several crawls", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"A", kHost + "/a"}, {"B", kHost + "/b"}, {"C", kHost + "/c"}}));
  for (const auto* path : {"/a", "/b", "/c"}) world.web.page(kHost + path, article_page(path + 1));
  const auto one_page = [](CrawlOptions& options) {
    options.max_pages = 1;
    options.recheck_pages = 0; // and no list beside the feed
  };
  world.crawl(one_page); // robots.txt, the feed, a page
  CHECK(world.requests_today("blog.example") == 3);
  world.crawl(one_page);
  CHECK(world.requests_today("blog.example") == 5); // robots.txt is still fresh
}

TEST_CASE("crawl loop: however the clock jumps between crawls, each finds the news", "[crawl]") {
  World world;
  std::mt19937 random(19);
  std::vector<std::pair<std::string, std::string>> items;
  for (int round = 0; round < 40; ++round) {
    const auto name = "n" + std::to_string(round);
    items.emplace_back(name, kHost + "/p/" + name);
    world.web.page(items.back().second, article_page(name));
    world.web.page(kFeed, rss_feed(items));
    if (round % 3 == 0) world.web.first_statuses[kHost + "/robots.txt"] = {503};
    // Between 2016 and 2036, and a day or more from the last crawl.
    const auto days = std::chrono::days(2 * (random() % 3'650) + static_cast<unsigned>(round % 2));
    world.web.time = std::chrono::sys_days{std::chrono::year{2016} / 1 / 1} + days;
    INFO("round " << round << ", day " << days.count());
    world.crawl();
    REQUIRE(world.articles().size() == items.size());
  }
}

namespace {

/// A week in which a blog publishes now and then and is crawled three times an hour by a clock that is often wrong: by
/// an hour, as when daylight saving time begins or ends, by days, or by years. Returns the longest true time from an
/// article's publication to the crawl that stored it.
std::chrono::milliseconds longest_wait_of_a_week(bool only_due) {
  World world;
  std::mt19937 random(23);
  const fetch::Instant begin = std::chrono::sys_days{std::chrono::year{2028} / 2 / 26}; // with a leap day
  constexpr std::array<std::chrono::hours, 8> kErrors{0h, 0h, 1h, -1h, 26h, -26h, 24h * 3650, -24h * 3650};
  std::vector<std::pair<std::string, std::string>> items;
  std::map<std::string, fetch::Instant> awaited;
  auto error = kErrors.front();
  std::chrono::milliseconds longest{0};
  for (auto now = begin; now < begin + 24h * 8; now += 20min) {
    if (random() % 10 == 0 && now < begin + 24h * 7) {
      const auto name = "n" + std::to_string(items.size());
      items.emplace_back(name, kHost + "/p/" + name);
      world.web.page(items.back().second, article_page(name));
      awaited[items.back().second] = now;
    }
    world.web.page(kFeed, rss_feed(items));
    if (random() % 15 == 0) error = kErrors[random() % kErrors.size()];
    const fetch::Instant wrong = now + error;
    world.web.time = wrong;
    world.crawl([&](CrawlOptions& options) { options.only_due = only_due; });
    now += world.web.time - wrong;
    const auto stored = world.articles();
    std::erase_if(awaited, [&](const auto& article) {
      if (!stored.contains(article.first)) return false;
      longest = std::max<std::chrono::milliseconds>(longest, now - article.second);
      return true;
    });
  }
  CHECK(items.size() > 40);
  CHECK(awaited.empty());
  return longest;
}

} // namespace

TEST_CASE("crawl loop: in a week of crawls whose clock jumps, every article is found by the next crawl", "[crawl]") {
  CHECK(longest_wait_of_a_week(false) < 20min);
}

TEST_CASE("crawl loop: in a week of crawls by its own schedule whose clock jumps, every article is found within a day",
          "[crawl]") {
  CHECK(longest_wait_of_a_week(true) < 24h);
}
