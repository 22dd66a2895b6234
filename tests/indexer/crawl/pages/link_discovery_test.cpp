// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/store/compress.h"

#include "tests/indexer/crawl/crawl_parts.h"
#include "tests/indexer/crawl/crawl_world.h"

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

TEST_CASE("link discovery: a backfill follows links between articles that match the pattern", "[crawl]") {
  World world;
  world.sources[0].article_pattern = "^https://blog\\.example/posts/[a-z]+$";
  world.web.page(kFeed, rss_feed({{"Alpha", kHost + "/posts/alpha"}}));
  const std::string link = "<a href=/posts/beta>x</a><a href=/about>x</a>";
  world.web.page(kHost + "/posts/alpha", article_page("alpha") + link);
  world.web.page(kHost + "/posts/beta", article_page("beta") + "<a href=gamma>x</a><a href=alpha>x</a>");
  world.web.page(kHost + "/posts/gamma", article_page("gamma"));
  world.crawl();
  CHECK(world.articles().size() == 1); // the second crawl must follow what the first one stored
  world.crawl([](CrawlOptions& options) { options.backfill = true; });
  CHECK(world.articles().size() == 3);
  CHECK(world.web.asked[kHost + "/posts/alpha"] == 1);
  CHECK(world.web.asked[kHost + "/about"] == 0);
}

TEST_CASE("link discovery: only unknown links that look like articles are scheduled, each once", "[crawl]") {
  CrawlParts parts;
  parts.context.backfills.emplace("blog", parts.context.now());
  parts.add_url(kSite + "/p/known", store::UrlState::Stored);
  const auto page = parts.add_url(kSite + "/p/one", store::UrlState::Stored);
  store::Input input;
  input.url = page.url;
  REQUIRE(parts.context.inputs.save(input, store::compress("")));
  const auto inlinks = parts.context.urls.inlinks(page.id).value();
  const std::vector<std::string> outlinks{kSite + "/p/two", kSite + "/p/known", kSite + "/about", kSite + "/p/two"};
  REQUIRE(parts.links.follow(input, inlinks, outlinks));
  CHECK(parts.queued() == std::vector<std::string>{kSite + "/p/two"});
  CHECK(parts.report().found == 1);
  const auto found = parts.context.urls.inlinks(kSite + "/p/two").value();
  REQUIRE(found.size() == 1);
  CHECK(found[0].seed == page.url);
}

TEST_CASE("link discovery: links of a source that is disabled or fetches no pages are not followed", "[crawl]") {
  auto source = blog();
  const bool is_enabled = GENERATE(true, false);
  source.enabled = is_enabled;
  source.fetch_pages = !is_enabled;
  CrawlParts parts({}, source);
  store::Input input;
  input.url = kSite + "/p/one";
  REQUIRE(parts.context.inputs.save(input, store::compress("")));
  REQUIRE(parts.links.follow(input, {{"blog", kSite + "/feed.xml", ""}}, {kSite + "/p/two"}));
  CHECK(parts.queued().size() == 0);
}
