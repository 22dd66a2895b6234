// SPDX-License-Identifier: GPL-3.0-or-later
// Copies at other sources: one of an article and its copies is shown, and nothing of the article goes to another
// source.
#include "indexer/crawl/rebuild.h"
#include "shared/article/article_id.h"
#include "shared/article/article_names.h"

#include "tests/indexer/crawl/crawl_world.h"

#include <algorithm>

namespace copies_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

const std::string kOne = kHost + "/p/one", kMirror = "https://aaa.example", kCopy = kMirror + "/c";

/// A blog and a source that copies it, each with a feed that lists what it is told to.
class MirroredBlog : public World {
 public:
  MirroredBlog() {
    auto other = sources[0];
    other.id = other.label = "aaa";
    other.homepage = kMirror + "/";
    other.seed.url = kMirror + "/feed";
    sources.push_back(other);
    list(kFeed, {});
    list(kMirror + "/feed", {});
  }

  void list(const std::string& feed, const std::vector<std::string>& urls, const std::string& text = "x") {
    std::vector<std::pair<std::string, std::string>> items;
    for (const auto& url : urls) items.emplace_back("", url);
    web.page(feed, rss_feed(items, text));
  }
  void list_one(const std::string& text = "x") { list(kFeed, {kOne}, text); }
  void list_copy(const std::string& text = "x") { list(kMirror + "/feed", {kCopy}, text); }

  void crawl_later() {
    web.time += 96h;
    crawl([](CrawlOptions& options) { options.recheck = true; });
  }

  /// The article that an id leads to; a default one if there is none.
  Article at(const std::string& id) {
    Article found;
    for (const auto& [url, article] : articles(store::Articles::All)) {
      const auto ids = alias_ids(article);
      if (article.id == id || std::ranges::find(ids, id) != ids.end()) found = article;
    }
    return found;
  }

  /// The blog's article is what readers of its id and address find, and the only one that is shown.
  void check_is_of_blog() {
    const auto one = at(article_id(kOne));
    CHECK(one.id == article_id(kOne));
    CHECK(one.url == kOne);
    CHECK(one.source == "blog");
    CHECK_FALSE(one.gone_since);
    CHECK(articles().size() == 1);
    CHECK(at(article_id(kCopy)).id == article_id(kOne));
  }
};

std::string meta(const std::string& name, const std::string& content) {
  return "<meta property='" + name + "' content='" + content + "'>";
}

} // namespace

TEST_CASE("copies: of an article and its copy the article is shown, whichever comes first", "[crawl]") {
  for (const std::string& late : {kOne, kCopy}) {
    INFO("late: " << late);
    MirroredBlog world;
    world.web.page(kOne, article_page("one"));
    world.web.page(kCopy, article_page("one", "<link rel=canonical href='" + kOne + "'>"));
    world.web.first_statuses[late] = {503};
    world.list_one();
    world.list_copy();
    auto report = world.crawl();
    world.check_is_of_blog();
    CHECK(report.of("blog").added == 1);
    CHECK(report.of("aaa").added == 0);
    CHECK(report.of("aaa").folded == 1);
  }
}

TEST_CASE("copies: equal texts at two sources are two articles, and neither takes anything of the other", "[crawl]") {
  for (const bool is_old_page : {false, true}) {
    INFO("edited to be the copy: " << is_old_page);
    MirroredBlog world;
    world.web.page(kCopy, article_page("older"));
    if (is_old_page) world.list_copy();
    world.crawl();
    world.web.page(kOne, article_page("one"));
    world.list_one();
    world.crawl_later();
    const auto before = world.at(article_id(kOne));
    REQUIRE(before.url == kOne);
    if (is_old_page) { // by and by: at once it would be taken for an error page
      auto page = article_page("one");
      page.insert(page.find("<p>"), "<p>" + words("older") + "</p><p>" + words("olderb") + "</p>");
      world.web.page(kCopy, page);
      world.list_copy("m");
      world.crawl_later();
    }
    world.web.page(kCopy, article_page("one", meta("article:published_time", "2019-01-01T08:00:00Z") +
                                                  meta("og:image", "https://aaa.example/e.png") +
                                                  "<meta name=author content='Eve Evil'>"));
    world.list_copy("y");
    world.crawl_later();
    auto after = world.at(article_id(kOne));
    CHECK(after.id == before.id);
    CHECK(after.url == kOne);
    CHECK(after.source == "blog");
    CHECK_FALSE(after.published);
    CHECK(after.authors.empty());
    CHECK(after.image.empty());
    CHECK(world.articles().size() == 2);
    REQUIRE(derive_anew(world.database(), world.knowledge(), 1, [] { return false; }));
    CHECK(to_record(world.at(article_id(kOne))) == to_record(after));
  }
}

TEST_CASE("copies: while an article's page is gone its copy is another source's article, and the id returns with it",
          "[crawl]") {
  MirroredBlog world;
  world.web.page(kOne, article_page("one"));
  world.list_one();
  world.crawl();
  world.web.page(kCopy, article_page("one", "<link rel=canonical href='" + kOne + "'>"));
  world.list_copy();
  world.crawl_later();
  world.check_is_of_blog();
  world.web.answers[kOne] = {};
  world.web.answers[kOne].status = 410;
  world.list_one("y");
  world.crawl_later();
  const auto gone = world.at(article_id(kOne));
  CHECK(gone.url == kOne);
  CHECK(gone.source == "blog");
  CHECK(gone.gone_since);
  REQUIRE(world.articles().size() == 1);
  CHECK(world.articles().at(kCopy).id == article_id(kCopy));
  CHECK(world.articles().at(kCopy).source == "aaa");
  world.web.page(kCopy, article_page("one") + "<p>" + words("bait") + words("bait2") + words("bait3") + "</p>");
  world.list_copy("z");
  world.crawl_later();
  CHECK(world.at(article_id(kOne)).url == kOne);
  world.web.page(kOne, article_page("one"));
  world.list_one("back");
  world.crawl_later();
  const auto back = world.articles().at(kOne);
  CHECK(back.id == article_id(kOne));
  CHECK(back.source == "blog");
}

TEST_CASE("copies: an article known from its feed alone is not displaced by a page elsewhere", "[crawl]") {
  MirroredBlog world;
  world.web.page(kHost + "/robots.txt", "User-agent: *\nDisallow: /p/", "text/plain");
  const std::string body = "&lt;p&gt;" + words("one") + words("two") + words("three") + "&lt;/p&gt;";
  world.web.page(kFeed, rss_feed({{"one", kOne}}, body));
  world.crawl();
  REQUIRE(world.articles().at(kOne).source == "blog");
  world.web.page(kCopy, "<html lang=en><head><title>one</title>" + meta("article:published_time", "2019-01-01") +
                            "</head><body><article><h1>one</h1><p>" + words("one") + words("two") + words("three") +
                            "</p></article></body></html>");
  world.list_copy();
  world.crawl_later();
  CHECK(world.articles().size() == 2);
  CHECK(world.articles().at(kOne).source == "blog");
  CHECK_FALSE(world.articles().at(kOne).published);
}

TEST_CASE("copies: of two that one crawl finds, the one that the other states as the original is shown", "[crawl]") {
  for (const std::string& host : {std::string("https://a.blog.example"), std::string("https://zzz.example")}) {
    MirroredBlog world;
    world.sources[1].homepage = host + "/";
    const std::string copy = host + "/c";
    world.web.page(kOne, article_page("one"));
    world.web.page(copy, article_page("one", "<link rel=canonical href='" + kOne + "'>"));
    world.list_one();
    world.list(kMirror + "/feed", {copy});
    world.crawl();
    REQUIRE(world.articles().size() == 1);
    CHECK(world.articles().begin()->second.url == kOne);
    CHECK(world.at(article_id(copy)).source == "blog");
  }
}

TEST_CASE("copies: a canonical address at another's is nobody's until its page is there", "[crawl]") {
  const std::string alice = "https://pages.example/~alice", mallory = "https://pages.example/~mallory";
  for (const auto& [home, victims] :
       {std::pair(mallory, alice + "/new"), std::pair(std::string("https://m.pages.example"), alice + "/new")}) {
    MirroredBlog world;
    world.sources[0].homepage = alice + "/";
    world.sources[1].homepage = home + "/";
    const std::string trap = home + "/trap";
    world.web.page(trap, article_page("trap", "<link rel=canonical href='" + victims + "'>"));
    world.list(kMirror + "/feed", {trap});
    world.crawl();
    CHECK(world.articles().contains(trap));
    CHECK(world.at(article_id(victims)).url.empty());
    world.web.page(victims, article_page("new"));
    world.list(kFeed, {victims});
    world.crawl_later();
    CHECK(world.articles().at(victims).id == article_id(victims));
    CHECK(world.articles().at(trap).id == article_id(trap));
  }
}

TEST_CASE("copies: a redirect of another source to an article takes neither its id nor its place", "[crawl]") {
  MirroredBlog world;
  world.web.page(kCopy, article_page("one", "<meta name=author content='Eve Evil'>"));
  world.list_copy();
  world.crawl();
  const auto id = world.articles().at(kCopy).id;
  world.web.page(kOne, article_page("one"));
  world.list_one();
  world.web.redirect(kCopy, kOne);
  world.crawl_later();
  REQUIRE(world.articles().size() == 1);
  const auto one = world.articles().at(kOne);
  CHECK(one.id == article_id(kOne));
  CHECK(one.authors.empty());
  CHECK(world.at(id).id == one.id);
  world.web.page(kCopy, article_page("bait"));
  world.list_copy("y");
  world.crawl_later();
  CHECK(world.articles().at(kOne).id == article_id(kOne));
}

} // namespace copies_test
