// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/seed_processor.h"

#include "tests/indexer/crawl/crawl_parts.h"
#include "tests/indexer/crawl/crawl_world.h"

#include <tuple>

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

TEST_CASE("seeds: an HTML page instead of a feed is an error, and the fallback is asked", "[crawl]") {
  World world;
  world.web.page(kFeed, article_page("no feed"));
  auto report = world.crawl();
  CHECK_FALSE(report.sources[0].answered);
  CHECK_FALSE(report.sources[0].error.empty());

  world.sources[0].fallback = schema::Seed{schema::SourceKind::Sitemap, kHost + "/sitemap.xml"};
  world.web.page(kHost + "/sitemap.xml", "<urlset><url><loc>" + kHost + "/p/one</loc></url></urlset>",
                 "application/xml");
  world.web.page(kHost + "/p/one", article_page("one"));
  report = world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(report.sources[0].answered);
  CHECK(world.articles().size() == 1);
}

TEST_CASE("seeds: an empty feed is a problem but removes no article", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.crawl();
  world.web.time += 48h;
  world.web.page(kFeed, rss_feed({}));
  const auto report = world.crawl();
  CHECK(world.articles().size() == 1);
  CHECK(report.sources[0].error == "it lists no articles");
}

TEST_CASE("seeds: a link that several entries share is not the URL of an article", "[crawl]") {
  World world;
  world.web.page(kFeed,
                 rss_feed({{"one", kHost + "/p/all"}, {"two", kHost + "/p/all"}, {"three", kHost + "/p/three"}}));
  world.web.page(kHost + "/p/all", article_page("all"));
  world.web.page(kHost + "/p/three", article_page("three"));
  world.crawl();
  CHECK(world.articles().size() == 1);
  CHECK(world.web.asked[kHost + "/p/all"] == 0);
}

TEST_CASE("seeds: with fetch_pages false only the feed is requested", "[crawl]") {
  World world;
  world.sources[0].fetch_pages = false;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}, words("entry")));
  const auto report = world.crawl();
  CHECK(report.pages == 0);
  CHECK(world.articles().size() == 1);
}

TEST_CASE("seeds: a feed moves after three days of permanent redirects, and never after temporary ones", "[crawl]") {
  World world;
  const std::string there = "https://new.example/feed";
  world.web.redirect(kFeed, there);
  world.web.page(there, rss_feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article_page("one"));
  const int status = GENERATE(301, 308, 302, 307);
  world.web.answers[kFeed].status = status;
  const auto pause = GENERATE(1h, 24h);
  for (int i = 0; i < 5; ++i) {
    world.crawl([](CrawlOptions& options) { options.recheck = true; });
    world.web.time += pause;
  }
  const bool is_permanent = status == 301 || status == 308;
  CHECK(world.web.asked[kFeed] == (is_permanent && pause == 24h ? 3 : 5));
  CHECK(world.web.asked[there] == 5);
}

TEST_CASE("seeds: 410 pauses a feed until recheck", "[crawl]") {
  World world;
  world.sources[0].homepage.clear();
  world.web.page(kFeed, "");
  world.web.answers[kFeed].status = 410;
  CHECK(world.crawl().sources[0].error.find("410 Gone") != std::string::npos);
  world.web.time += std::chrono::days(400);
  world.crawl();
  CHECK(world.web.asked[kFeed] == 1);
  world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(world.web.asked[kFeed] == 2);
}

TEST_CASE("seeds: a backfill reads older pages of a feed until there are none, or none with news", "[crawl]") {
  const std::string generator = "<generator>https://wordpress.org/?v=6.8</generator><item>";
  const auto paged = [&](const std::string& name) {
    auto xml = rss_feed({{name, kHost + "/posts/" + name}}, words(name));
    return xml.replace(xml.find("<item>"), 6, generator);
  };
  World world;
  const auto fill = [](CrawlOptions& options) { options.backfill = true; };
  world.web.page(kFeed, paged("alpha"));
  world.web.page(kFeed + "?paged=2", paged("beta"));
  world.web.page(kHost + "/", "<a href=/posts/alpha>Alpha</a>");
  for (const auto* name : {"alpha", "beta"}) world.web.page(kHost + "/posts/" + name, article_page(name));
  SECTION("the next page is missing") {
    CHECK(world.crawl(fill).sources[0].error.empty());
    CHECK(world.web.asked[kFeed + "?paged=3"] == 1);
  }
  SECTION("the server knows no pages and answers the same for ever") {
    world.web.page(kFeed + "?paged=3", paged("beta"));
    world.crawl(fill);
    CHECK(world.web.asked[kFeed + "?paged=3"] == 1);
    CHECK(world.web.asked[kFeed + "?paged=4"] == 0);
  }
  CHECK(world.articles().size() == 2);
}

TEST_CASE("seeds: a backfill reads older pages of a feed that has not changed", "[crawl]") {
  World world;
  auto xml = rss_feed({{"alpha", kHost + "/posts/alpha"}});
  xml.insert(xml.find("<item>"), "<generator>https://wordpress.org/?v=6.8</generator>");
  world.web.page(kFeed, xml);
  world.web.page(kFeed + "?paged=2", rss_feed({{"beta", kHost + "/posts/beta"}}));
  for (const auto* name : {"alpha", "beta"}) world.web.page(kHost + "/posts/" + name, article_page(name));
  world.crawl();
  world.web.time += 24h;
  world.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(world.articles().size() == 2);
}

TEST_CASE("seeds: what a backfill has to leave, later crawls read, each page once", "[crawl]") {
  const auto paged = [](const std::string& name) {
    auto xml = rss_feed({{name, kHost + "/posts/" + name}}, words(name));
    return xml.replace(xml.find("<item>"), 6, "<generator>https://wordpress.org/?v=6.8</generator><item>");
  };
  const auto page = [](int number) { return kFeed + "?paged=" + std::to_string(number); };
  World world;
  world.web.page(kFeed, paged("alpha"));
  world.web.page(page(2), paged("beta"));
  world.web.page(page(3), paged("gamma"));
  world.web.page(page(4), paged("delta"));
  for (const auto* name : {"alpha", "beta", "gamma", "delta"})
    world.web.page(kHost + "/posts/" + name, article_page(name));
  world.web.first_statuses[page(3)] = {429, 429, 429, 429};
  world.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(world.articles().size() == 2);
  SECTION("in the next crawl") {
    world.web.time += 24h;
    world.crawl();
    CHECK(world.articles().size() == 4);
    CHECK(world.web.asked[page(2)] == 1);
    world.web.time += 24h;
    world.crawl(); // the backfill has ended
    CHECK(world.web.asked[page(2)] + world.web.asked[page(4)] == 2);
    CHECK(world.web.asked[page(5)] == 1);
  }
  SECTION("also while the feed itself is fresh") {
    world.web.answers[kFeed].cache_control = "max-age=36000";
    world.web.first_statuses[page(3)] = {429, 429, 429, 429};
    world.web.time += 24h;
    world.crawl();
    world.web.first_statuses.clear();
    const int asked = world.web.asked[kFeed];
    world.web.time += 2h;
    world.crawl();
    CHECK(world.web.asked[kFeed] == asked);
    CHECK(world.articles().size() == 4);
  }
  SECTION("not when one page is asked for") {
    world.crawl([](CrawlOptions& options) { options.wanted = {{kHost + "/posts/alpha", "blog"}}; });
    CHECK(world.articles().size() == 2);
  }
  SECTION("for two months") {
    world.web.time += std::chrono::days(61);
    for (int day = 0; day < 2; ++day) {
      world.web.first_statuses[page(3)] = {429, 429, 429, 429};
      world.crawl();
      world.web.time += 24h;
    }
    world.crawl();
    CHECK(world.articles().size() == 2);
  }
}

TEST_CASE("seeds: a backfill goes on until the source's own list has been read", "[crawl]") {
  World world;
  auto xml = rss_feed({{"alpha", kHost + "/posts/alpha"}});
  xml.insert(xml.find("<item>"), "<generator>https://wordpress.org/?v=6.8</generator>");
  world.web.page(kFeed + "?paged=2", rss_feed({{"beta", kHost + "/posts/beta"}}));
  for (const auto* name : {"alpha", "beta"}) world.web.page(kHost + "/posts/" + name, article_page(name));
  int status = 200;
  std::size_t wanted = 2;
  std::tie(status, wanted) = GENERATE(table<int, std::size_t>({{200, 2}, {403, 2}, {404, 1}, {410, 0}}));
  CAPTURE(status);
  world.web.page(kFeed, "<!doctype html><title>We'll be back soon</title><p>We are working on the site.");
  world.web.answers[kFeed].status = status;
  world.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(world.articles().empty());
  world.web.page(kFeed, xml);
  for (int day = 0; day < 3; ++day) {
    world.web.time += 24h;
    world.crawl();
  }
  CHECK(world.articles().size() == wanted);
}

TEST_CASE("seeds: a backfill reads the front page after the feed, which shows what article URLs look like", "[crawl]") {
  World world;
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto* name : {"alpha", "beta", "gamma"}) items.emplace_back(name, kHost + "/posts/" + name);
  world.web.page(kFeed, rss_feed(items));
  world.web.first_statuses[kFeed] = {500}; // it comes late
  world.web.page(kHost + "/", "<a href=/posts/delta>Delta</a><a href=/people/us>Us</a>");
  for (const auto* path : {"/posts/alpha", "/posts/beta", "/posts/gamma", "/posts/delta", "/people/us"}) {
    world.web.page(kHost + path, article_page(path + 1));
  }
  const auto fill = [](CrawlOptions& options) { options.backfill = true; };
  world.crawl(fill);
  CHECK(world.articles().size() == 4);
  CHECK(world.web.asked[kHost + "/people/us"] == 0);
  world.web.page(kHost + "/", "<a href=/posts/epsilon>Epsilon</a><a href=/people/us>Us</a>");
  world.web.page(kHost + "/posts/epsilon", article_page("epsilon"));
  world.crawl(fill); // the feed is as before
  CHECK(world.articles().size() == 5);
  CHECK(world.web.asked[kHost + "/people/us"] == 0);
}

TEST_CASE("seeds: the page that a front page leads on to is read as the front page", "[crawl]") {
  World world;
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto* name : {"alpha", "beta", "gamma"}) items.emplace_back(name, kHost + "/posts/" + name);
  world.web.page(kFeed, rss_feed(items));
  world.web.page(kHost + "/", "<meta http-equiv=refresh content='0; url=/start/'>");
  world.web.page(kHost + "/start/", "<a href=/posts/delta>Delta</a><a href=/people/us>Us</a>");
  for (const auto* path : {"/posts/alpha", "/posts/beta", "/posts/gamma", "/posts/delta", "/people/us"}) {
    world.web.page(kHost + path, article_page(path + 1));
  }
  world.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(world.articles().size() == 4);
  CHECK(world.articles().contains(kHost + "/posts/delta"));
}

TEST_CASE("seeds: on further pages of a front page, what the front page links to, too, and pages of the list are none",
          "[crawl]") {
  World world;
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto* name : {"alpha", "beta", "gamma"}) items.emplace_back(name, kHost + "/posts/" + name);
  world.web.page(kFeed, rss_feed(items));
  const std::string menu = "<a href=/people/us>Us</a><a href=/start>Start</a>";
  world.web.page(kHost + "/", menu + "<a href=/posts/gamma>Gamma</a><a rel=next href=/later/2/>Older</a>");
  world.web.page(kHost + "/later/2/", menu + "<a href=/essays/delta>Delta</a><a rel=next href=/later/3/>Older</a>");
  world.web.page(kHost + "/later/3/", menu + "<a href=/essays/epsilon>Epsilon</a>");
  for (const auto* path :
       {"/posts/alpha", "/posts/beta", "/posts/gamma", "/essays/delta", "/essays/epsilon", "/people/us", "/start"}) {
    world.web.page(kHost + path, article_page(path + 1));
  }
  world.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(world.articles().size() == 5);
  CHECK(world.articles().contains(kHost + "/essays/epsilon"));
  CHECK(world.web.asked[kHost + "/people/us"] == 0);
  CHECK(world.web.asked[kHost + "/later/3/"] == 1); // as a list, not as an article
}

TEST_CASE("seeds: a backfill finds what only the sitemap names in the folders of the known articles", "[crawl]") {
  World world;
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto* name : {"alpha", "beta", "gamma"}) items.emplace_back(name, kHost + "/posts/" + name);
  world.web.page(kFeed, rss_feed(items));
  std::string xml = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  for (const auto* path : {"/posts/", "/posts/alpha", "/posts/old/", "/posts/old/delta", "/people/us", "/imprint"}) {
    world.web.page(kHost + path, article_page(path + 1));
    xml += "<url><loc>" + kHost + path + "</loc></url>";
  }
  for (const auto* path : {"/posts/beta", "/posts/gamma"}) world.web.page(kHost + path, article_page(path + 1));
  world.web.page(kHost + "/", "<a href=/posts/gamma>Gamma</a>");
  world.web.page(kHost + "/sitemap.xml", xml + "</urlset>", "application/xml");
  if (GENERATE(true, false)) { // what a plain crawl has remembered is found as well
    world.crawl();
    CHECK(world.articles().size() == 3);
    world.web.time += 24h;
  }
  world.crawl([](CrawlOptions& options) {
    options.backfill = true;
    options.recheck_pages = 0; // it is not looking again
  });
  CHECK(world.articles().size() == 4);
  CHECK(world.articles().contains(kHost + "/posts/old/delta"));
  CHECK(world.failures().empty());
}

TEST_CASE("seeds: a pattern that exceeds the step limit is reported", "[crawl]") {
  World world;
  world.sources[0].article_pattern = "(a+)+$";
  const auto url = kHost + "/" + std::string(60, 'a') + "b";
  world.web.page(kFeed, rss_feed({{"one", url}}));
  const auto error = world.crawl().sources[0].error;
  CHECK(error.find("its article_pattern takes too many steps on " + url) != std::string::npos);
  REQUIRE(world.failures().size() == 1);
  CHECK(world.failures()[0].code == "bad_input");
}

TEST_CASE("seeds: a feed with too many entries is reported", "[crawl]") {
  World world;
  world.sources[0].fetch_pages = false;
  std::vector<std::pair<std::string, std::string>> items;
  for (int i = 0; i < 5'000; ++i) items.emplace_back("n" + std::to_string(i), kHost + "/p/" + std::to_string(i));
  world.web.page(kFeed, rss_feed(items, ""));
  CHECK(world.crawl().sources[0].error.empty());
  items.emplace_back("one more", kHost + "/p/more");
  world.web.page(kFeed, rss_feed(items, ""));
  const auto report = world.crawl();
  CHECK(report.sources[0].found == 5'000);
  CHECK(report.sources[0].error.find("too many entries: 1 after") != std::string::npos);
}

TEST_CASE("seeds: the failure of a seed is cleared when it works again", "[crawl]") {
  World world;
  world.web.page(kHost + "/p/one", article_page("one"));
  world.crawl();
  CHECK(world.failures().size() == 1);
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}));
  world.crawl();
  CHECK(world.failures().empty());
}

namespace {

/// A processor and its queue, and the answers to give.
struct Seeds {
  explicit Seeds(CrawlParts& crawl_parts)
      : parts(crawl_parts), queue(parts.context, parts.frontier),
        seeds(parts.context, parts.frontier, queue, parts.scheduler, parts.links) {}

  /// Answers the next seed in the frontier, and returns its URL.
  std::string answer(const Result<fetch::FetchResponse>& result) {
    auto task = parts.frontier.next(parts.time, false);
    REQUIRE(task);
    auto named = result;
    if (named) named->url = task->url;
    const auto url = task->url;
    REQUIRE(seeds.on_response(std::move(*task), named));
    return url;
  }

  CrawlParts& parts;
  SeedQueue queue;
  SeedProcessor seeds;
};

CrawlOptions without_other_lists() {
  CrawlOptions options;
  options.recheck_pages = 0;
  return options;
}

} // namespace

TEST_CASE("seed queue: a seed is asked once per crawl, and not while it is fresh", "[crawl]") {
  const bool recheck = GENERATE(false, true);
  auto options = without_other_lists();
  options.recheck = recheck;
  CrawlParts parts(options);
  auto state = parts.context.source_store.seed(parts.source().seed.url, "blog").value();
  state.fresh_until = parts.context.now() + 1h;
  REQUIRE(parts.context.source_store.save_seed(state));
  SeedQueue queue(parts.context, parts.frontier);
  REQUIRE(queue.add_all());
  REQUIRE(queue.add_all());
  CHECK(parts.frontier.size() == (recheck ? 1u : 0u));
  CHECK(parts.report().asked == recheck);
  CHECK(parts.report().answered == !recheck);
}

TEST_CASE("seed queue: in a backfill the front page follows when the feed has answered", "[crawl]") {
  CrawlOptions options;
  options.backfill = true;
  CrawlParts parts(options);
  Seeds seeds(parts);
  REQUIRE(seeds.queue.add_all());
  CHECK(parts.frontier.size() == 1);
  CHECK(seeds.answer(response(200, rss_feed({{"one", kHost + "/p/one"}}), "application/rss+xml")) == kFeed);
  CHECK(parts.queued() == std::vector<std::string>{kHost + "/", kHost + "/p/one"});
}

TEST_CASE("seed processor: only the URLs that the source's rules accept are scheduled", "[crawl]") {
  CrawlParts parts(without_other_lists());
  Seeds seeds(parts);
  REQUIRE(seeds.queue.add_all());
  seeds.answer(response(200, rss_feed({{"one", kHost + "/p/one"}, {"us", kHost + "/about"}}), "application/rss+xml"));
  CHECK(parts.report().found == 1);
  CHECK(parts.report().answered);
  CHECK(parts.queued() == std::vector<std::string>{kHost + "/p/one"});
}

TEST_CASE("seed processor: the parts of a sitemap index are asked, those on other sites are not", "[crawl]") {
  auto source = blog();
  source.seed = {schema::SourceKind::Sitemap, kSite + "/sitemap.xml"};
  CrawlParts parts(without_other_lists(), source);
  Seeds seeds(parts);
  REQUIRE(seeds.queue.add_all());
  seeds.answer(response(200,
                        "<sitemapindex><sitemap><loc>https://blog.example/1.xml</loc></sitemap>"
                        "<sitemap><loc>https://other.example/2.xml</loc></sitemap></sitemapindex>",
                        "application/xml"));
  CHECK(parts.queued() == std::vector<std::string>{kSite + "/1.xml"});
  CHECK(parts.report().error.empty());
  // The index is requested unconditionally next time, because its parts change without it.
  CHECK(parts.context.source_store.seed(source.seed.url, "blog")->etag.empty());
}

TEST_CASE("seed processor: a failed seed is recorded, and its fallback and homepage are asked", "[crawl]") {
  auto source = blog();
  source.fallback = schema::Seed{schema::SourceKind::Sitemap, kSite + "/sitemap.xml"};
  CrawlParts parts({}, source);
  Seeds seeds(parts);
  REQUIRE(seeds.queue.add_all());
  seeds.answer(response(503));
  CHECK(parts.queued() == std::vector<std::string>{kSite + "/sitemap.xml", kSite + "/"});
  const auto failures = parts.context.source_store.failures("blog").value();
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].url == source.seed.url);
  CHECK(failures[0].sentence.find("503") != std::string::npos);
  CHECK(parts.context.source_store.seed(source.seed.url, "blog")->failures == 1);
}

TEST_CASE("seed processor: 304 counts as an answer and clears the failure", "[crawl]") {
  CrawlParts parts;
  Seeds seeds(parts);
  REQUIRE(parts.context.source_store.save_failure({"blog", kFeed, "timeout", "too slow", 1, parts.context.now()}));
  REQUIRE(seeds.queue.add_all());
  seeds.answer(response(304));
  CHECK(parts.report().answered);
  CHECK(parts.context.source_store.failures("blog")->empty());
  CHECK(parts.context.source_store.seed(kFeed, "blog")->succeeded_at == parts.context.now());
}
