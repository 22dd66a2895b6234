// SPDX-License-Identifier: GPL-3.0-or-later
// An id that was shown leads to its article for as long as the article lives: through moves, edits, copies and
// rebuilds.
#include "shared/article/article_id.h"
#include "shared/article/article_names.h"

#include "tests/indexer/crawl/crawl_world.h"

#include <algorithm>

namespace identity_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

/// The article that an id leads to; a default one if there is none.
Article at(World& world, const std::string& id) {
  Article found;
  for (const auto& [url, article] : world.articles(store::Articles::All)) {
    const auto ids = alias_ids(article);
    if (article.id != id && std::ranges::find(ids, id) == ids.end()) continue;
    INFO(id << " leads to two articles");
    CHECK(found.id.empty());
    found = article;
  }
  return found;
}

/// Crawls a feed of these addresses a few days later, so that everything is asked for again.
void crawl_later(World& world, const std::vector<std::string>& urls, const std::string& text = "x") {
  world.web.time += 96h;
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto& url : urls) items.emplace_back("", url);
  world.web.page(kFeed, rss_feed(items, text));
  world.crawl([](CrawlOptions& options) { options.recheck = true; });
}

std::string meta_date(const std::string& date) {
  return "<meta property='article:published_time' content='" + date + "'>";
}

const std::string kOne = kHost + "/p/one", kTwo = kHost + "/p/two", kNew = kHost + "/new/one";

} // namespace

TEST_CASE("identity: an article that moves and is edited on the way keeps its id and its old address", "[crawl]") {
  for (const bool by_page : {false, true}) {
    CAPTURE(by_page);
    World world;
    world.web.page(kOne, article_page("one", meta_date("2026-05-01T08:30:00Z")));
    crawl_later(world, {kOne});
    const auto before = at(world, article_id(kOne));
    REQUIRE(before.url == kOne);
    if (by_page) {
      world.web.page(kOne,
                     "<html><head><meta http-equiv=refresh content='0; url=/new/one'></head><body></body></html>");
    } else {
      world.web.redirect(kOne, kNew);
    }
    world.web.page(kNew, "<html lang=en><head><title>one</title></head><body><article><h1>one</h1><p>" + words("one") +
                             "</p><p>" + words("edited") + "</p></article></body></html>");
    crawl_later(world, {kOne}, "y");
    REQUIRE(world.articles().size() == 1);
    const auto after = at(world, before.id);
    CHECK(after.id == before.id);
    CHECK(after.url == kNew);
    CHECK(after.text.contains("edited0"));
    CHECK(after.published == before.published); // the new page has no date
    CHECK(after.indexed == before.indexed);
    CHECK(after.aliases == std::vector<std::string>{article_id(kNew), kOne});
    CHECK(after.copies.empty());
    CHECK(at(world, article_id(kNew)).id == before.id);
    world.web.page(kNew, article_page("another title"));
    crawl_later(world, {kNew}, "z");
    CHECK(at(world, before.id).title == "one");
    crawl_later(world, {kNew}, "seen again");
    REQUIRE(world.articles().size() == 1);
    CHECK(at(world, before.id).title == "another title");
    CHECK(at(world, before.id).published == before.published);
  }
}

TEST_CASE("identity: an article whose address redirects to something else is gone, and keeps its id and text",
          "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  world.web.page(kTwo, article_page("two"));
  crawl_later(world, {kOne, kTwo});
  world.web.redirect(kOne, kNew);
  world.web.page(kNew, article_page("we have moved"));
  crawl_later(world, {kOne, kTwo}, "y");
  CHECK(world.articles().size() == 2); // it may be a mistake
  world.web.time += 24h;
  crawl_later(world, {kOne, kTwo}, "y");
  CHECK(world.articles().size() == 1); // nobody has named what is there now
  CHECK(at(world, article_id(kOne)).gone_since);
  CHECK(at(world, article_id(kOne)).title == "one");
}

TEST_CASE("identity: another spelling of the address, found later, changes nothing", "[crawl]") {
  World world;
  world.web.page(kOne + "/", article_page("one", meta_date("2016-04-23T22:00:00Z")));
  crawl_later(world, {kOne + "/"});
  const auto before = at(world, article_id(kOne + "/"));
  world.web.page(kOne + "/index.html", article_page("one", meta_date("2016-04-24")));
  crawl_later(world, {kOne + "/", kOne + "/index.html"});
  REQUIRE(world.articles().size() == 1);
  auto after = at(world, before.id);
  CHECK(after.aliases == std::vector<std::string>{kOne + "/index.html"});
  after.aliases.clear();
  CHECK(to_record(after) == to_record(before));
}

namespace {

/// The page of "two" on its way to become the same as that of "one": at once it would be taken for an error page.
std::string both_texts(const std::string& head) {
  auto page = article_page("one", head);
  return page.insert(page.find("<p>"), "<p>" + words("two") + "</p><p>" + words("twob") + "</p>");
}

} // namespace

TEST_CASE("identity: two articles that become one have the older one's id, and two again have their own", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne});
  world.web.page(kTwo, article_page("two", meta_date("2020-01-01")));
  crawl_later(world, {kOne, kTwo});
  const auto one = at(world, article_id(kOne)).id, two = at(world, article_id(kTwo)).id;
  REQUIRE(one != two);
  world.web.page(kTwo, both_texts(meta_date("2020-01-01")));
  crawl_later(world, {kOne, kTwo}, "both");
  world.web.page(kTwo, article_page("one", meta_date("2020-01-01")));
  crawl_later(world, {kOne, kTwo}, "y");
  REQUIRE(world.articles().size() == 1);
  const auto both = world.articles().begin()->second;
  CHECK(both.id == one);
  CHECK(both.aliases == std::vector<std::string>{two, kTwo});
  CHECK(both.copies == std::vector<Copy>{{kTwo, "blog", "one"}});
  world.web.page(kTwo, article_page("two"));
  crawl_later(world, {kOne, kTwo}, "z");
  crawl_later(world, {kOne, kTwo}, "seen again");
  CHECK(at(world, one).url == kOne);
  CHECK(at(world, two).url == kTwo);
  CHECK(at(world, two).id == two);
}

TEST_CASE("identity: a withdrawn article is gone, and comes back under its id", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne});
  const auto id = at(world, article_id(kOne)).id;
  world.web.page(kOne, article_page("one", "<meta name=robots content=noindex>"));
  crawl_later(world, {kOne}, "y");
  CHECK(world.articles().empty());
  world.web.page(kOne, article_page("one, again"));
  crawl_later(world, {kOne}, "z");
  CHECK(at(world, id).id == id);
}

TEST_CASE("identity: when one of two copies is withdrawn, the id goes on with the other", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne});
  world.web.page(kTwo, article_page("one"));
  crawl_later(world, {kOne, kTwo});
  const auto id = at(world, article_id(kTwo)).id;
  REQUIRE(id == article_id(kOne));
  const auto indexed = at(world, id).indexed;
  world.web.page(kOne, article_page("one", "<meta name=robots content=noindex>"));
  crawl_later(world, {kOne, kTwo}, "y");
  CHECK(at(world, id).url == kTwo);
  CHECK(at(world, id).id == id);
  CHECK(at(world, id).indexed == indexed);
  world.web.page(kOne, article_page("something else"));
  crawl_later(world, {kOne, kTwo}, "z");
  crawl_later(world, {kOne, kTwo}, "seen again");
  CHECK(world.articles().size() == 2);
  CHECK(at(world, id).url == kTwo);
}

TEST_CASE("identity: the earliest id stays, even if a copy inherited it from a page that is gone", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne});
  world.web.page(kTwo, article_page("two"));
  crawl_later(world, {kOne, kTwo}, "y");
  world.web.page(kNew, article_page("one"));
  crawl_later(world, {kOne, kTwo, kNew}, "z");
  world.web.page(kOne, article_page("one", "<meta name=robots content=noindex>"));
  crawl_later(world, {kOne, kTwo, kNew}, "withdrawn");
  REQUIRE(at(world, article_id(kOne)).url == kNew);
  world.web.page(kTwo, both_texts(""));
  crawl_later(world, {kTwo, kNew}, "both");
  world.web.page(kTwo, article_page("one"));
  crawl_later(world, {kTwo, kNew}, "copied");
  REQUIRE(world.articles().size() == 1);
  CHECK(world.articles().begin()->second.id == article_id(kOne));
}

TEST_CASE("identity: a URL that two articles state leads to the first of them by address", "[crawl]") {
  for (const auto& urls : {std::vector{kOne, kTwo}, std::vector{kTwo, kOne}}) {
    World world;
    world.web.page(kOne, article_page("one", "<link rel=canonical href='" + kNew + "'>"));
    world.web.page(kTwo, article_page("two", "<link rel=canonical href='" + kNew + "'>"));
    crawl_later(world, urls);
    CHECK(world.articles().size() == 2);
    CHECK_FALSE(world.articles().contains(kNew));
    CHECK(at(world, article_id(kNew)).title == "one");
  }
}

TEST_CASE("identity: an id made from the URL that a page stated stays when that URL has its own article", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one", "<link rel=canonical href='" + kNew + "'>"));
  crawl_later(world, {kOne});
  const auto id = at(world, article_id(kOne)).id;
  REQUIRE(id == article_id(kNew));
  world.web.page(kNew, article_page("new"));
  crawl_later(world, {kOne, kNew});
  REQUIRE(world.articles().size() == 2);
  CHECK(at(world, id).title == "one");
  CHECK(world.articles().at(kNew).title == "new");
  CHECK(world.articles().at(kNew).id != id);
}

TEST_CASE("identity: an article at a URL that another page once stated has the URL's id", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne});
  const auto id = at(world, article_id(kOne)).id;
  world.web.page(kOne, article_page("one", "<link rel=canonical href='" + kTwo + "'>"));
  crawl_later(world, {kOne}, "y");
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne}, "z");
  world.web.page(kTwo, article_page("two"));
  crawl_later(world, {kTwo}, "w");
  CHECK(at(world, article_id(kTwo)).url == kTwo);
  CHECK(at(world, article_id(kTwo)).id == article_id(kTwo));
  CHECK(at(world, id).url == kOne);
}

TEST_CASE("identity: an id under which an article was shown stays its id when another one comes to the URL",
          "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one", "<link rel=canonical href='" + kTwo + "'>"));
  crawl_later(world, {kOne});
  REQUIRE(at(world, article_id(kTwo)).id == article_id(kTwo));
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne}, "y");
  world.web.page(kTwo, article_page("two"));
  crawl_later(world, {kTwo}, "z");
  CHECK(at(world, article_id(kTwo)).url == kOne);
}

TEST_CASE("identity: a redirect that has ended still leads to its article", "[crawl]") {
  World world;
  world.web.redirect(kOne, kTwo);
  world.web.page(kTwo, article_page("two"));
  crawl_later(world, {kOne});
  const auto id = at(world, article_id(kOne)).id;
  REQUIRE(!id.empty());
  world.web.answers.erase(kOne);
  crawl_later(world, {kOne}, "y");
  world.web.page(kTwo, article_page("two", meta_date("2026-05-01T08:30:00Z")));
  crawl_later(world, {kOne, kTwo}, "z");
  CHECK(at(world, article_id(kOne)).id == id);
}

TEST_CASE("identity: an article that moves back is read at its first address, under its id", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne});
  world.web.redirect(kOne, kNew);
  world.web.page(kNew, article_page("one"));
  crawl_later(world, {kOne}, "y");
  CHECK(at(world, article_id(kOne)).url == kNew);
  world.web.page(kOne, article_page("one", meta_date("2026-05-01T08:30:00Z")));
  world.web.redirect(kNew, kOne);
  crawl_later(world, {kOne}, "z");
  REQUIRE(world.articles().size() == 1);
  const auto one = at(world, article_id(kOne));
  CHECK(one.id == article_id(kOne));
  CHECK(one.url == kOne);
  CHECK(one.published);
  CHECK(at(world, article_id(kNew)).id == one.id);
  world.web.redirect(kOne, kNew); // in a circle: what was stored stays
  crawl_later(world, {kOne, kNew}, "v");
  CHECK(at(world, article_id(kNew)).id == one.id);
  CHECK(at(world, article_id(kOne)).title == "one");
}

TEST_CASE("identity: a URL that redirects to another article stays that one's when a page stops stating it",
          "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one", "<link rel=canonical href='" + kTwo + "'>"));
  world.web.redirect(kTwo, kNew);
  world.web.page(kNew, article_page("two"));
  crawl_later(world, {kOne, kTwo});
  CHECK(at(world, article_id(kTwo)).title == "two");
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne, kTwo}, "y");
  CHECK(at(world, article_id(kTwo)).title == "two"); // and not to both
  CHECK(at(world, article_id(kOne)).title == "one");
}

TEST_CASE("identity: another source names an article whose page cannot be fetched then", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  crawl_later(world, {kOne});
  auto digest = world.sources.front();
  digest.id = digest.label = "digest";
  digest.seed.url = kHost + "/digest.xml";
  world.sources.push_back(digest);
  world.web.page(digest.seed.url, rss_feed({{"", kOne}}));
  world.web.answers.erase(kOne);
  crawl_later(world, {kOne}, "y");
  CHECK(at(world, article_id(kOne)).copies == std::vector<Copy>{{kOne, "digest", ""}});
}

TEST_CASE("identity: a stated URL that redirects to another article belongs to that one", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one", "<link rel=canonical href='" + kTwo + "'>"));
  world.web.redirect(kTwo, kNew);
  world.web.page(kNew, article_page("new"));
  crawl_later(world, {kOne, kTwo});
  CHECK(at(world, article_id(kTwo)).url == kNew);
  CHECK(at(world, article_id(kOne)).url == kOne);
}

TEST_CASE("identity: articles of one blog with different titles are two, however alike their texts", "[crawl]") {
  World world;
  const auto page = [](const std::string& title) {
    return "<html lang=en><head><title>" + title + "</title></head><body><article><h1>" + title + "</h1><p>" +
           words("a") + words("b") + words("c") + "</p></article></body></html>";
  };
  world.web.page(kOne, page("Pyro Conditioning"));
  world.web.page(kTwo, page("Keto Conditioning"));
  crawl_later(world, {kOne, kTwo});
  world.web.time += 96h;
  world.web.page(kNew, page("PYRO: Conditioning"));
  crawl_later(world, {kOne, kTwo, kNew});
  CHECK(world.articles().size() == 2);
  CHECK(at(world, article_id(kTwo)).title == "Keto Conditioning");
  CHECK(at(world, article_id(kOne)).id == at(world, article_id(kNew)).id);
}

TEST_CASE("identity: a reprint is an article of its own, and folds no two of one blog", "[crawl]") {
  World world;
  auto other = world.sources[0];
  other.id = other.label = "reprints";
  other.homepage = "https://reprints.example/";
  other.seed.url = "https://reprints.example/feed";
  world.sources.push_back(other);
  const auto page = [](const std::string& title) {
    return "<html lang=en><head><title>" + title + "</title></head><body><article><h1>" + title + "</h1><p>" +
           words("a") + words("b") + words("c") + "</p></article></body></html>";
  };
  world.web.page(kOne, page("Why grep beats embeddings"));
  world.web.page(kTwo, page("Pyro Conditioning"));
  const std::string reprint = "https://reprints.example/p/1";
  world.web.page(reprint, page("Pyro Conditioning explained"));
  world.web.page(other.seed.url, rss_feed({{"", reprint}}));
  crawl_later(world, {kOne, kTwo});
  CHECK(world.articles().size() == 3);
  CHECK(at(world, article_id(kOne)).title == "Why grep beats embeddings");
  CHECK(at(world, article_id(kTwo)).title == "Pyro Conditioning");
  CHECK(at(world, article_id(reprint)).id == article_id(reprint));
}

TEST_CASE("identity: a page that says the same and less is no news, and one that says otherwise is", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one", meta_date("2026-05-01T22:30:00Z") + "<meta name=author content='Ann Lee'>"));
  crawl_later(world, {kOne});
  world.web.page(kOne, article_page("one", meta_date("2026-05-02")));
  crawl_later(world, {kOne}, "y");
  auto article = at(world, article_id(kOne));
  CHECK(to_text(*article.published) == "2026-05-01T22:30:00Z");
  CHECK(article.authors == std::vector<std::string>{"Ann Lee"});
  world.web.page(kOne, article_page("uno", meta_date("2026-05-03")));
  crawl_later(world, {kOne}, "z");
  crawl_later(world, {kOne}, "on a second day");
  article = at(world, article_id(kOne));
  CHECK(article.title == "uno");
  CHECK(to_text(*article.published) == "2026-05-03");
  CHECK(article.authors.empty());
  REQUIRE(derive_anew(world.database(), world.knowledge(), 1, [] { return false; }));
  CHECK(to_record(at(world, article_id(kOne))) == to_record(article));
}

TEST_CASE("identity: an article was published before its page was seen", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one", meta_date("2026-05-01")));
  crawl_later(world, {kOne});
  const auto seen = to_text(*at(world, article_id(kOne)).published);
  world.web.page(kOne, article_page("uno", meta_date("2026-06-08")));
  crawl_later(world, {kOne}, "y");
  CHECK(seen == "2026-05-01");
  CHECK_FALSE(at(world, article_id(kOne)).published);
}

} // namespace identity_test
