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

/// A store in which another source was allowed to speak for the blog: as if its homepage were the blog's.
class Deceived : public World {
 public:
  Deceived() {
    sources[0].seed = {schema::SourceKind::PageList, kHost + "/list"};
    auto other = sources[0];
    other.id = other.label = "aaa";
    other.seed = {schema::SourceKind::Feed, kOther + "/feed"};
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
    sources[1].homepage = kOther + "/";
    // What an older program had not stored.
    REQUIRE(database().run("UPDATE members SET voice = ''"));
  }

  std::vector<std::string> found() { return breaches(database(), knowledge().speakers, 9).value(); }
};

} // namespace

TEST_CASE("mend: what another source has said is taken out, and told", "[crawl]") {
  Deceived world;
  CHECK(world.found().size() >= 2);
  CHECK(mend(world.database(), world.knowledge()).value() == 2);
  CHECK(world.found().empty());
  REQUIRE(world.articles().size() == 1);
  const auto one = world.articles().at(kOne);
  CHECK(one.id == article_id(kOne));
  CHECK(one.source == "blog");
  CHECK(one.title == "one");
  CHECK_FALSE(one.text.contains("fib0"));
  CHECK(one.versions.empty());
  CHECK(mend(world.database(), world.knowledge()).value() == 0);
  REQUIRE(reextract_articles(world.database(), world.knowledge(), 1, [] { return false; }));
  CHECK(to_record(world.articles().at(kOne)) == to_record(one));
}

TEST_CASE("mend: a name that went to another source's copy goes back", "[crawl]") {
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
  REQUIRE(world.articles().size() == 2);
  const auto input = world.database().number("SELECT id FROM inputs WHERE url = 'https://other.example/copy'").value();
  REQUIRE(world.database().run("UPDATE names SET input = ? WHERE id = ?", {input, std::string_view(article_id(kOne))}));
  REQUIRE(world.database().run("UPDATE settled SET speakers = ''"));
  CHECK(breaches(world.database(), world.knowledge().speakers, 9)->size() == 1);
  REQUIRE(mend(world.database(), world.knowledge()));
  CHECK(breaches(world.database(), world.knowledge().speakers, 9)->empty());
  CHECK(world.articles().at(kOne).id == article_id(kOne));
  CHECK(world.articles().at(kOther + "/copy").id == article_id(kOther + "/copy"));
}

} // namespace mend_test
