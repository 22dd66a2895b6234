// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_home.h"
#include "searchd/router.h"
#include "tests/shared/api/fake_engine.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::searchd;
using namespace std::chrono_literals;

namespace home_test {

const Moment kNow = test::moment("2026-04-21T12:00:00Z");

search::Hit hit_of(const std::string& source, int number, int days_ago) {
  const std::string day = to_day(kNow - std::chrono::days{days_ago});
  return test::make_hit("https://" + source + ".example/" + std::to_string(number),
                        source + " " + std::to_string(number), source, day);
}

/// Articles of several sources, newest first; trending ones in every window that holds at least four articles.
class HomeEngine : public test::FakeEngine {
 public:
  std::size_t searches = 0;
  std::vector<search::SourceStatus> statuses;
  std::vector<search::Warning> trending_warnings;
  std::optional<std::chrono::seconds> cut_window; ///< time runs out for the topics of this window alone
  std::function<void()> on_trending = [] {};

  Result<search::SearchResponse> search(const search::SearchRequest& request, Moment now) override {
    ++searches;
    search::SearchResponse response = *test::FakeEngine::search(request, now);
    response.hits.clear();
    std::map<std::string, std::size_t> seen;
    for (const search::Hit& hit : hits) {
      const bool is_in = !request.filters.dates.after ||
                         (hit.article.published && hit.article.published->time >= *request.filters.dates.after);
      const bool is_shown = request.per_source == 0 || ++seen[hit.article.source] <= request.per_source;
      if (is_in && is_shown && response.hits.size() < request.limit) response.hits.push_back(hit);
    }
    response.dates.emplace();
    for (const search::Hit& hit : hits) {
      if (!hit.article.published) continue;
      const std::string day = to_day(hit.article.published->time);
      auto& buckets = response.dates->values;
      if (buckets.empty() || buckets.back().value != day) buckets.push_back({day, 0});
      ++buckets.back().count;
    }
    response.total = static_cast<std::size_t>(std::ranges::count_if(hits, [&](const search::Hit& hit) {
      return !request.filters.dates.after ||
             (hit.article.published && hit.article.published->time >= *request.filters.dates.after);
    }));
    return response;
  }
  Result<search::Trending> trending(std::chrono::seconds window, std::size_t, Moment now) override {
    on_trending();
    search::Trending trending{now - window, now, {{"paged attention", 4, 6.5, {"a"}}}, {}, trending_warnings};
    if (window == cut_window) {
      trending.warnings.push_back({"time_cut", "Time ran out.", {}});
      return trending;
    }
    for (const search::Hit& hit : hits) {
      if (hit.article.published && hit.article.published->time > now - window) trending.articles.push_back(hit);
    }
    return trending;
  }
  Result<search::SourcesResponse> sources() override { return search::SourcesResponse{statuses, warnings}; }
};

/// Three articles of each of `sources` sources, one a day, the newest `age` days old.
HomeEngine engine_with(int sources, int age) {
  HomeEngine engine;
  engine.hits.clear();
  for (int day = 0; day < 3; ++day) {
    for (int i = 0; i < sources; ++i)
      engine.hits.push_back(hit_of(std::string(1, static_cast<char>('a' + i)), day, age + day));
  }
  return engine;
}

std::map<std::string, std::size_t> per_source(const std::vector<search::Hit>& hits) {
  std::map<std::string, std::size_t> out;
  for (const search::Hit& hit : hits) ++out[hit.article.source];
  return out;
}

HttpResponse get(test::FakeEngine& engine, Router& router, Moment now = kNow, const char* coding = "",
                 const std::string& tag = "") {
  HttpRequest request{"GET", "/", "",
                      "",    "",  {{"Host", "localhost"}, {"Accept-Encoding", coding}, {"If-None-Match", tag}}};
  return router.answer(engine, request, now);
}

Router make_router() {
  return Router({HostCheck({"127.0.0.1", 7700}, {}), "", 8 << 20, [](const std::string&) {}});
}

} // namespace home_test
using namespace home_test;

TEST_CASE("home: if enough is new, two days are shown", "[page]") {
  HomeEngine engine = engine_with(8, 0);
  const auto home = gather_home(engine, kNow);
  REQUIRE(home);
  CHECK(home->newest.window == std::chrono::days{2});
  CHECK(home->newest.total == 24);
  CHECK(home->trending.window == std::chrono::days{2});
  CHECK(render_home(*home).contains("<a href=\"/?since=2d&amp;sort=newest\">24 articles</a> in the last 2 days."));
}

TEST_CASE("home: a source has at most two articles in a block", "[page]") {
  HomeEngine engine = engine_with(5, 0);
  const auto home = gather_home(engine, kNow);
  REQUIRE(home);
  std::vector<search::Hit> trending = home->trending.content.articles;
  REQUIRE(home->top);
  trending.push_back(*home->top);
  for (const auto& hits : {home->newest.content, trending}) {
    CHECK_FALSE(hits.empty());
    for (const auto& [source, count] : per_source(hits)) CHECK(count <= 2);
  }
}

TEST_CASE("home: if little is new, it looks further back and says so", "[page]") {
  HomeEngine engine = engine_with(12, 20);
  const auto home = gather_home(engine, kNow);
  REQUIRE(home);
  CHECK(home->newest.window == std::chrono::days{30});
  CHECK(render_home(*home).contains("Little is new: <a href=\"/?since=30d&amp;sort=newest\">36 articles</a>"));
  CHECK(render_home_asides(*home).contains("Few topics are rising, so this covers the last 30 days."));
}

TEST_CASE("home: an index without new articles shows its newest ones, and says so", "[page]") {
  HomeEngine engine = engine_with(4, 400);
  const auto home = gather_home(engine, kNow);
  REQUIRE(home);
  CHECK_FALSE(home->newest.window);
  CHECK(home->newest.content.size() == 8);
  CHECK_FALSE(home->top);
  CHECK(render_home(*home).contains("Nothing was published in the last 90 days. These are the newest articles."));
  engine.hits.insert(engine.hits.begin(), hit_of("z", 1, 50));
  CHECK(render_home(*gather_home(engine, kNow)).contains("Only 1 article in the last 90 days."));
  engine.hits.clear();
  CHECK(render_home(*gather_home(engine, kNow)).contains("<h1>Nothing to read yet</h1>"));
}

TEST_CASE("home: it says when articles are missing because the index is damaged", "[page]") {
  HomeEngine engine = engine_with(8, 0);
  CHECK_FALSE(render_home(*gather_home(engine, kNow)).contains("class=\"warnings\""));
  engine.warnings = {{"time_cut", "2 are missing.", {}}};
  CHECK(render_home(*gather_home(engine, kNow)).contains("<ul class=\"warnings\"><li>2 are missing.</li></ul>"));
  engine.hits.clear();
  CHECK(render_home(*gather_home(engine, kNow)).contains("2 are missing."));
}

TEST_CASE("home: each title is shown once", "[page]") {
  HomeEngine engine = engine_with(12, 0);
  const std::string html = render_home(*gather_home(engine, kNow)) + render_home_asides(*gather_home(engine, kNow));
  for (const search::Hit& hit : engine.hits) {
    const std::size_t at = html.find(">" + hit.article.title + "</a>");
    if (at != std::string::npos) CHECK(html.find(">" + hit.article.title + "</a>", at + 1) == std::string::npos);
  }
}

TEST_CASE("home: while there is nothing to read, the page names the command that brings articles where it is",
          "[page]") {
  HomeContent home;
  home.is_empty = true;
  CHECK(render_home(home).contains("<code>trawl crawl</code> fetches the articles"));
  home.is_of_package = true;
  CHECK(render_home(home).contains("<code>sudo systemctl start trawl-crawl</code> fetches the articles"));
  CHECK_FALSE(render_home(home).contains("<code>trawl crawl"));
}

TEST_CASE("home: what several sources tell within three days is one story, the others beneath it", "[page]") {
  HomeEngine engine = engine_with(8, 0);
  engine.hits[0].article.title = "Acme releases Example-6 with native memory";
  engine.hits[1].article.title = "Example-6 by Acme: what its native memory means";
  engine.hits[9].article.title =
      "Example-6 is released, and has native memory"; // a day before, of the same source as the second
  engine.hits[2].article.title = "Memory of native plants";
  const auto home = gather_home(engine, kNow);
  REQUIRE(home);
  const auto also = home->also_told.find(engine.hits[0].article.id);
  REQUIRE(also != home->also_told.end());
  REQUIRE(also->second.size() == 2);
  CHECK(also->second.front().article.title == engine.hits[1].article.title);
  CHECK((render_home(*home) + render_home_asides(*home)).contains(engine.hits[9].article.title));
  CHECK(std::ranges::none_of(home->newest.content,
                             [](const search::Hit& hit) { return hit.article.title.starts_with("Example-6"); }));
  CHECK(std::ranges::any_of(home->newest.content,
                            [](const search::Hit& hit) { return hit.article.title.starts_with("Memory"); }));
}

TEST_CASE("home: rising terms have numbers and a plot, the last two weeks a bar for each day", "[page]") {
  HomeEngine engine = engine_with(8, 0);
  const auto home = gather_home(engine, kNow);
  REQUIRE(home);
  REQUIRE(home->rising.size() == 1);
  const std::string html = render_home_asides(*home);
  CHECK(html.contains("<a href=\"/?q=paged%20attention\">paged attention</a><svg class=\"plot\""));
  CHECK(html.contains("4 articles, 7× usual"));
  CHECK(html.contains("<section class=\"block\" id=\"week\""));
  CHECK(html.contains("title=\"21 Apr 2026: 8 articles\""));
  CHECK(html.contains("href=\"/?after=2026-04-21"));
}

TEST_CASE("home: what is new stands under its day, other languages than the reader's after it", "[page]") {
  HomeEngine engine = engine_with(5, 0);
  engine.hits[0].article.language = "zh";
  engine.hits[1].article.language = "de";
  const auto home = gather_home(engine, kNow, {"de", "en"});
  REQUIRE(home);
  const std::string html = render_home(*home);
  CHECK(html.find("<h3 class=\"day\">Today</h3>") < html.find("<h3 class=\"day\">Yesterday</h3>"));
  CHECK(home->top->article.id == engine.hits[1].article.id); // trending is in the order of the hits
  REQUIRE(home->in_other_languages.size() == 1);
  CHECK(home->in_other_languages.front().article.id == engine.hits[0].article.id);
  CHECK(html.find("<h3 class=\"day\">Yesterday</h3>") < html.find("<h3 class=\"day\">In other languages</h3>"));
}

TEST_CASE("home: what is older than a year stands under its year, what is older than two weeks under its month",
          "[page]") {
  HomeEngine engine = engine_with(4, 0); // the first is the top story
  engine.hits[1].article.published = parse_rfc3339("2026-03-08");
  engine.hits[2].article.published = parse_rfc3339("2024-04-08");
  engine.hits[3].article.published = parse_rfc3339("2024-01-08");
  const auto home = gather_home(engine, kNow);
  REQUIRE(home);
  const std::string html = render_home(*home);
  CHECK(html.contains("<h3 class=\"day\">March 2026</h3>"));
  CHECK(html.contains("<h3 class=\"day\">2024</h3>"));
}

TEST_CASE("home: each printed day has one heading, though moments of several days alternate", "[page]") {
  HomeEngine engine = engine_with(4, 1);
  const auto printed = [&](std::size_t hit, const char* date) {
    engine.hits[hit].article.published = parse_rfc3339(date);
  };
  printed(0, "2026-04-20T18:00:00-08:00"); // the newest moment, printed yesterday
  printed(1, "2026-04-21T09:00:00+09:00");
  printed(2, "2026-04-20T15:00:00-08:00");
  printed(3, "2026-04-21T07:00:00+09:00");
  const auto home = gather_home(engine, kNow);
  REQUIRE(home);
  const std::string html = render_home(*home);
  CHECK(html.find(">Today</h3>") < html.find(">Yesterday</h3>"));
  CHECK(html.find(">Today</h3>") == html.rfind(">Today</h3>"));
  CHECK(html.find(">Yesterday</h3>") == html.rfind(">Yesterday</h3>"));
}

TEST_CASE("home: no list is the top story, and the reason for it is given", "[page]") {
  HomeEngine engine = engine_with(5, 0);
  engine.hits[0].article.reading_minutes = 432;
  for (const std::size_t i : {1, 6, 11}) engine.hits[i].article.title = "Papers of 2026-04-" + std::to_string(i + 10);
  engine.hits[2].article.title = "Paged attention explained";
  const auto home = gather_home(engine, kNow);
  REQUIRE(home->top);
  CHECK(home->top->article.title == "Paged attention explained");
  CHECK(render_home_asides(*home).contains(
      "Rising: <a href=\"/?q=paged%20attention\">paged attention</a> – 4 articles of 1 source in 2 days"));
}

TEST_CASE("home: what has no date is new for two weeks after it was found", "[page]") {
  HomeEngine engine = engine_with(1, 0);
  engine.hits[0].article.published.reset();
  engine.hits[0].article.indexed = kNow - 24h;
  engine.hits[1].article.published.reset();
  engine.hits[1].article.indexed = kNow - 24h * 20;
  const auto home = gather_home(engine, kNow);
  REQUIRE(home->undated.size() == 1);
  CHECK(render_home(*home).contains("<h3 class=\"day\">Without a date</h3>"));
}

TEST_CASE("home: every block links to searches", "[page]") {
  HomeEngine engine = engine_with(8, 0);
  engine.statuses = {{"quiet", "Quiet Blog", "", 3, parse_rfc3339("2025-01-02"), {}, "silent", ""},
                     {"loud", "Loud Blog", "", 3, parse_rfc3339("2026-04-20"), {}, "ok", ""}};
  const auto home = gather_home(engine, kNow);
  const std::string html = render_home(*home) + render_home_asides(*home);
  for (const char* part :
       {"href=\"/?sort=newest\"", "href=\"/?q=paged%20attention\"", "href=\"/?category=open-source\"",
        "href=\"/?source=a\"", "href=\"/?source=quiet\"", "last 2 Jan 2025"}) {
    INFO(part);
    CHECK(html.contains(part));
  }
  CHECK_FALSE(html.contains("Loud Blog"));
  CHECK(home->categories.size() == 10);
}

TEST_CASE("home: it changes with a commit and every few minutes, and who has it is told so without a search",
          "[page]") {
  HomeEngine engine = engine_with(8, 0);
  Router router = make_router();
  const HttpResponse first = get(engine, router);
  const std::string tag(first.header("ETag"));
  const std::size_t searches = engine.searches;
  CHECK(searches > 0);
  CHECK(get(engine, router, kNow + 3min, "", tag).status == 304);
  CHECK(engine.searches == searches);
  CHECK(get(engine, router, kNow + 3min).body == first.body);
  CHECK(get(engine, router, kNow + 11min).header("ETag") != tag);
  engine.live.revision = 42;
  CHECK(get(engine, router, kNow, "", tag).status == 200);
}

TEST_CASE("home: a page for which time ran out says so and is not kept", "[page]") {
  HomeEngine engine = engine_with(8, 0);
  Router router = make_router();
  engine.trending_warnings = {{"time_cut", "Time ran out.", {}}};
  const HttpResponse cut = get(engine, router);
  CHECK(cut.body.contains("<li>Time ran out.</li>"));
  CHECK(cut.header("Cache-Control") == "no-store");
  engine.trending_warnings.clear();
  const HttpResponse whole = get(engine, router);
  CHECK_FALSE(whole.body.contains("Time ran out."));
  CHECK(whole.header("Cache-Control") != "no-store");
}

TEST_CASE("home: a wider window does not hide that time ran out for the one before", "[page]") {
  HomeEngine engine = engine_with(8, 0);
  engine.cut_window = std::chrono::days{2};
  Router router = make_router();
  const HttpResponse cut = get(engine, router);
  CHECK(cut.body.contains("<li>Time ran out.</li>"));
  CHECK(cut.header("Cache-Control") == "no-store");
  engine.cut_window.reset();
  CHECK(get(engine, router).body.contains("last 2 days"));
}

TEST_CASE("home: a page made while the index changed has no tag", "[page]") {
  HomeEngine engine = engine_with(8, 0);
  Router router = make_router();
  engine.on_trending = [&engine] { // one part of the page is older than the others
    engine.live.revision = 42;
    engine.hits.clear();
  };
  CHECK(get(engine, router).header("ETag").empty());
}
