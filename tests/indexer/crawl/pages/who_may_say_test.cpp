// SPDX-License-Identifier: GPL-3.0-or-later
// What another site lists is a link: it changes nothing of an article that is not on that site.
#include "indexer/crawl/rebuild.h"
#include "shared/article/article_id.h"
#include "shared/article/speaker.h"

#include "tests/indexer/crawl/crawl_world.h"

namespace who_may_say_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

const std::string kOne = kHost + "/p/one", kEvil = "https://evil.example", kEvilFeed = kEvil + "/feed";

/// A feed with everything that an entry can say.
std::string full_feed(const std::string& link, const std::string& seed) {
  return "<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/' "
         "xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>E</title><language>de</language><item><title>" +
         seed + "</title><link>" + link + "</link><dc:creator>Eve Evil</dc:creator><category>" + seed +
         "</category><pubDate>Tue, 01 Jan 2019 10:00:00 GMT</pubDate><content:encoded>&lt;p&gt;" + words(seed) +
         "&lt;/p&gt;&lt;p&gt;" + words(seed + "b") + words(seed + "c") + words(seed + "d") +
         "&lt;/p&gt;</content:encoded><enclosure url='https://evil.example/e.png' type='image/png' "
         "length='9'/></item></channel></rss>";
}

/// The blog is known by the list of its pages, another source by its feed.
class TwoSources : public World {
 public:
  explicit TwoSources(schema::SourceKind kind = schema::SourceKind::PageList) {
    if (kind != schema::SourceKind::Feed) sources[0].seed = {kind, kHost + "/list"};
    auto other = sources[0];
    other.id = other.label = "aaa-evil";
    other.homepage = kEvil + "/";
    other.seed = {schema::SourceKind::Feed, kEvilFeed};
    sources.push_back(other);
    web.page(kHost + "/list", kind == schema::SourceKind::Sitemap
                                  ? "<urlset><url><loc>" + kOne + "</loc></url></urlset>"
                                  : "<html><body><a href='/p/one'>one</a></body></html>");
    web.page(kOne, article_page("one"));
  }

  void crawl_later() {
    web.time += 96h;
    crawl([](CrawlOptions& options) { options.recheck = true; });
  }
};

std::string without_copies(Article article) {
  article.copies.clear();
  return to_record(article);
}

} // namespace

TEST_CASE("who may say: what another site's feed says of an article changes nothing of it", "[crawl]") {
  for (const auto kind : {schema::SourceKind::PageList, schema::SourceKind::Sitemap, schema::SourceKind::Feed}) {
    for (const bool is_first : {true, false}) {
      TwoSources world(kind);
      if (kind == schema::SourceKind::Feed) world.web.page(kFeed, rss_feed({{"one", kOne}}));
      TwoSources alone = TwoSources(kind);
      if (kind == schema::SourceKind::Feed) alone.web.page(kFeed, rss_feed({{"one", kOne}}));
      alone.crawl();
      if (!is_first) world.crawl();
      world.web.page(kEvilFeed, full_feed(kOne, "evil"));
      if (is_first) world.crawl();
      const auto as_without = [&] {
        REQUIRE(world.articles().size() == 1);
        CHECK(without_copies(world.articles().at(kOne)) == without_copies(alone.articles().at(kOne)));
      };
      world.crawl_later();
      as_without();
      CHECK(world.articles().at(kOne).copies == std::vector<Copy>{{kOne, "aaa-evil", ""}});
      world.web.page(kEvilFeed, full_feed(kOne, "worse"));
      world.crawl_later();
      as_without();
      REQUIRE(derive_anew(world.database(), world.knowledge(), 1, [] { return false; }));
      as_without();
    }
  }
}

TEST_CASE("who may say: another site's feed gives no article at an address that cannot be read", "[crawl]") {
  TwoSources world;
  world.web.page(kHost + "/robots.txt", "User-agent: *\nDisallow: /p/", "text/plain");
  world.web.page(kEvilFeed, full_feed(kOne, "evil"));
  world.crawl();
  CHECK(world.articles().empty());
  world.web.page(kEvilFeed, full_feed(kHost + "/invented", "evil"));
  world.crawl_later();
  CHECK(world.articles().empty());
  world.sources[1].fetch_pages = false;
  world.web.page(kEvilFeed, full_feed(kHost + "/invented", "again"));
  world.crawl_later();
  CHECK(world.articles().empty());
}

TEST_CASE("who may say: a page that only another site lists is an article, and states its fields itself", "[crawl]") {
  TwoSources world;
  world.web.page(kHost + "/list", "<html><body><a href='/p/other'>x</a></body></html>");
  world.web.page(kEvilFeed, full_feed("https://cdn.example/p/1", "evil"));
  world.web.page("https://cdn.example/p/1", article_page("story"));
  world.crawl();
  REQUIRE(world.articles().contains("https://cdn.example/p/1"));
  const auto made = world.articles().at("https://cdn.example/p/1");
  CHECK(made.title == "story");
  CHECK(made.source == "aaa-evil");
  CHECK(made.authors.empty());
  CHECK_FALSE(made.published);
  CHECK(made.image.empty());
}

TEST_CASE("who may say: a page between the sites stays with the source that found it first", "[crawl]") {
  TwoSources world;
  const std::string page = "https://cdn.example/p/1";
  world.web.page(page, article_page("story"));
  world.web.page(kHost + "/list", "<html><body><a href='" + page + "'>x</a></body></html>");
  world.crawl();
  REQUIRE(world.articles().at(page).source == "blog");
  world.web.page(kEvilFeed, full_feed(page, "evil"));
  world.crawl_later();
  CHECK(world.articles().at(page).source == "blog");
  REQUIRE(derive_anew(world.database(), world.knowledge(), 1, [] { return false; }));
  CHECK(world.articles().at(page).source == "blog");
}

TEST_CASE("who may say: a redirect of another site to an article dates and names nothing", "[crawl]") {
  TwoSources world;
  world.crawl();
  const auto before = world.articles().at(kOne);
  world.web.redirect(kEvil + "/r", kOne);
  world.web.answers[kEvil + "/r"].status = 302;
  world.web.page(kEvilFeed, full_feed(kEvil + "/r", "one"));
  world.crawl_later();
  REQUIRE(world.articles().size() == 1);
  auto after = world.articles().at(kOne);
  CHECK(after.aliases == std::vector<std::string>{kEvil + "/r"});
  after.aliases.clear();
  CHECK(without_copies(after) == without_copies(before));
}

TEST_CASE("who may say: an article knows which feed has said what its page has not", "[crawl]") {
  TwoSources world(schema::SourceKind::Feed);
  world.web.page(kFeed, full_feed(kOne, "one"));
  world.web.page(kEvilFeed, full_feed(kOne, "evil"));
  world.crawl();
  const auto made = world.articles().at(kOne);
  std::map<std::string, std::string> said;
  for (const auto& row : made.provenance) said[row.field] = saying_of(row, made).address;
  CHECK(said.at("published") == kFeed);
  CHECK(said.at("authors") == kFeed);
  CHECK(said.at("image") == kFeed);
  CHECK(said.at("text") == kOne);
  CHECK(said.at("title") == kOne);
}

TEST_CASE("who may say: what another site lists and drops announces no withdrawal", "[crawl]") {
  TwoSources world;
  world.web.page(kEvilFeed, full_feed(kOne, "evil"));
  world.crawl();
  REQUIRE(world.articles().size() == 1);
  world.web.page(kEvilFeed, full_feed(kEvil + "/p", "evil"));
  world.web.page(kEvil + "/p", article_page("evil"));
  world.web.page(kHost + "/p/two", article_page("two"));
  world.web.page(kHost + "/list", "<html><body><a href='/p/one'>one</a><a href='/p/two'>two</a></body></html>");
  world.web.answers.erase(kOne); // today
  world.crawl_later();
  CHECK(world.articles().contains(kOne));
}

} // namespace who_may_say_test
