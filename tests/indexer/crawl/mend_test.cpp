// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/mend.h"
#include "indexer/crawl/rebuild.h"
#include "shared/article/article_id.h"

#include "tests/indexer/crawl/crawl_world.h"

namespace mend_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

const std::string kOne = kHost + "/p/one", kOther = "https://other.example";

std::string body_of(const std::string& seed) {
  return "&lt;p&gt;" + words(seed) + words(seed + "b") + "&lt;/p&gt;&lt;p&gt;" + words(seed + "c") + words(seed + "d") +
         "&lt;/p&gt;";
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
    web.page(other.seed.url, rss_feed({{"one", kOne}}, body_of("fib")));
    crawl([](CrawlOptions& options) { options.recheck = true; });
    REQUIRE(articles().at(kOne).text.contains("fib0"));
    REQUIRE(articles().contains(kHost + "/invented"));
    REQUIRE(mend(database(), knowledge()).value() == 0); // as each command does that writes
    sources[1].places.clear();
  }

  std::vector<std::string> found() { return breaches(database(), knowledge().places, 9).value(); }
};

} // namespace

TEST_CASE("mend: what another source has said is taken out, and told", "[crawl]") {
  Deceived world;
  CHECK_FALSE(world.found().empty());
  CHECK(mend(world.database(), world.knowledge()).value() == 2);
  CHECK(world.found().empty());
  REQUIRE(world.articles().size() == 1);
  const auto one = world.articles().at(kOne);
  CHECK(one.id == article_id(kOne));
  CHECK(one.source == "blog");
  CHECK(one.title == "one");
  CHECK_FALSE(one.text.contains("fib0"));
  CHECK(mend(world.database(), world.knowledge()).value() == 0);
  REQUIRE(reextract_articles(world.database(), world.knowledge(), 1, [] { return false; }));
  CHECK(to_record(world.articles().at(kOne)) == to_record(one));
}

TEST_CASE("mend: in a store of an older schema all is decided anew", "[crawl]") {
  Deceived world; // by rules of which the store does not say what they allowed
  REQUIRE(world.database().execute("UPDATE store SET speakers = '?'"));
  CHECK(mend(world.database(), world.knowledge()).value() == 2);
  CHECK(world.found().empty());
  CHECK(world.articles().size() == 1);
  CHECK(mend(world.database(), world.knowledge()).value() == 0);
}

TEST_CASE("mend: an id that leads to the article of another source is told", "[crawl]") {
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

TEST_CASE("mend: what the user brought for one source is taken from another of its host", "[crawl]") {
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
  CHECK(mend(world.database(), world.knowledge()).value() == 2);
  CHECK(world.articles().at(kOne).source == "mine");
  CHECK_FALSE(world.articles().at(kOne).text.contains("fib0"));
}

TEST_CASE("mend: the address of another tenant that a page states is not its own", "[crawl]") {
  World world;
  const std::string page = kHost + "/mallory/one", stated = kHost + "/alice/one";
  world.web.page(kFeed, rss_feed({{"one", page}}));
  world.web.page(page, article_page("one", "<link rel=canonical href='" + stated + "'>"));
  world.crawl();
  REQUIRE(world.articles().contains(stated));
  REQUIRE(mend(world.database(), world.knowledge()).value() == 0);
  world.sources[0].homepage = kHost + "/mallory/";
  auto alice = world.sources[0];
  alice.id = alice.label = "alice";
  alice.homepage = kHost + "/alice/";
  world.sources.push_back(alice);
  CHECK(mend(world.database(), world.knowledge()).value() == 1);
  CHECK(world.articles().contains(page));
}

TEST_CASE("mend: what is killed goes on where it was, and tells all that has changed", "[crawl]") {
  Deceived world;
  REQUIRE(world.database().execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) "
                                   "INSERT INTO inputs(kind, url, first_seen, fetched_at, body) "
                                   "SELECT 0, 'https://many.example/' || i, 0, 0, x'' FROM n"));
  std::size_t batches = 0;
  const auto killed_at = [&](std::size_t batch) {
    return [&batches, batch](std::size_t) -> Result<void> {
      return ++batches > batch ? fail(ErrorCode::Interrupted, "killed") : Result<void>{};
    };
  };
  REQUIRE_FALSE(mend(world.database(), world.knowledge(), killed_at(1)));
  CHECK(world.found().empty()); // the first batch had it all
  batches = 0;
  const bool is_changed = GENERATE(false, true);
  if (is_changed) { // and what the goal was counts no more
    world.sources[1].places = {kHost + "/p/"};
    REQUIRE_FALSE(mend(world.database(), world.knowledge(), killed_at(2)));
    world.sources[1].places.clear();
    batches = 0;
  }
  CHECK(mend(world.database(), world.knowledge(), killed_at(99)).value() == 2);
  CHECK(batches == (is_changed ? 4 : 3));
  CHECK(world.found().empty());
  CHECK(mend(world.database(), world.knowledge()).value() == 0);
}

} // namespace mend_test
