// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/indexer/crawl/crawl_world.h"

namespace lists_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

const std::string kMap = kHost + "/map.xml";

std::string sitemap(const std::vector<std::string>& names) {
  std::string xml = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  for (const auto& name : names) xml += "<url><loc>" + kHost + "/p/" + name + "</loc></url>";
  return xml + "</urlset>";
}

std::string home(const std::vector<std::string>& names) {
  std::string html = "<html><body><a href='/about/us'>About</a>";
  for (const auto& name : names) html += "<a href='/p/" + name + "'>" + name + "</a>";
  return html + "</body></html>";
}

/// A blog whose feed lists some of its articles, its home page others, and the sitemap that its robots.txt names all.
struct Blog : World {
  explicit Blog(const std::vector<std::string>& names) {
    for (const auto& name : names) web.page(kHost + "/p/" + name, article_page(name));
    web.page(kHost + "/robots.txt", "Sitemap: " + kMap + "\n", "text/plain");
    list(names, names, names);
  }
  void list(const std::vector<std::string>& in_feed, const std::vector<std::string>& on_home,
            const std::vector<std::string>& in_map) {
    std::vector<std::pair<std::string, std::string>> items;
    for (const auto& name : in_feed) items.emplace_back(name, kHost + "/p/" + name);
    web.page(kFeed, rss_feed(items));
    web.page(kHost + "/", home(on_home));
    web.page(kMap, sitemap(in_map), "application/xml");
  }
  void rename(const std::string& from, const std::string& to) {
    web.answers.erase(kHost + "/p/" + from);
    web.page(kHost + "/p/" + to, article_page(from));
  }
  CrawlReport next_day(const std::function<void(CrawlOptions&)>& change = {}) {
    web.time += 24h;
    web.asked.clear();
    return crawl(change);
  }
};

} // namespace

TEST_CASE("lists: an article that has left the feed and moves without a redirect is found where another list has it",
          "[crawl]") {
  const bool is_on_home = GENERATE(true, false);
  Blog blog({"a", "b", "c", "d"});
  blog.crawl();
  const auto id = blog.articles().at(kHost + "/p/a").id;
  blog.list({"b", "c", "d"}, {"a", "b"}, {"a", "b", "c", "d"});
  blog.next_day();
  blog.rename("a", "moved-on");
  blog.list({"b", "c", "d"}, is_on_home ? std::vector<std::string>{"moved-on", "b"} : std::vector<std::string>{"b"},
            is_on_home ? std::vector<std::string>{"b", "c", "d"} : std::vector<std::string>{"b", "c", "d", "moved-on"});
  blog.next_day();
  const auto articles = blog.articles();
  REQUIRE(articles.contains(kHost + "/p/moved-on"));
  CHECK(articles.at(kHost + "/p/moved-on").id == id);
  CHECK(articles.size() == 4);
}

TEST_CASE("lists: what a home page or sitemap lists when it is read first is remembered, not fetched", "[crawl]") {
  Blog blog({"a", "b", "c"});
  blog.list({"a", "b", "c"}, {"a", "ancient"}, {"a", "b", "c", "antique"});
  for (const auto* name : {"antique", "ancient"}) blog.web.page(kHost + "/p/" + name, article_page(name));
  blog.crawl();
  blog.next_day();
  CHECK(blog.articles().size() == 3);
  CHECK(blog.web.asked.count(kHost + "/p/antique") == 0);
  blog.next_day([](CrawlOptions& options) { options.backfill = true; });
  CHECK(blog.articles().contains(kHost + "/p/ancient"));
}

TEST_CASE("lists: a backfill takes what is directly below the root from a sitemap of articles, not from one of pages",
          "[crawl]") {
  World world;
  const auto map_of = [](const std::vector<std::string>& names) {
    std::string xml = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
    for (const auto& name : names) xml += "<url><loc>" + kHost + "/" + name + "/</loc></url>";
    return xml + "</urlset>";
  };
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto* name : {"a", "b", "c", "d", "old-story", "older-story", "new-story", "membership", "imprint"}) {
    world.web.page(kHost + "/" + name + "/", article_page(name));
    if (name[1] == '\0') items.emplace_back(name, kHost + "/" + name + "/");
  }
  const std::string map = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>" + kHost +
                          "/sitemap-posts.xml</loc></sitemap><sitemap><loc>" + kHost +
                          "/sitemap-pages.xml</loc></sitemap></sitemapindex>";
  world.web.page(kFeed, rss_feed(items));
  world.web.page(kHost + "/robots.txt", "Sitemap: " + kMap + "\n", "text/plain");
  world.web.page(kMap, map, "application/xml");
  world.web.page(kHost + "/", "<a href='/a/'>A</a><a href='/b/'>B</a><a href='/c/'>C</a><a href='/membership/'>M</a>");
  const auto list = [&](std::vector<std::string> posts, const std::vector<std::string>& pages) {
    posts.insert(posts.end(), {"a", "b", "c", "d", "old-story", "older-story"});
    world.web.page(kHost + "/sitemap-posts.xml", map_of(posts), "application/xml");
    world.web.page(kHost + "/sitemap-pages.xml", map_of(pages), "application/xml");
  };
  const auto day = [&](bool is_backfill) {
    world.web.time += 24h;
    world.crawl([=](CrawlOptions& options) { options.backfill = is_backfill; });
  };
  list({}, {"membership"});
  day(false);
  day(false);
  CHECK(world.articles().size() == 4);
  list({"new-story"}, {"membership", "imprint"}); // one is news, the other is not
  day(false);
  CHECK(world.articles().size() == 5);
  day(true);
  const auto articles = world.articles();
  CHECK(articles.contains(kHost + "/old-story/"));
  CHECK(articles.contains(kHost + "/older-story/"));
  CHECK(articles.size() == 7);
  CHECK(world.web.asked.count(kHost + "/membership/") + world.web.asked.count(kHost + "/imprint/") == 0);
}

TEST_CASE("lists: the backfill of a watch asks for each list once a round", "[crawl]") {
  const bool is_left = GENERATE(false, true); // by a crawl that was stopped
  Blog blog({"a", "b"});
  blog.list({"a"}, {"a", "b"}, {"a", "b"});
  if (is_left) {
    blog.stopped = [&] { return blog.web.asked[kFeed] > 0; };
    blog.crawl([](CrawlOptions& options) { options.backfill = true; });
  }
  blog.stopped = [&] { return blog.web.asked[kMap] + blog.web.asked[kHost + "/"] > 20; };
  for (int round = 1; round <= 3; ++round) {
    blog.web.time += 15min;
    const auto report = blog.crawl([&](CrawlOptions& options) {
      options.backfill = !is_left && round == 1;
      options.only_due = true;
    });
    CHECK_FALSE(report.interrupted);
    CHECK(blog.web.asked[kMap] <= round);
    CHECK(blog.web.asked[kHost + "/"] <= round);
  }
  CHECK(blog.articles().size() == 2);
}

TEST_CASE("lists: of a sitemap's parts a backfill reads five hundred in one crawl", "[crawl]") {
  Blog blog({"a"});
  std::string parts;
  for (int i = 0; i < 600; ++i)
    parts += "<sitemap><loc>" + kHost + "/map-" + std::to_string(i) + ".xml</loc></sitemap>";
  blog.web.page(kMap, "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" + parts + "</sitemapindex>",
                "application/xml");
  blog.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(std::ranges::count_if(blog.web.asked, [](const auto& one) { return one.first.starts_with(kHost + "/map-"); }) ==
        500);
}

TEST_CASE("lists: what another list names later is new, if it looks like the source's articles", "[crawl]") {
  Blog blog({"a", "b", "c"});
  blog.crawl();
  blog.list({"a", "b", "c"}, {"a"}, {"a", "b", "c", "d", "../shop/soap"});
  blog.web.page(kHost + "/p/d", article_page("d"));
  blog.web.page(kHost + "/shop/soap", article_page("soap"));
  CHECK(blog.next_day().sources[0].added == 1);
  CHECK(blog.articles().contains(kHost + "/p/d"));
}

TEST_CASE("lists: what a source publishes after its feed has died is found in its other lists", "[crawl]") {
  const int status = GENERATE(404, 410, 500, 200); // the last with a page instead of the feed
  const bool is_on_home = GENERATE(true, false);
  CAPTURE(status, is_on_home);
  Blog blog({"a", "b", "c"});
  blog.crawl();
  std::vector<std::string> names{"a", "b", "c"};
  for (int day = 0; day < 12; ++day) {
    names.push_back("day" + std::to_string(day));
    blog.web.page(kHost + "/p/" + names.back(), article_page(names.back()));
    blog.list({}, is_on_home ? names : std::vector<std::string>{"a"}, is_on_home ? std::vector<std::string>{} : names);
    blog.web.page(kFeed, home({}));
    blog.web.answers[kFeed].status = status;
    const auto report = blog.next_day();
    CHECK_FALSE(report.sources[0].answered);
  }
  CHECK(blog.articles().size() == names.size());
}

TEST_CASE("lists: what leaves the feed is not looked at as long as another list names it", "[crawl]") {
  Blog blog({"a", "b", "c"});
  blog.crawl();
  for (int day = 0; day < 3; ++day) blog.next_day(); // the first looks at the articles
  blog.list({"b", "c"}, {}, {"a", "b", "c"});
  blog.next_day();
  CHECK(blog.web.asked.count(kHost + "/p/a") == 0);
  blog.list({"b", "c"}, {}, {"b", "c"});
  blog.next_day();
  CHECK(blog.web.asked[kHost + "/p/a"] == 1);
}

TEST_CASE("lists: a source without other lists has no trouble, and is seldom asked for them", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"a", kHost + "/p/a"}}));
  world.web.page(kHost + "/p/a", article_page("a"));
  const auto report = world.crawl();
  CHECK(report.sources[0].error.empty());
  CHECK(world.failures().empty());
  CHECK(world.web.asked[kHost + "/"] == 1);
  for (int day = 0; day < 20; ++day) {
    world.web.time += 24h;
    world.crawl();
  }
  CHECK(world.web.asked[kHost + "/"] == 1);
}

TEST_CASE("lists: without a budget for looking again no other list is asked", "[crawl]") {
  Blog blog({"a", "b"});
  blog.crawl([](CrawlOptions& options) { options.recheck_pages = 0; });
  CHECK(blog.web.asked.count(kHost + "/") == 0);
  CHECK(blog.web.asked.count(kMap) == 0);
}

TEST_CASE("lists: one that does not change is asked more and more rarely", "[crawl]") {
  Blog blog({"a", "b", "c"});
  int days = 0, asked = 0;
  for (; days < 60; ++days) {
    blog.next_day();
    asked += blog.web.asked[kMap];
  }
  CHECK(asked < days * 2 / 3);
  CHECK(asked > days / 7);
}

TEST_CASE("lists: one that names what the feed does not is read daily, another more and more rarely", "[crawl]") {
  const std::vector<std::string> all = {"a", "b", "c", "d", "e", "f"};
  Blog blog(all);
  blog.crawl();
  const std::vector<std::string> newest = {"d", "e", "f"};
  int asked_home = 0, asked_map = 0;
  constexpr int kDays = 40;
  for (int day = 0; day < kDays; ++day) {
    blog.list(newest, newest, all);
    const auto text = std::to_string(day); // as a page with a counter
    blog.web.page(kHost + "/", home(newest) + text);
    blog.web.page(kMap, sitemap(all) + "<!-- " + text + " -->", "application/xml");
    blog.next_day();
    asked_home += blog.web.asked[kHost + "/"];
    asked_map += blog.web.asked[kMap];
  }
  CHECK(asked_map == kDays);
  CHECK(asked_home < kDays / 3);
}

TEST_CASE("lists: one that is not there while its site is down is read again soon after", "[crawl]") {
  const int status = GENERATE(404, 503);
  Blog blog({"a", "b"});
  blog.crawl();
  blog.next_day();
  const auto answers = blog.web.answers;
  for (auto& [url, answer] : blog.web.answers) {
    if (url == kFeed || url.ends_with("robots.txt")) continue;
    answer = {};
    answer.status = status;
  }
  for (int day = 0; day < 3; ++day) blog.next_day();
  blog.web.answers = answers;
  int asked = 0;
  for (int day = 0; day < 2; ++day) {
    blog.next_day();
    asked += blog.web.asked[kHost + "/"];
  }
  CHECK(asked > 0);
}

TEST_CASE("lists: one whose site moves on from a host that dies is asked at its own address again", "[crawl]") {
  Blog blog({"a", "b"});
  blog.web.redirect(kMap, "https://second.example/map.xml");
  blog.web.page("https://second.example/map.xml", sitemap({"a", "b"}), "application/xml");
  for (int day = 0; day < 6; ++day) blog.next_day();
  blog.web.silent.insert("second.example");
  blog.web.redirect(kMap, "https://third.example/map.xml");
  blog.web.page("https://third.example/map.xml", sitemap({"a", "b"}), "application/xml");
  int asked = 0;
  for (int day = 0; day < 14; ++day) {
    blog.next_day();
    asked += blog.web.asked["https://third.example/map.xml"];
  }
  CHECK(asked > 0);
}

TEST_CASE("lists: what a list has named before anybody knew that articles are there is fetched when that is known",
          "[crawl]") {
  Blog blog({"a", "b", "c"});
  blog.crawl();
  for (const auto* name : {"d", "e", "f", "g"}) blog.web.page(kHost + "/new/" + name, article_page(name));
  const auto home = [&](const std::string& more) {
    blog.web.page(kHost + "/",
                  "<html><body><a href='/p/a'>a</a><a href='/p/b'>b</a><a href='/p/c'>c</a>" + more + "</body></html>");
  };
  home("<a href='/new/d'>d</a>");
  for (int day = 0; day < 3; ++day) blog.next_day();
  CHECK(blog.articles().size() == 3);
  blog.web.page(kFeed, rss_feed({{"e", kHost + "/new/e"}, {"f", kHost + "/new/f"}, {"g", kHost + "/new/g"}}));
  home("<a href='/new/d'>d</a><a href='/new/e'>e</a>");
  for (int day = 0; day < 12; ++day) blog.next_day();
  CHECK(blog.articles().size() == 7);
  CHECK(blog.articles().contains(kHost + "/new/d"));
}

TEST_CASE("lists: those on a host that wants a pause are not asked, and the report says until when", "[crawl]") {
  Blog blog({"a", "b"});
  blog.web.answers[kFeed] = {};
  blog.web.answers[kFeed].status = 503;
  blog.web.answers[kFeed].retry_after = "7200";
  const auto until = blog.crawl().sources[0].waits_until;
  CHECK(blog.web.asked.count(kHost + "/") == 0);
  CHECK(until >= std::chrono::floor<std::chrono::seconds>(blog.web.time) + 1h);
  blog.web.asked.clear();
  blog.web.time += 1h;
  const auto report = blog.crawl();
  CHECK(blog.web.asked.count(kHost + "/") == 0);
  CHECK(report.sources[0].waits_until == until);
  CHECK(report.sources[0].error.contains("503"));
}

TEST_CASE("lists: looking at pages leaves requests for a list that may name a missing one", "[crawl]") {
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("n" + std::to_string(i));
  Blog blog(names);
  blog.list(names, names, names);
  blog.crawl();
  blog.next_day();
  blog.rename("n0", "n99");
  blog.list({names.begin() + 1, names.end()}, {"n99"}, {names.begin() + 1, names.end()});
  blog.web.time += 30 * 24h; // so everything is due
  blog.next_day([](CrawlOptions& options) { options.recheck_pages = 20; });
  CHECK(blog.web.asked[kHost + "/"] == 1);
  CHECK(blog.articles().contains(kHost + "/p/n99"));
}

TEST_CASE("lists: what a list announces is looked at in the same crawl, before what is only due", "[crawl]") {
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("n" + std::to_string(i));
  Blog blog(names);
  blog.list(names, names, names);
  blog.crawl();
  const auto page = blog.web.answers.at(kHost + "/p/n0");
  const std::vector<std::string> others(names.begin() + 1, names.end());
  blog.web.answers.erase(kHost + "/p/n0");
  blog.list(others, others, others);
  for (int day = 0; day < 4; ++day) blog.next_day();
  REQUIRE_FALSE(blog.articles().contains(kHost + "/p/n0"));
  const bool is_in_feed = GENERATE(true, false);
  blog.web.answers[kHost + "/p/n0"] = page;
  blog.list(is_in_feed ? names : others, others, is_in_feed ? others : names);
  blog.web.time += 30 * 24h; // so everything is due
  blog.next_day([](CrawlOptions& options) { options.recheck_pages = 10; });
  CHECK(blog.articles().contains(kHost + "/p/n0"));
}

TEST_CASE("lists: of a page that lists the site's own articles, what it links to elsewhere is none", "[crawl]") {
  World world;
  world.sources[0].seed = {schema::SourceKind::PageList, kHost + "/list"};
  world.web.page(kHost + "/list", "<html><body><a href='/p/one'>one</a><a href='https://share.example/intent/one'>x</a>"
                                  "</body></html>");
  world.web.page(kHost + "/p/one", article_page("one"));
  world.crawl();
  CHECK(world.articles().size() == 1);
  CHECK(world.web.asked.count("https://share.example/robots.txt") == 0);
}

} // namespace lists_test
