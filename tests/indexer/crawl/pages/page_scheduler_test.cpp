// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_scheduler.h"

#include "tests/indexer/crawl/crawl_parts.h"

namespace page_scheduler_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;
using namespace std::chrono_literals;

namespace {

const std::string kPage = kSite + "/p/one";
const std::string kSeed = kSite + "/feed.xml";

} // namespace

TEST_CASE("page scheduler: a discovered page is fetched once per crawl", "[crawl]") {
  CrawlParts parts;
  CHECK(*parts.scheduler.discover(parts.source(), kSeed, {kPage, "", {}}));
  CHECK(*parts.scheduler.discover(parts.source(), kSeed, {kPage, "", {}}));
  CHECK(parts.queued() == std::vector<std::string>{kPage});
  CHECK(parts.context.urls.inlinks(kPage)->size() == 1);
}

TEST_CASE("page scheduler: a stored page is fetched again only if its feed entry changed", "[crawl]") {
  CrawlParts parts;
  parts.add_url(kPage, store::UrlState::Stored, "{}");
  CHECK_FALSE(*parts.scheduler.discover(parts.source(), kSeed, {kPage, "{}", {}}));
  CHECK(parts.frontier.empty());
  CHECK_FALSE(*parts.scheduler.discover(parts.source(), kSeed, {kPage, R"({"title":"new"})", {}}));
  CHECK(parts.queued() == std::vector<std::string>{kPage});
}

TEST_CASE("page scheduler: a failed page waits for its time, and a page that is gone is left alone", "[crawl]") {
  CrawlParts parts;
  auto row = parts.add_url(kPage, store::UrlState::Failed);
  row.due_at = parts.context.now() + 1h;
  REQUIRE(parts.context.urls.save_url(row));
  REQUIRE(parts.scheduler.discover(parts.source(), kSeed, {kPage, "", {}}));
  CHECK(parts.frontier.empty());
  parts.time += 2h;
  REQUIRE(parts.scheduler.discover(parts.source(), kSeed, {kPage, "", {}}));
  CHECK(parts.queued().size() == 1);
  auto gone = parts.add_url(kSite + "/p/two", store::UrlState::Failed);
  gone.due_at.reset();
  REQUIRE(parts.context.urls.save_url(gone));
  REQUIRE(parts.scheduler.discover(parts.source(), kSeed, {gone.url, R"({"title":"new"})", {}}));
  CHECK(parts.frontier.empty());
}

TEST_CASE("page scheduler: a link to a redirected URL is a link to its target too", "[crawl]") {
  CrawlParts parts;
  const auto target = parts.add_url(kSite + "/p/two", store::UrlState::Stored);
  auto row = parts.add_url(kPage, store::UrlState::Redirect);
  row.target = target.id;
  REQUIRE(parts.context.urls.save_url(row));
  REQUIRE(parts.scheduler.discover(parts.source(), "https://blog.example/other.xml", {kPage, "", {}}));
  CHECK(parts.context.urls.inlinks(target.id)->size() == 2);
  CHECK(parts.frontier.empty());
}

TEST_CASE("page scheduler: with fetch_pages false no page is fetched, and what the feed says is news", "[crawl]") {
  auto source = blog();
  source.fetch_pages = false;
  CrawlParts parts({}, source);
  REQUIRE(parts.scheduler.discover(parts.source(), kSeed, {kPage, "{}", {}}));
  CHECK(parts.frontier.empty());
  CHECK(parts.context.readings.sources(store::News::Links).value() == std::vector<std::string>{parts.source().id});
}

TEST_CASE("page scheduler: due URLs of enabled sources are scheduled, and recheck looks ahead", "[crawl]") {
  CrawlOptions options;
  options.recheck = GENERATE(false, true);
  CrawlParts parts(options);
  auto later = parts.add_url(kPage, store::UrlState::Failed);
  later.due_at = parts.context.now() + 48h;
  REQUIRE(parts.context.urls.save_url(later));
  REQUIRE(parts.scheduler.add_due());
  CHECK(parts.queued().size() == (options.recheck ? 1u : 0u));
  CHECK_FALSE(parts.scheduler.has_more_due());
}

} // namespace page_scheduler_test
