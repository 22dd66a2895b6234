// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/seed_queue.h"

#include "tests/indexer/crawl/crawl_parts.h"

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;
using namespace std::chrono_literals;
using Urls = std::vector<std::string>;

namespace {

const std::string kFeedUrl = kSite + "/feed.xml";

/// The crawl's parts with a queue, and the state of the feed changed before it begins.
struct Queued : CrawlParts {
  explicit Queued(CrawlOptions options = {}, schema::SourceDefinition source = blog())
      : CrawlParts(without_other_lists(std::move(options)), std::move(source)) {}
  void begin_backfill() { context.backfills.emplace("blog", context.now()); }
  static CrawlOptions without_other_lists(CrawlOptions options) {
    options.recheck_pages = 0;
    return options;
  }
  void remember(const std::function<void(store::SeedState&)>& change) {
    auto state = context.source_store.seed(kFeedUrl, "blog").value();
    change(state);
    REQUIRE(context.source_store.save_seed(state));
  }
  Moment now() const { return context.now(); }
  SeedQueue queue{context, frontier};
};

CrawlOptions options_with(const std::function<void(CrawlOptions&)>& change) {
  CrawlOptions options;
  change(options);
  return options;
}

} // namespace

TEST_CASE("seed queue: every enabled source's seed is asked", "[crawl]") {
  Queued crawl;
  REQUIRE(crawl.queue.add_all());
  CHECK(crawl.queued() == Urls{kFeedUrl});
  CHECK(crawl.report().asked);
  CHECK_FALSE(crawl.report().answered);
  auto disabled = blog();
  disabled.enabled = false;
  Queued none({}, disabled);
  REQUIRE(none.queue.add_all());
  CHECK(none.queued().empty());
  CHECK_FALSE(none.report().asked);
}

TEST_CASE("seed queue: a fresh seed is not asked, and counts as answered unless it failed", "[crawl]") {
  for (const int failures : {0, 2}) {
    INFO(failures);
    Queued crawl;
    crawl.remember([&](store::SeedState& state) {
      state.fresh_until = crawl.now() + 1s;
      state.failures = failures;
    });
    REQUIRE(crawl.queue.add_all());
    CHECK(crawl.queued().empty());
    CHECK_FALSE(crawl.report().asked);
    CHECK(crawl.report().answered == (failures == 0));
    CHECK((crawl.report().waits_until == crawl.now() + 1s) == (failures > 0));
  }
}

TEST_CASE("seed queue: a seed is fresh until the second before its time", "[crawl]") {
  Queued crawl;
  crawl.remember([&](store::SeedState& state) { state.fresh_until = crawl.now(); });
  REQUIRE(crawl.queue.add_all());
  CHECK(crawl.queued() == Urls{kFeedUrl});
}

TEST_CASE("seed queue: a recheck asks seeds that are fresh", "[crawl]") {
  Queued crawl(options_with([](CrawlOptions& options) { options.recheck = true; }));
  crawl.remember([&](store::SeedState& state) { state.fresh_until = crawl.now() + 24h; });
  REQUIRE(crawl.queue.add_all());
  CHECK(crawl.queued() == Urls{kFeedUrl});
}

TEST_CASE("seed queue: only a watch waits until a seed is due by our own schedule", "[crawl]") {
  for (const bool only_due : {false, true}) {
    INFO(only_due);
    Queued crawl(options_with([&](CrawlOptions& options) { options.only_due = only_due; }));
    crawl.remember([&](store::SeedState& state) { state.due_at = crawl.now() + 1h; });
    REQUIRE(crawl.queue.add_all());
    CHECK(crawl.queued() == (only_due ? Urls{} : Urls{kFeedUrl}));
  }
}

TEST_CASE("seed queue: one URL is asked once in a crawl", "[crawl]") {
  Queued crawl;
  REQUIRE(crawl.queue.add_all());
  CHECK_FALSE(crawl.queue.add(crawl.source(), {schema::SourceKind::Sitemap, kFeedUrl}, false, 1).value());
  CHECK(crawl.queue.add(crawl.source(), {schema::SourceKind::Feed, kFeedUrl + "?2"}, false, 1).value());
  CHECK_FALSE(crawl.queue.add(crawl.source(), {schema::SourceKind::Feed, kFeedUrl + "?2"}, false, 1).value());
  CHECK(crawl.queued().size() == 2);
}

TEST_CASE("seed queue: parts of seeds are bounded for each source", "[crawl]") {
  Queued crawl;
  int added = 0;
  for (int i = 0; i < 600; ++i) {
    const auto part = kSite + "/map-" + std::to_string(i) + ".xml";
    added += crawl.queue.add(crawl.source(), {schema::SourceKind::Sitemap, part}, false, 1).value() ? 1 : 0;
  }
  CHECK(added == 500);
  // A seed of its own is not a part.
  CHECK(crawl.queue.add(crawl.source(), crawl.source().seed, true, 0).value());
}

TEST_CASE("seed queue: it is asked again only after it was closed", "[crawl]") {
  Queued crawl;
  REQUIRE(crawl.queue.add_all());
  CHECK(crawl.queued().size() == 1);
  REQUIRE(crawl.queue.add_due());
  CHECK(crawl.queued().empty());
  REQUIRE(crawl.queue.close(crawl.queue.run(0)));
  REQUIRE(crawl.queue.add_due());
  CHECK(crawl.queued() == Urls{kFeedUrl});
}

TEST_CASE("seed queue: a backfill asks for older articles after the source's own seed", "[crawl]") {
  Queued crawl;
  crawl.begin_backfill();
  REQUIRE(crawl.queue.add_all());
  CHECK(crawl.queued() == Urls{kFeedUrl});
  REQUIRE(crawl.queue.close(crawl.queue.run(0)));
  CHECK(crawl.queued() == Urls{kSite + "/"}); // the front page, without a fallback
  auto with_fallback = blog();
  with_fallback.fallback = schema::Seed{schema::SourceKind::Sitemap, kSite + "/sitemap.xml"};
  Queued other({}, with_fallback);
  other.begin_backfill();
  REQUIRE(other.queue.add_all());
  other.queued();
  REQUIRE(other.queue.close(other.queue.run(0)));
  CHECK(other.queued() == Urls{kSite + "/sitemap.xml"});
}

TEST_CASE("seed queue: a backfill of a fresh seed asks for older articles at once", "[crawl]") {
  Queued crawl;
  crawl.begin_backfill();
  crawl.remember([&](store::SeedState& state) { state.fresh_until = crawl.now() + 1h; });
  REQUIRE(crawl.queue.add_all());
  CHECK(crawl.queued() == Urls{kSite + "/"});
}

TEST_CASE("seed queue: a source whose pages are not fetched has no older articles but in feeds", "[crawl]") {
  auto source = blog();
  source.fetch_pages = false;
  source.fallback = schema::Seed{schema::SourceKind::Sitemap, kSite + "/sitemap.xml"};
  for (const auto kind : {schema::SourceKind::Sitemap, schema::SourceKind::Feed}) {
    source.fallback->kind = kind;
    Queued crawl({}, source);
    crawl.begin_backfill();
    REQUIRE(crawl.queue.add_all());
    crawl.queued();
    REQUIRE(crawl.queue.close(crawl.queue.run(0)));
    CHECK(crawl.queued().size() == (kind == schema::SourceKind::Feed ? 1 : 0));
  }
}

TEST_CASE("seed queue: a seed that moved is asked at its new address, under its old one in the report", "[crawl]") {
  Queued crawl;
  crawl.remember([](store::SeedState& state) {
    state.moves = 3;
    state.moved_to = "https://new.example/feed";
  });
  REQUIRE(crawl.queue.add_all());
  CHECK(crawl.queued() == Urls{"https://new.example/feed"});
  CHECK(crawl.queue.run(0).seed.url == kFeedUrl);
}
