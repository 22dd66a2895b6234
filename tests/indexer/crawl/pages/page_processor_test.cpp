// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_processor.h"
#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/crawl/rebuild.h"

#include "tests/indexer/crawl/crawl_parts.h"
#include "tests/indexer/crawl/crawl_world.h"

namespace page_processor_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

TEST_CASE("pages: if a feed entry changes, its page is fetched again and stays one article", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}, "first words"));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.crawl();
  const auto before = world.articles().begin()->second;
  world.web.time += 48h;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}, "other words"));
  world.web.page(kHost + "/p/one", article_page("uno"));
  CHECK(world.crawl().sources[0].changed == 1);
  REQUIRE(world.articles().size() == 1);
  const auto after = world.articles().begin()->second;
  CHECK(after.id == before.id);
  CHECK(after.indexed == before.indexed);
  CHECK(after.text != before.text);
}

TEST_CASE("pages: a date between the first and the last visit is no date in the future", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}, "first words"));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.crawl();
  const auto indexed = world.articles().begin()->second.indexed;
  world.web.time += 10 * 24h;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}, "other words"));
  world.web.page(kHost + "/p/one",
                 article_page("one", "<meta property='article:modified_time' content='2026-06-09T08:00:00Z'>"));
  world.crawl();
  const auto article = world.articles().begin()->second;
  REQUIRE(article.updated);
  CHECK(to_text(*article.updated) == "2026-06-09T08:00:00Z");
  CHECK(article.indexed == indexed);
  const auto again = derive_anew(world.database(), world.knowledge(), 1, [] { return false; });
  REQUIRE(again);
  CHECK(again->changed == 0);
}

TEST_CASE("pages: redirects by HTTP and by the page lead to one article and are remembered", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/old"}, {"two", kHost + "/stub"}}));
  world.web.redirect(kHost + "/old", kHost + "/p/one");
  world.web.page(kHost + "/stub",
                 "<html><head><meta http-equiv=refresh content='0; url=/p/one'></head><body></body></html>");
  world.web.page(kHost + "/p/one", article_page("one"));
  world.crawl();
  REQUIRE(world.articles().size() == 1);
  CHECK(world.articles().contains(kHost + "/p/one"));
  world.web.time += 48h;
  world.crawl([](CrawlOptions& options) { options.recheck_pages = 0; });
  CHECK(world.web.asked[kHost + "/old"] == 1);
  CHECK(world.web.asked[kHost + "/p/one"] == 1);
}

TEST_CASE("pages: a circle of redirects is a failure", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/a"}}, ""));
  world.web.redirect(kHost + "/a", kHost + "/b");
  world.web.redirect(kHost + "/b", kHost + "/a");
  const auto report = world.crawl();
  CHECK(report.requests < 10);
  CHECK(world.articles().empty());
}

TEST_CASE("pages: noindex is obeyed in the page and in the header", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}}));
  world.web.page(kHost + "/p/one", article_page("one", "<meta name=robots content=noindex>"));
  world.web.page(kHost + "/p/two", article_page("two"));
  world.web.answers[kHost + "/p/two"].x_robots_tag = "noindex";
  CHECK(world.crawl().sources[0].skipped == 2);
  CHECK(world.articles().empty());
}

TEST_CASE("pages: two sources that link to one page give one article with both sources", "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "aggregator";
  other.homepage = "https://other.example/";
  other.seed.url = "https://other.example/feed";
  world.sources.insert(world.sources.begin(), other);
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}));
  world.web.page("https://other.example/feed", rss_feed({{"one, as others call it", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.crawl();
  REQUIRE(world.articles().size() == 1);
  const auto made = world.articles().begin()->second;
  CHECK(made.source == "blog");
  REQUIRE(made.copies.size() == 1);
  CHECK(made.copies[0].source == "aggregator");
  CHECK(world.web.asked[kHost + "/p/one"] == 1);
}

TEST_CASE("pages: a feed or other data is not an article", "[crawl]") {
  World world;
  const auto type = GENERATE("application/rss+xml", "text/xml; charset=utf-8", "application/json");
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}, {"all", kHost + "/all"}}, ""));
  world.web.page(kHost + "/p/one", "<?xml version='1.0'?>" + article_page("one"), "application/xml");
  world.web.page(kHost + "/all", rss_feed({{"x", kHost + "/x"}}, words("all")), type);
  world.crawl();
  CHECK(world.articles().size() == 1);
  CHECK(world.articles().contains(kHost + "/p/one"));
}

namespace {

/// A processor that is given the responses of single pages.
struct Pages {
  explicit Pages(CrawlParts& crawl_parts)
      : parts(crawl_parts), pictures(parts.context, parts.frontier, parts.database),
        processor(parts.context, parts.database, parts.scheduler, parts.links, pictures) {}

  void respond(const store::UrlRow& row, const Result<fetch::FetchResponse>& result) {
    REQUIRE(processor.on_response(task_of(row), result));
  }

  static Task task_of(const store::UrlRow& row) {
    Task task;
    task.url = row.url;
    task.row = row.id;
    return task;
  }

  CrawlParts& parts;
  PictureKeeper pictures;
  PageProcessor processor;
};

const std::string kPage = kSite + "/p/one";

} // namespace

TEST_CASE("page processor: a page becomes an article, and 304 leaves it unchanged", "[crawl]") {
  CrawlParts parts;
  Pages pages(parts);
  const auto row = parts.add_url(kPage, store::UrlState::New);
  pages.respond(row, response(200, article_page("one")));
  CHECK(parts.report().added == 1);
  CHECK(parts.row(kPage).state == store::UrlState::Stored);
  const auto request = pages.processor.begin_request(Pages::task_of(row));
  REQUIRE(request);
  CHECK(request->etag == "\"1\"");
  pages.respond(row, response(304));
  CHECK(parts.report().unchanged == 1);
}

TEST_CASE("page processor: a page without text is skipped, and says why", "[crawl]") {
  CrawlParts parts;
  Pages pages(parts);
  pages.respond(parts.add_url(kPage, store::UrlState::New), response(200, "<html><body></body></html>"));
  CHECK(parts.report().skipped == 1);
  CHECK(parts.row(kPage).state == store::UrlState::NotArticle);
  CHECK(parts.context.source_store.failures("blog")->at(0).code == "no_text");
}

TEST_CASE("page processor: a redirect passes the links on, unless its target is not an article", "[crawl]") {
  CrawlParts parts;
  Pages pages(parts);
  auto moved = response(301);
  moved->url = kPage;
  const bool is_article = GENERATE(true, false);
  const auto target = kSite + (is_article ? "/p/two" : "/about");
  moved->location = target;
  pages.respond(parts.add_url(kPage, store::UrlState::New), moved);
  CHECK(parts.row(kPage).state == (is_article ? store::UrlState::Redirect : store::UrlState::Failed));
  CHECK(parts.context.urls.inlinks(target)->size() == (is_article ? 1u : 0u));
  CHECK(parts.queued().size() == (is_article ? 1u : 0u));
}

TEST_CASE("page processor: a missing page is not retried, a failing one is", "[crawl]") {
  CrawlParts parts;
  Pages pages(parts);
  const int status = GENERATE(404, 500);
  pages.respond(parts.add_url(kPage, store::UrlState::New), response(status));
  CHECK(parts.report().failed == 1);
  CHECK(parts.row(kPage).due_at.has_value() == (status == 500));
}

TEST_CASE("page processor: a redirect stays known when its address is gone, and its feed entry makes no second article",
          "[crawl]") {
  CrawlParts parts;
  Pages pages(parts);
  extract::FeedSignal entry;
  entry.title = "One";
  entry.body_html = "<p>" + words("entry") + "</p>";
  auto row = parts.add_url(kPage, store::UrlState::Redirect, signal_to_json(entry));
  pages.respond(row, response(404));
  REQUIRE(pages.processor.derive_links());
  CHECK(parts.report().failed == 1);
  CHECK(parts.report().added == 0);
  CHECK(parts.row(kPage).state == store::UrlState::Redirect);
}

TEST_CASE("page processor: a postponed page has not failed, and its feed entry is used meanwhile", "[crawl]") {
  CrawlParts parts;
  Pages pages(parts);
  extract::FeedSignal entry;
  entry.title = "One";
  entry.body_html = "<p>" + words("entry") + "</p>";
  const auto row = parts.add_url(kPage, store::UrlState::New, signal_to_json(entry));
  const auto until = parts.context.now() + 1h;
  REQUIRE(pages.processor.postpone(Pages::task_of(row), {ErrorCode::HttpStatus, "closed", "", ""}, until));
  CHECK(parts.report().postponed == 1);
  CHECK(parts.report().failed == 0);
  CHECK(parts.row(kPage).due_at == until);
  REQUIRE(pages.processor.derive_links());
  CHECK(parts.report().added == 1);
  CHECK(parts.row(kPage).due_at == until);
}

TEST_CASE("page processor: a feed entry without text, of a page that fails where an article has moved, is read once",
          "[crawl]") {
  CrawlParts parts;
  Pages pages(parts);
  const std::string before = kSite + "/p/before";
  pages.respond(parts.add_url(before, store::UrlState::New), response(200, article_page("one")));
  extract::FeedSignal entry;
  entry.title = "One";
  const auto row = parts.add_url(kPage, store::UrlState::New, signal_to_json(entry));
  auto moved = parts.row(before);
  moved.state = store::UrlState::Redirect;
  moved.target = row.id;
  REQUIRE(parts.context.urls.save_url(moved));
  pages.respond(row, response(500));
  REQUIRE(parts.row(kPage).state == store::UrlState::Failed);
  REQUIRE(pages.processor.derive_links());
  CHECK(parts.context.readings.sources(store::News::Links)->empty());
  CHECK(parts.context.rechecks.of(row.id)->misses == 0);
}

TEST_CASE("page processor: max_pages counts requests", "[crawl]") {
  CrawlOptions options;
  options.max_pages = 1;
  CrawlParts parts(options);
  Pages pages(parts);
  CHECK_FALSE(pages.processor.is_enough());
  REQUIRE(pages.processor.begin_request(Pages::task_of(parts.add_url(kPage, store::UrlState::New))));
  CHECK(pages.processor.is_enough());
  CHECK(pages.processor.is_enough());
}

} // namespace page_processor_test
