// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/derive.h"
#include "indexer/store/reading_store.h"
#include "shared/article/article_id.h"

#include "tests/indexer/crawl/breaches.h"
#include "tests/indexer/crawl/crawl_world.h"

namespace derive_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

const std::string kOne = kHost + "/p/one", kOther = "https://other.example";

std::string body_of(const std::string& seed) {
  return "&lt;p&gt;" + words(seed) + words(seed + "b") + "&lt;/p&gt;&lt;p&gt;" + words(seed + "c") + words(seed + "d") +
         "&lt;/p&gt;";
}

/// As each command does that writes.
Result<std::size_t> follow(World& world, const Report& report = {}) {
  const auto now = std::chrono::floor<std::chrono::seconds>(world.web.time);
  return follow_catalogue(world.database(), world.knowledge(), now, report);
}

/// A store in which another source was allowed to speak for the blog: its row named a part of it.
class Deceived : public World {
 public:
  Deceived() {
    sources[0].seed = {schema::SourceKind::PageList, kHost + "/list"};
    auto other = sources[0];
    other.id = other.label = "aaa";
    other.homepage = kOther + "/";
    other.places = {kHost + "/p/", kHost + "/invented"};
    other.seed = {schema::SourceKind::Feed, kHost + "/feeds/aaa"};
    sources.push_back(other);
    web.page(kHost + "/list", "<html><body><a href='/p/one'>one</a></body></html>");
    web.page(kOne, article_page("one"));
    web.page(other.seed.url, rss_feed({{"one", kHost + "/invented"}}, body_of("lie")));
    crawl();
    web.time += 96h;
    // What the page says, and more: else the page speaks.
    web.page(other.seed.url, rss_feed({{"one", kOne}}, words("one") + words("oneb") + body_of("fib")));
    crawl([](CrawlOptions& options) { options.recheck = true; });
    REQUIRE(articles().at(kOne).text.contains("fib0"));
    REQUIRE(articles().contains(kHost + "/invented"));
    REQUIRE(follow(*this).value() == 0);
    sources[1].places.clear();
  }

  std::vector<std::string> found() { return breaches(database(), knowledge().places, 9).value(); }
};

} // namespace

TEST_CASE("derive: what another source has said is taken out, and told", "[crawl]") {
  Deceived world;
  CHECK_FALSE(world.found().empty());
  CHECK(follow(world).value() == 2);
  CHECK(world.found().empty());
  REQUIRE(world.articles().size() == 1);
  const auto one = world.articles().at(kOne);
  CHECK(one.id == article_id(kOne));
  CHECK(one.source == "blog");
  CHECK(one.title == "one");
  CHECK_FALSE(one.text.contains("fib0"));
  CHECK(follow(world).value() == 0);
  REQUIRE(derive_anew(world.database(), world.knowledge(), 1, [] { return false; }));
  CHECK(to_record(world.articles().at(kOne)) == to_record(one));
}

TEST_CASE("derive: in a store of an older schema all is decided anew", "[crawl]") {
  const std::string dropped = GENERATE("", "; DELETE FROM readings"); // the step of a schema may keep readings
  Deceived world; // by rules of which the store does not say what they allowed
  REQUIRE(world.database().execute(("UPDATE store SET places = '?'" + dropped).c_str()));
  CHECK(follow(world).value() == 2);
  CHECK(world.found().empty());
  CHECK(world.articles().size() == 1);
  CHECK(follow(world).value() == 0);
}

TEST_CASE("derive: an id that leads to the article of another source is told", "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "other";
  other.homepage = kOther + "/";
  other.seed.url = kOther + "/feed";
  world.sources.push_back(other);
  world.web.page(kFeed, rss_feed({{"one", kOne}}));
  world.web.page(kOne, article_page("one"));
  world.web.page(kOther + "/feed", rss_feed({{"one", kOther + "/copy"}}));
  world.web.page(kOther + "/copy", article_page("bait"));
  world.crawl();
  CHECK(breaches(world.database(), world.knowledge().places, 9)->empty());
  REQUIRE(world.database().run(
      "UPDATE names SET input = (SELECT id FROM inputs WHERE url = 'https://other.example/copy') WHERE id = ?",
      {std::string_view(article_id(kOne))}));
  CHECK(breaches(world.database(), world.knowledge().places, 9)->size() == 1);
}

TEST_CASE("derive: what the user brought for one source is taken from another of its host", "[crawl]") {
  Deceived world;
  world.sources[0].homepage = "https://third.example/";
  world.sources[1].homepage = kHost + "/mallory/";
  const auto kind = GENERATE("hand", "import");
  if (std::string_view(kind) == "hand") {
    REQUIRE(world.database().run("INSERT INTO links(url, source, seed, hash, signal, since) SELECT id, 'mine', "
                                 "url, '', x'', 0 FROM urls WHERE url = ?",
                                 {std::string_view(kOne)}));
  } else {
    REQUIRE(world.database().run("INSERT INTO inputs(kind, url, source, first_seen, fetched_at, body) "
                                 "VALUES(1, ?, 'mine', 0, 0, x'')",
                                 {std::string_view(kOne)}));
  }
  CHECK(follow(world).value() == 2);
  CHECK(world.articles().at(kOne).source == "mine");
  CHECK_FALSE(world.articles().at(kOne).text.contains("fib0"));
}

TEST_CASE("derive: the address of another tenant that a page states is not its own", "[crawl]") {
  World world;
  const std::string page = kHost + "/mallory/one", stated = kHost + "/alice/one";
  world.web.page(kFeed, rss_feed({{"one", page}}));
  world.web.page(page, article_page("one", "<link rel=canonical href='" + stated + "'>"));
  world.crawl();
  REQUIRE(world.articles().contains(stated));
  REQUIRE(follow(world).value() == 0);
  world.sources[0].homepage = kHost + "/mallory/";
  auto alice = world.sources[0];
  alice.id = alice.label = "alice";
  alice.homepage = kHost + "/alice/";
  world.sources.push_back(alice);
  CHECK(follow(world).value() == 1);
  CHECK(world.articles().contains(page));
}

TEST_CASE("derive: what is killed goes on where it was", "[crawl]") {
  Deceived world;
  REQUIRE(world.database().execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) "
      "INSERT INTO urls(url, state) SELECT 'https://many.example/' || i, 1 FROM n;"
      "INSERT INTO links(url, source, seed, hash, signal) SELECT id, 'aaa', 's', '', x'' FROM urls "
      "WHERE url LIKE 'https://many.%';"
      "INSERT INTO inputs(kind, url, first_seen, fetched_at, body) SELECT 0, url, 0, 0, x'28b52ffd2000010000' FROM "
      "urls "
      "WHERE url LIKE 'https://many.%'"));
  std::size_t batches = 0, batch_of_kill = 1;
  const auto kill = [&](std::size_t) -> Result<void> {
    return ++batches > batch_of_kill ? fail(ErrorCode::Interrupted, "killed") : Result<void>{};
  };
  REQUIRE_FALSE(follow(world, kill));
  CHECK(world.found().empty()); // the first batch had it all
  if (GENERATE(false, true)) {  // and what the goal was counts no more
    world.sources[1].places = {kHost + "/p/"};
    batches = 0;
    REQUIRE_FALSE(follow(world, kill));
    world.sources[1].places.clear();
  }
  batch_of_kill = 99;
  const auto done = follow(world, kill);
  if (!done) FAIL(done.error().what << " " << done.error().where);
  CHECK(world.found().empty());
  CHECK(world.articles().size() == 1);
  CHECK(follow(world).value() == 0);
}

TEST_CASE("derive: a source has news until all its pages were read", "[crawl]") {
  World world;
  REQUIRE(world.database().execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) "
      "INSERT INTO urls(url, state) SELECT 'https://blog.example/' || i, 1 FROM n;"
      "INSERT INTO links(url, source, seed, hash, signal) SELECT id, 'blog', 's', '', x'' FROM urls;"
      "INSERT INTO inputs(kind, url, first_seen, fetched_at, body) SELECT 0, url, 0, 0, x'28b52ffd2000010000' FROM "
      "urls"));
  const auto kill = [](std::size_t) -> Result<void> { return fail(ErrorCode::Interrupted, "killed"); };
  REQUIRE_FALSE(follow(world, kill));
  const auto unread = "SELECT count(*) FROM inputs WHERE id NOT IN (SELECT input FROM readings)";
  CHECK(world.database().number(unread).value() > 0);
  CHECK(follow(world).value() == 0);
  CHECK(world.database().number(unread) == 0);
}

TEST_CASE("derive: without what was derived, a crawl derives the same", "[crawl]") {
  World world;
  world.web.page(kFeed,
                 rss_feed({{"one", kOne}, {"two", kHost + "/p/two"}, {"gone", kHost + "/p/gone"}}, body_of("e")));
  world.web.page(kOne, article_page("one", "<link rel=canonical href='" + kHost + "/p/1'>"));
  world.web.page(kHost + "/p/two", article_page("two"));
  world.crawl();
  const auto before = world.articles();
  REQUIRE(before.size() == 3); // of the last one its feed has the text
  REQUIRE(world.database().execute("DELETE FROM readings; DELETE FROM member_keys; DELETE FROM members; "
                                   "DELETE FROM articles; DELETE FROM gone; INSERT INTO news VALUES(0, 'blog')"));
  REQUIRE(world.articles().empty());
  world.crawl();
  const auto after = world.articles();
  REQUIRE(after.size() == 3);
  for (const auto& [url, article] : before) CHECK(to_record(after.at(url)) == to_record(article));
}

TEST_CASE("derive: other rules of a source are followed by the next crawl", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kOne}}));
  std::string page = article_page("one");
  page.insert(page.find("</article>"), "<p class=box>boxed " + words("boxed") + "</p>");
  world.web.page(kOne, page);
  world.crawl();
  REQUIRE(world.articles().at(kOne).text.contains("boxed7"));
  world.sources[0].rules["remove"] = "p.box";
  world.web.time += 48h;
  REQUIRE(store::ReadingStore(world.database()).note(store::News::Links, "blog")); // as the command notes it
  CHECK(world.crawl().sources[0].changed == 1);
  CHECK_FALSE(world.articles().at(kOne).text.contains("boxed7"));
}

TEST_CASE("derive: what a crawl that was stopped has found is derived by the next command", "[crawl]") {
  World world;
  world.sources[0].fetch_pages = false;
  world.web.page(kFeed, rss_feed({{"one", kOne}}, body_of("e")));
  REQUIRE(follow(world).value() == 0);
  const bool is_stopped = GENERATE(true, false);
  world.crawl([&](CrawlOptions& options) { options.max_pages = is_stopped ? 1 : 0; });
  REQUIRE(store::ReadingStore(world.database()).note(store::News::Links, "blog"));
  REQUIRE(world.database().execute("DELETE FROM readings; DELETE FROM member_keys; DELETE FROM members; "
                                   "DELETE FROM articles"));
  CHECK(follow(world).value() == 1);
  CHECK(world.articles().size() == 1);
}

} // namespace derive_test
