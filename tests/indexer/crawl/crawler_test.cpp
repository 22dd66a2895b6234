// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/crawler.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_record.h"

#include <map>
#include <set>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;

namespace {

/// Answers from a table, at once; time passes only when nobody has anything to do, and slowly while a page is made into
/// an article, which takes real time.
class TableFetcher final : public fetch::Fetcher {
 public:
  std::map<std::string, fetch::FetchResponse> answers;
  std::map<std::string, int> asked;
  std::map<std::string, std::vector<int>> first_statuses; ///< of an address, before its answer
  std::set<std::string> silent;                           ///< hosts that give no answer
  fetch::Instant time = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

  void start(fetch::FetchRequest request, Done done) override {
    waiting_.emplace_back(std::move(request), std::move(done));
  }

  void wait(std::chrono::milliseconds at_most) override {
    if (waiting_.empty()) {
      time += at_most;
      if (at_most <= 10ms) std::this_thread::sleep_for(1ms);
      return;
    }
    for (auto& [request, done] : std::exchange(waiting_, {})) done(answer(request));
  }

  std::size_t in_flight() const override { return waiting_.size(); }

  void page(const std::string& url, const std::string& body, const std::string& type = "text/html; charset=utf-8") {
    fetch::FetchResponse response;
    response.status = 200;
    response.content_type = type;
    response.body = body;
    response.etag = "\"" + std::to_string(std::hash<std::string>{}(body)) + "\"";
    answers[url] = std::move(response);
  }

  void redirect(const std::string& url, const std::string& to) {
    answers[url] = {};
    answers[url].status = 301;
    answers[url].location = to;
  }

 private:
  Result<fetch::FetchResponse> answer(const fetch::FetchRequest& request) {
    ++asked[request.url];
    if (silent.contains(Frontier::host_of(request.url))) return fail(ErrorCode::Timeout, "no answer", request.url);
    fetch::FetchResponse response;
    if (const auto found = answers.find(request.url); found != answers.end()) response = found->second;
    if (response.status == 0) response.status = 404;
    if (auto& first = first_statuses[request.url]; !first.empty()) {
      response = {};
      response.status = first.front();
      first.erase(first.begin());
    }
    if (response.status == 200 && !request.etag.empty() && request.etag == response.etag) {
      response.status = 304;
      response.body.clear();
    }
    response.url = request.url;
    response.fetched_at = std::chrono::floor<std::chrono::seconds>(time);
    return response;
  }

  std::vector<std::pair<fetch::FetchRequest, Done>> waiting_;
};

std::string words(const std::string& seed) {
  std::string text;
  for (int i = 0; i < 80; ++i) text += seed + std::to_string(i) + (i % 9 == 8 ? ". " : " ");
  return text;
}

std::string article(const std::string& name, const std::string& head = "") {
  return "<!doctype html><html lang=en><head><title>" + name + "</title>" + head + "</head><body><article><h1>" + name +
         "</h1><p>" + words(name) + "</p><p>" + words(name + "b") + "</p></article></body></html>";
}

std::string feed(const std::vector<std::pair<std::string, std::string>>& items, const std::string& text = "x") {
  std::string xml = "<rss version='2.0'><channel><title>F</title>";
  for (const auto& [title, link] : items) {
    xml += "<item><title>" + title + "</title><link>" + link + "</link><description>" + text + "</description></item>";
  }
  return xml + "</channel></rss>";
}

const std::string kHost = "https://blog.example";
const std::string kFeed = kHost + "/feed.xml";

class World {
 public:
  World() : database_(store::open_store(directory_.data()).value()) {
    schema::SourceDefinition source;
    source.id = source.label = "blog";
    source.homepage = kHost + "/";
    source.entrance = {schema::SourceKind::Feed, kFeed};
    sources.push_back(source);
  }

  CrawlReport crawl(const std::function<void(CrawlOptions&)>& change = {}) {
    auto knowledge =
        Knowledge::from(sources, enrich::Topics::parse(R"({"categories": [], "tags": []})").value()).value();
    CrawlOptions options;
    options.recheck = false;
    options.clock = [this] { return web.time; };
    if (change) change(options);
    const CrawlHooks hooks{[] {}, [] { return false; }, [](const CrawlReport&) {},
                           [] { return std::optional<Error>(); }};
    Crawler crawler(options, hooks, database_, knowledge, sources, web, politeness);
    auto report = crawler.run();
    REQUIRE(report);
    return *report;
  }

  std::map<std::string, Article> articles() {
    std::map<std::string, Article> found;
    REQUIRE(store::ArticleStore(database_).each([&](std::string_view record) {
      auto one = from_record(record).value();
      found.emplace(one.url, std::move(one));
      return true;
    }));
    return found;
  }

  int requests_today(const std::string& wanted) {
    int found = 0;
    const auto today = std::chrono::floor<std::chrono::seconds>(web.time);
    REQUIRE(store::CrawlStore(database_).each_requests(
        today, [&](std::string_view host, int count) { found += host == wanted ? count : 0; }));
    return found;
  }

  std::vector<store::Failure> failures() { return store::CrawlStore(database_).failures("blog").value(); }

  TableFetcher web;
  fetch::Politeness politeness{{.delay = 0ms, .answer_time_factor = 0}};
  std::vector<schema::SourceDefinition> sources;

 private:
  test::TemporaryDirectory directory_;
  store::Database database_;
};

} // namespace

TEST_CASE("crawler: what a feed names is fetched once, and not again", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}}), "application/rss+xml");
  world.web.page(kHost + "/p/one", article("one"));
  world.web.page(kHost + "/p/two", article("two"));
  const auto first = world.crawl();
  CHECK(first.sources[0].added == 2);
  CHECK(world.articles().size() == 2);
  const auto second = world.crawl();
  CHECK(second.pages == 0);
  CHECK(second.sources[0].answered);
  CHECK(world.web.asked[kHost + "/p/one"] == 1);
  CHECK(world.web.asked[kHost + "/robots.txt"] == 1);
}

TEST_CASE("crawler: an entry that changed has its page asked for again, and the article stays one", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}, "first words"));
  world.web.page(kHost + "/p/one", article("one"));
  world.crawl();
  const auto before = world.articles().begin()->second;
  world.web.time += 48h;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}, "other words"));
  world.web.page(kHost + "/p/one", article("uno"));
  CHECK(world.crawl().sources[0].changed == 1);
  REQUIRE(world.articles().size() == 1);
  const auto after = world.articles().begin()->second;
  CHECK(after.id == before.id);
  CHECK(after.indexed == before.indexed);
  CHECK(after.text != before.text);
}

TEST_CASE("crawler: robots.txt forbids, and the feed's own words stand in", "[crawl]") {
  World world;
  world.web.page(kHost + "/robots.txt", "User-agent: *\nDisallow: /private/\n", "text/plain");
  world.web.page(kFeed, feed({{"one", kHost + "/private/one"}}, "&lt;p&gt;" + words("entry") + "&lt;/p&gt;"));
  const auto report = world.crawl();
  CHECK(report.pages == 0);
  CHECK(world.web.asked[kHost + "/private/one"] == 0);
  REQUIRE(world.articles().size() == 1);
  CHECK(world.articles().begin()->second.text.find("entry0") != std::string::npos);
  REQUIRE(world.failures().empty() == false);
}

TEST_CASE("crawler: a robots.txt that cannot be had forbids, says so, and is asked for again", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article("one"));
  world.web.page(kHost + "/robots.txt", "", "text/plain");
  const int status = GENERATE(429, 500);
  world.web.answers[kHost + "/robots.txt"].status = status;
  auto report = world.crawl();
  const char* const why = status == 429 ? "is not to be asked before" : "cannot be had";
  CHECK(report.sources[0].error.find(why) != std::string::npos);
  CHECK(world.web.asked[kFeed] == 0);
  report = world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(world.web.asked[kFeed] == 0);
}

TEST_CASE("crawler: redirects, of HTTP and of the page, lead to one article and are remembered", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/old"}, {"two", kHost + "/stub"}}));
  world.web.redirect(kHost + "/old", kHost + "/p/one");
  world.web.page(kHost + "/stub",
                 "<html><head><meta http-equiv=refresh content='0; url=/p/one'></head><body></body></html>");
  world.web.page(kHost + "/p/one", article("one"));
  world.crawl();
  REQUIRE(world.articles().size() == 1);
  CHECK(world.articles().contains(kHost + "/p/one"));
  world.web.time += 48h;
  world.crawl();
  CHECK(world.web.asked[kHost + "/old"] == 1);
  CHECK(world.web.asked[kHost + "/p/one"] == 1);
}

TEST_CASE("crawler: a redirect in a circle is a failure, not an endless walk", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/a"}}, ""));
  world.web.redirect(kHost + "/a", kHost + "/b");
  world.web.redirect(kHost + "/b", kHost + "/a");
  const auto report = world.crawl();
  CHECK(report.requests < 10);
  CHECK(world.articles().empty());
}

TEST_CASE("crawler: noindex is obeyed, in the page and in the header", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}}));
  world.web.page(kHost + "/p/one", article("one", "<meta name=robots content=noindex>"));
  world.web.page(kHost + "/p/two", article("two"));
  world.web.answers[kHost + "/p/two"].x_robots_tag = "noindex";
  CHECK(world.crawl().sources[0].skipped == 2);
  CHECK(world.articles().empty());
}

TEST_CASE("crawler: what may pass is tried again, what is gone is not", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}}, ""));
  world.web.page(kHost + "/p/one", article("one"));
  world.web.first_statuses[kFeed] = {503};
  world.web.first_statuses[kHost + "/p/one"] = {500, 503};
  world.web.first_statuses[kHost + "/robots.txt"] = {500};
  const auto report = world.crawl();
  CHECK(report.sources[0].added == 1);
  CHECK(report.sources[0].failed == 1);
  CHECK(world.web.asked[kHost + "/p/one"] == 3);
  CHECK(world.web.asked[kHost + "/p/two"] == 1);
  world.web.time += 48h;
  world.crawl();
  CHECK(world.web.asked[kHost + "/p/two"] == 1);
}

TEST_CASE("crawler: a page instead of a feed is an error that says so, and the fallback helps", "[crawl]") {
  World world;
  world.web.page(kFeed, article("no feed"));
  auto report = world.crawl();
  CHECK_FALSE(report.sources[0].answered);
  CHECK_FALSE(report.sources[0].error.empty());

  world.sources[0].fallback = schema::Seed{schema::SourceKind::Sitemap, kHost + "/sitemap.xml"};
  world.web.page(kHost + "/sitemap.xml", "<urlset><url><loc>" + kHost + "/p/one</loc></url></urlset>",
                 "application/xml");
  world.web.page(kHost + "/p/one", article("one"));
  report = world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(report.sources[0].answered);
  CHECK(world.articles().size() == 1);
}

TEST_CASE("crawler: an empty feed takes nothing away", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article("one"));
  world.crawl();
  world.web.time += 48h;
  world.web.page(kFeed, feed({}));
  const auto report = world.crawl();
  CHECK(world.articles().size() == 1);
  CHECK(report.sources[0].error == "it names no article");
}

TEST_CASE("crawler: a link that several entries share is nobody's address", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/all"}, {"two", kHost + "/p/all"}, {"three", kHost + "/p/three"}}));
  world.web.page(kHost + "/p/all", article("all"));
  world.web.page(kHost + "/p/three", article("three"));
  world.crawl();
  CHECK(world.articles().size() == 1);
  CHECK(world.web.asked[kHost + "/p/all"] == 0);
}

TEST_CASE("crawler: two sources that name one page give one article with both names", "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "aggregator";
  other.homepage = "https://other.example/";
  other.entrance.url = "https://other.example/feed";
  world.sources.insert(world.sources.begin(), other);
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}));
  world.web.page("https://other.example/feed", feed({{"one, as others call it", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article("one"));
  world.crawl();
  REQUIRE(world.articles().size() == 1);
  const auto made = world.articles().begin()->second;
  CHECK(made.source == "blog");
  REQUIRE(made.copies.size() == 1);
  CHECK(made.copies[0].source == "aggregator");
  CHECK(world.web.asked[kHost + "/p/one"] == 1);
}

TEST_CASE("crawler: fetch_pages false asks for the feed alone", "[crawl]") {
  World world;
  world.sources[0].fetch_pages = false;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}, words("entry")));
  const auto report = world.crawl();
  CHECK(report.pages == 0);
  CHECK(world.articles().size() == 1);
}

TEST_CASE("crawler: max_pages ends a run, and the next one goes on", "[crawl]") {
  World world;
  std::vector<std::pair<std::string, std::string>> items;
  for (int i = 0; i < 5; ++i) {
    const auto name = "n" + std::to_string(i);
    items.emplace_back(name, kHost + "/p/" + name);
    world.web.page(items.back().second, article(name));
  }
  world.web.page(kFeed, feed(items));
  CHECK(world.crawl([](CrawlOptions& options) { options.max_pages = 2; }).pages == 2);
  CHECK(world.articles().size() == 2);
  world.crawl();
  CHECK(world.articles().size() == 5);
}

TEST_CASE("crawler: a crawl delay beyond all patience leaves the host out of the run", "[crawl]") {
  World world;
  world.web.page(kHost + "/robots.txt", "User-agent: *\nCrawl-delay: 86400\n", "text/plain");
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}));
  const auto report = world.crawl();
  CHECK_FALSE(report.sources[0].answered);
  CHECK(world.web.asked[kFeed] == 0);
}

TEST_CASE("crawler: a host that is not to be asked for long is left for another crawl, and no page has failed",
          "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "other";
  other.entrance.url = "https://other.example/feed";
  world.sources.push_back(other);
  world.web.page(kFeed,
                 feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}, {"three", kHost + "/p/three"}}, ""));
  world.web.page("https://other.example/feed", feed({{"good", "https://other.example/good"}}));
  world.web.page("https://other.example/good", article("good"));
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
  CHECK(report.sources[0].error.find("is not to be asked before 2026-06-01T00:5") != std::string::npos);

  for (const auto* name : {"one", "two", "three"}) world.web.page(kHost + "/p/" + name, article(name));
  world.web.time += 1h;
  world.crawl();
  CHECK(world.articles().size() == 4);
}

TEST_CASE("crawler: a host that asked to be left alone is left alone by another process too", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}, ""));
  world.web.answers[kHost + "/p/one"].status = 503;
  world.web.answers[kHost + "/p/one"].retry_after = "3000";
  world.crawl();
  const auto asked = world.web.asked;
  world.politeness = fetch::Politeness({.delay = 0ms, .answer_time_factor = 0});
  world.web.page(kHost + "/p/one", article("one"));
  const auto report = world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(world.web.asked == asked);
  CHECK(report.sources[0].error.find("is not to be asked before 2026-06-01T00:50") != std::string::npos);
  world.web.time += 1h;
  world.crawl();
  CHECK(world.articles().size() == 1);
}

TEST_CASE("crawler: recheck asks what failed again before its time", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}, ""));
  world.web.page(kHost + "/p/one", article("one"));
  world.web.first_statuses[kHost + "/p/one"] = {500, 500, 500, 500};
  CHECK(world.crawl().sources[0].failed == 1);
  CHECK(world.crawl().pages == 0);
  CHECK(world.crawl([](CrawlOptions& options) { options.recheck = true; }).sources[0].added == 1);
}

TEST_CASE("crawler: the Crawl-delay of a robots.txt from an earlier crawl is kept", "[crawl]") {
  World world;
  world.web.page(kHost + "/robots.txt", "User-agent: *\nCrawl-delay: 20\n", "text/plain");
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article("one"));
  world.crawl();
  world.politeness = fetch::Politeness({.delay = 0ms, .answer_time_factor = 0});
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}}));
  world.web.page(kHost + "/p/two", article("two"));
  const auto begin = world.web.time;
  CHECK(world.crawl().sources[0].added == 1);
  CHECK(world.web.time - begin >= 20s);
}

TEST_CASE("crawler: a permanent redirect of a feed is learned after three answers, another never", "[crawl]") {
  World world;
  const std::string there = "https://new.example/feed";
  world.web.redirect(kFeed, there);
  world.web.page(there, feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article("one"));
  const int status = GENERATE(301, 308, 302, 307);
  world.web.answers[kFeed].status = status;
  for (int i = 0; i < 5; ++i) {
    world.crawl([](CrawlOptions& options) { options.recheck = true; });
  }
  const bool is_permanent = status == 301 || status == 308;
  CHECK(world.web.asked[kFeed] == (is_permanent ? 3 : 5));
  CHECK(world.web.asked[there] == 5);
}

TEST_CASE("crawler: a feed that is gone for good is paused", "[crawl]") {
  World world;
  world.sources[0].homepage.clear();
  world.web.page(kFeed, "");
  world.web.answers[kFeed].status = 410;
  CHECK(world.crawl().sources[0].error.find("410: it is gone for good") != std::string::npos);
  world.web.time += std::chrono::days(400);
  world.crawl();
  CHECK(world.web.asked[kFeed] == 1);
  world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(world.web.asked[kFeed] == 2);
}

TEST_CASE("crawler: a dead feed is looked for on the homepage, and asked there from then on", "[crawl]") {
  World world;
  world.web.page(kHost + "/",
                 "<html><head><link rel=alternate type='application/atom+xml' href='/atom.xml'></head></html>");
  world.web.page(kHost + "/atom.xml", feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article("one"));
  CrawlReport report;
  for (int i = 0; i < 3; ++i) {
    CHECK(world.articles().empty());
    report = world.crawl();
  }
  CHECK(world.articles().size() == 1);
  CHECK(report.sources[0].error.find("asked from now on: " + kHost + "/atom.xml") != std::string::npos);
  world.web.time += 48h;
  CHECK(world.crawl().sources[0].error.empty());
  CHECK(world.web.asked[kFeed] == 3);
}

TEST_CASE("crawler: a source that is silent costs the others nothing, and is asked less and less", "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "other";
  other.entrance.url = "https://other.example/feed";
  world.sources.push_back(other);
  world.web.silent = {"blog.example"};
  world.web.page("https://other.example/feed", feed({{"good", "https://other.example/good"}}));
  world.web.page("https://other.example/good", article("good"));
  const auto begin = world.web.time;
  const auto report = world.crawl();
  CHECK(world.web.time - begin < 20s); // not until the silent host might be asked again, only to hear that it is silent
  CHECK(world.articles().size() == 1);
  CHECK(report.requests < 12);
  CHECK_FALSE(report.sources[0].answered);
  CHECK_FALSE(report.sources[0].error.empty());
}

TEST_CASE("crawler: a first fill follows links between articles that the pattern admits", "[crawl]") {
  World world;
  world.sources[0].article_pattern = "^https://blog\\.example/posts/[a-z]+$";
  world.web.page(kFeed, feed({{"Alpha", kHost + "/posts/alpha"}}));
  const std::string link = "<a href=/posts/beta>x</a><a href=/about>x</a>";
  world.web.page(kHost + "/posts/alpha", article("alpha") + link);
  world.web.page(kHost + "/posts/beta", article("beta") + "<a href=gamma>x</a><a href=alpha>x</a>");
  world.web.page(kHost + "/posts/gamma", article("gamma"));
  world.crawl();
  CHECK(world.articles().size() == 1); // the second crawl must follow what the first one stored
  world.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(world.articles().size() == 3);
  CHECK(world.web.asked[kHost + "/posts/alpha"] == 1);
  CHECK(world.web.asked[kHost + "/about"] == 0);
}

TEST_CASE("crawler: a first fill reads older pages of a feed until there are none, or none with news", "[crawl]") {
  const std::string generator = "<generator>https://wordpress.org/?v=6.8</generator><item>";
  const auto paged = [&](const std::string& name) {
    auto xml = feed({{name, kHost + "/posts/" + name}}, words(name));
    return xml.replace(xml.find("<item>"), 6, generator);
  };
  World world;
  const auto fill = [](CrawlOptions& options) { options.backfill = true; };
  world.web.page(kFeed, paged("alpha"));
  world.web.page(kFeed + "?paged=2", paged("beta"));
  world.web.page(kHost + "/", "<a href=/posts/alpha>Alpha</a>");
  for (const auto* name : {"alpha", "beta"}) world.web.page(kHost + "/posts/" + name, article(name));
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

TEST_CASE("crawler: a first fill reads the front page after the feed, which shows how articles are named", "[crawl]") {
  World world;
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto* name : {"alpha", "beta", "gamma"}) items.emplace_back(name, kHost + "/posts/" + name);
  world.web.page(kFeed, feed(items));
  world.web.first_statuses[kFeed] = {500}; // it comes late
  world.web.page(kHost + "/", "<a href=/posts/delta>Delta</a><a href=/people/us>Us</a>");
  for (const auto* path : {"/posts/alpha", "/posts/beta", "/posts/gamma", "/posts/delta", "/people/us"}) {
    world.web.page(kHost + path, article(path + 1));
  }
  const auto fill = [](CrawlOptions& options) { options.backfill = true; };
  world.crawl(fill);
  CHECK(world.articles().size() == 4);
  CHECK(world.web.asked[kHost + "/people/us"] == 0);
  world.web.page(kHost + "/", "<a href=/posts/epsilon>Epsilon</a><a href=/people/us>Us</a>");
  world.web.page(kHost + "/posts/epsilon", article("epsilon"));
  world.crawl(fill); // the feed is as before
  CHECK(world.articles().size() == 5);
  CHECK(world.web.asked[kHost + "/people/us"] == 0);
}

TEST_CASE("crawler: a feed or other data that a page links to is no article", "[crawl]") {
  World world;
  const auto type = GENERATE("application/rss+xml", "text/xml; charset=utf-8", "application/json");
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}, {"all", kHost + "/all"}}, ""));
  world.web.page(kHost + "/p/one", "<?xml version='1.0'?>" + article("one"), "application/xml");
  world.web.page(kHost + "/all", feed({{"x", kHost + "/x"}}, words("all")), type);
  world.crawl();
  CHECK(world.articles().size() == 1);
  CHECK(world.articles().contains(kHost + "/p/one"));
}

TEST_CASE("crawler: a host's daily budget is one budget over several runs", "[crawl]") {
  World world;
  world.web.page(kFeed, feed({{"A", kHost + "/a"}, {"B", kHost + "/b"}, {"C", kHost + "/c"}}));
  for (const auto* path : {"/a", "/b", "/c"}) world.web.page(kHost + path, article(path + 1));
  const auto one_page = [](CrawlOptions& options) { options.max_pages = 1; };
  world.crawl(one_page); // robots.txt, the feed, a page
  CHECK(world.requests_today("blog.example") == 3);
  world.crawl(one_page);
  CHECK(world.requests_today("blog.example") == 5); // robots.txt is still fresh
}

TEST_CASE("crawler: a pattern that finds no end is named", "[crawl]") {
  World world;
  world.sources[0].article_pattern = "(a+)+$";
  const auto url = kHost + "/" + std::string(60, 'a') + "b";
  world.web.page(kFeed, feed({{"one", url}}));
  const auto error = world.crawl().sources[0].error;
  CHECK(error.find("its article_pattern takes too many steps on " + url) != std::string::npos);
  REQUIRE(world.failures().size() == 1);
  CHECK(world.failures()[0].code == "bad_input");
}

TEST_CASE("crawler: a feed with more entries than are taken says so", "[crawl]") {
  World world;
  world.sources[0].fetch_pages = false;
  std::vector<std::pair<std::string, std::string>> items;
  for (int i = 0; i < 5'000; ++i) items.emplace_back("n" + std::to_string(i), kHost + "/p/" + std::to_string(i));
  world.web.page(kFeed, feed(items, ""));
  CHECK(world.crawl().sources[0].error.empty());
  items.emplace_back("one more", kHost + "/p/more");
  world.web.page(kFeed, feed(items, ""));
  const auto report = world.crawl();
  CHECK(report.sources[0].found == 5'000);
  CHECK(report.sources[0].error.find("more entries than are taken: 1 after") != std::string::npos);
}

TEST_CASE("crawler: what an entrance failed by is forgotten when it works again", "[crawl]") {
  World world;
  world.web.page(kHost + "/p/one", article("one"));
  world.crawl();
  CHECK(world.failures().size() == 1);
  world.web.page(kFeed, feed({{"one", kHost + "/p/one"}}));
  world.crawl();
  CHECK(world.failures().empty());
}
