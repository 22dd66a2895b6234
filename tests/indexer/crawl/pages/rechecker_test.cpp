// SPDX-License-Identifier: GPL-3.0-or-later
// Stored articles are looked at again: what is withdrawn, what has moved, and what is only missing for now.
#include "shared/article/article_id.h"

#include "tests/indexer/crawl/crawl_world.h"

namespace rechecker_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

const std::string kOne = kHost + "/p/one", kTwo = kHost + "/p/two", kNew = kHost + "/new/one";

void list(World& world, const std::vector<std::string>& urls) {
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto& url : urls) items.emplace_back("", url);
  world.web.page(kFeed, rss_feed(items));
}

/// A feed with two articles, crawled on the first day.
void publish_two(World& world) {
  world.web.page(kOne, article_page("one"));
  world.web.page(kTwo, article_page("two"));
  list(world, {kOne, kTwo});
  world.crawl();
  REQUIRE(world.articles().size() == 2);
}

/// All three addresses show articles of their own, whatever they have shown before.
void show_articles(World& world) {
  for (const auto& [page, name] : {std::pair(kOne, "one"), {kTwo, "two"}, {kNew, "new"}})
    world.web.page(page, article_page(name));
}

void crawl_daily(World& world, int days) {
  for (int i = 0; i < days; ++i) {
    world.web.time += 24h;
    world.crawl();
  }
}

/// Whether the article with the id of this address is in the store but hidden.
bool is_gone(World& world, const std::string& address) {
  for (const auto& [url, article] : world.articles(store::Articles::All)) {
    if (article.id == article_id(address)) return article.gone_since.has_value();
  }
  return false;
}

void answer(World& world, const std::string& url, int status, const std::string& location = "") {
  world.web.answers[url] = {};
  world.web.answers[url].status = status;
  world.web.answers[url].location = location;
}

} // namespace

TEST_CASE("rechecks: an article that has moved is shown where it is, though its page still states the old address",
          "[crawl]") {
  World world;
  publish_two(world);
  world.web.answers.erase(kOne);
  world.web.page(kNew, article_page("one", "<link rel=canonical href='" + kOne + "'>"));
  list(world, {kNew, kTwo});
  crawl_daily(world, 4);
  const auto articles = world.articles();
  REQUIRE(articles.size() == 2);
  REQUIRE(articles.contains(kNew));
  CHECK(articles.at(kNew).id == article_id(kOne));
}

TEST_CASE("rechecks: a date that only the feed stated goes along when the source moves the article to another site",
          "[crawl]") {
  World world;
  const std::string moved = "https://moved.example/p/one";
  world.web.page(kOne, article_page("one"));
  world.web.page(kFeed, "<rss version='2.0'><channel><title>F</title><item><title>one</title><link>" + kOne +
                            "</link><pubDate>Mon, 04 May 2026 10:00:00 GMT</pubDate></item></channel></rss>");
  world.crawl();
  const auto published = world.articles().at(kOne).published;
  REQUIRE(published.has_value());
  world.web.redirect(kOne, moved);
  world.web.page(moved, article_page("one"));
  list(world, {});
  crawl_daily(world, 10);
  const auto articles = world.articles();
  REQUIRE(articles.contains(moved));
  CHECK(articles.at(moved).published == published);
}

TEST_CASE("rechecks: where a source's list has become another source's, what is gone leads to its text there",
          "[crawl]") {
  const bool is_for_good = GENERATE(true, false);
  CAPTURE(is_for_good);
  World world;
  publish_two(world);
  const std::string there = "https://there.example", feed = there + "/feed.xml";
  auto other = world.sources.front();
  other.id = "there";
  other.homepage = there + "/";
  other.seed.url = feed;
  world.sources.push_back(other);
  for (const auto& page : {kOne, kTwo}) world.web.answers.erase(page);
  world.web.page(kNew, article_page("new")); // by which the old site is known to be there
  for (const std::string name : {"one", "two"}) world.web.page(there + "/" + name, article_page(name));
  world.web.page(feed, rss_feed({{"", there + "/one"}, {"", there + "/two"}}));
  if (is_for_good) {
    world.web.redirect(kFeed, feed);
  } else {
    list(world, {kNew});
  }
  crawl_daily(world, 6);
  const auto articles = world.articles();
  CHECK(articles.contains(there + "/one"));
  const auto& aliases = articles.at(there + "/one").aliases;
  CHECK((std::ranges::find(aliases, article_id(kOne)) != aliases.end()) == is_for_good);
  CHECK(articles.at(there + "/one").source == "there");
}

TEST_CASE("rechecks: 410 and noindex withdraw an article at once, and it comes back with its page", "[crawl]") {
  for (const bool is_status : {true, false}) {
    World world;
    publish_two(world);
    is_status ? answer(world, kOne, 410)
              : world.web.page(kOne, article_page("one", "<meta name=robots content=noindex>"));
    crawl_daily(world, 2);
    CHECK(is_gone(world, kOne));
    CHECK(world.articles().size() == 1);
    world.web.page(kOne, article_page("one"));
    crawl_daily(world, 10);
    CHECK_FALSE(is_gone(world, kOne));
    CHECK(world.articles().size() == 2);
  }
}

TEST_CASE("rechecks: a page that is missing, or leads to the home page, is withdrawn on the second day", "[crawl]") {
  for (const auto& [status, location] : {std::pair<int, std::string>{404, ""}, {302, kHost + "/"}}) {
    World world;
    publish_two(world);
    answer(world, kOne, status, location);
    crawl_daily(world, 1);
    world.crawl(); // the same day again
    CHECK_FALSE(is_gone(world, kOne));
    crawl_daily(world, 2);
    CHECK(is_gone(world, kOne));
    CHECK_FALSE(is_gone(world, kTwo));
  }
}

TEST_CASE("rechecks: what its feed stops listing is withdrawn at the first look if other pages are there", "[crawl]") {
  World world;
  publish_two(world);
  answer(world, kOne, 404);
  list(world, {kTwo});
  crawl_daily(world, 1);
  CHECK(is_gone(world, kOne));
  CHECK_FALSE(is_gone(world, kTwo));
}

TEST_CASE("rechecks: another page of a quiet site tells that one is missing and the site is not down", "[crawl]") {
  World world;
  publish_two(world);
  crawl_daily(world, 60); // now both are looked at rarely
  answer(world, kOne, 404);
  list(world, {kTwo});
  crawl_daily(world, 1);
  CHECK(is_gone(world, kOne));
}

TEST_CASE("rechecks: a page that leads to another article is withdrawn on the second day", "[crawl]") {
  World world;
  publish_two(world);
  world.web.redirect(kOne, kTwo);
  crawl_daily(world, 1);
  CHECK_FALSE(is_gone(world, kOne));
  crawl_daily(world, 2);
  CHECK(is_gone(world, kOne));
  CHECK_FALSE(is_gone(world, kTwo));
}

TEST_CASE("rechecks: much of a source at once waits, also after articles whose addresses lead away are withdrawn",
          "[crawl]") {
  World world;
  std::vector<std::string> pages;
  for (int i = 0; i < 5; ++i) {
    pages.push_back(kHost + "/p/n" + std::to_string(i));
    world.web.page(pages.back(), article_page("n" + std::to_string(i)));
  }
  list(world, pages);
  world.crawl();
  for (int i = 0; i < 2; ++i) world.web.redirect(pages[i], kHost + "/category/c" + std::to_string(i) + "/");
  crawl_daily(world, 6);
  REQUIRE(world.articles().size() == 3);
  for (int i = 2; i < 5; ++i) {
    const auto name = "n" + std::to_string(i);
    world.web.page(pages[i], "<!doctype html><html lang=en><head><title>" + name +
                                 "</title></head><body><article><h1>" + name + "</h1><p>" + words("later" + name) +
                                 words(name) + "</p></article></body></html>");
  }
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto& page : pages) items.emplace_back("", page);
  world.web.page(kFeed, rss_feed(items, "changed")); // so all are looked at
  const auto is_later = [&](int i) {
    return world.articles().at(pages[i]).text.contains("latern" + std::to_string(i));
  };
  crawl_daily(world, 1);
  for (int i = 2; i < 5; ++i) CHECK_FALSE(is_later(i));
  crawl_daily(world, 1);
  for (int i = 2; i < 5; ++i) CHECK(is_later(i));
}

TEST_CASE("rechecks: a new page that leads to what is not there is asked again if the crawl was stopped", "[crawl]") {
  World world;
  world.web.page(kOne, article_page("one"));
  world.web.redirect(kNew, kHost + "/login");
  answer(world, kHost + "/login", 404);
  list(world, {kOne, kNew});
  world.stopped = [&] { return world.web.asked[kHost + "/login"] > 0; };
  world.crawl();
  world.stopped = [] { return false; };
  world.web.page(kNew, article_page("new"));
  crawl_daily(world, 2);
  CHECK(world.articles().contains(kNew));
}

TEST_CASE("rechecks: a new page that leads to what turns out to be a login is asked again", "[crawl]") {
  World world;
  publish_two(world);
  const auto login = [&](const std::string& page) { return kHost + "/login?next=" + page.substr(kHost.size()); };
  const auto close = [&](const std::string& page) {
    world.web.redirect(page, login(page));
    world.web.page(login(page), article_page("log in"));
  };
  close(kNew);
  list(world, {kOne, kTwo, kNew});
  world.web.time += 1h;
  world.crawl();
  close(kOne);
  close(kTwo);
  world.web.time += 19h + 30min; // the others are due
  world.crawl();
  CHECK_FALSE(world.articles().contains(login(kNew)));
  show_articles(world);
  crawl_daily(world, 3);
  const auto articles = world.articles();
  CHECK(articles.size() == 3);
  CHECK(articles.contains(kNew));
}

TEST_CASE("rechecks: a new page that shows a check that asks not to be indexed is asked again", "[crawl]") {
  World world;
  publish_two(world);
  for (const auto& page : {kOne, kTwo, kNew})
    world.web.page(page, article_page("check", "<meta name=robots content=noindex>"));
  list(world, {kOne, kTwo, kNew});
  crawl_daily(world, 5);
  show_articles(world);
  crawl_daily(world, 2);
  const auto articles = world.articles();
  CHECK(articles.size() == 3);
  CHECK(articles.contains(kNew));
}

TEST_CASE("rechecks: another text that is shown for a day under an old article's title is not taken", "[crawl]") {
  World world;
  publish_two(world);
  crawl_daily(world, 60); // now both are looked at rarely
  world.web.page(kOne, "<!doctype html><html lang=en><head><title>one</title></head><body><article><h1>one</h1><p>" +
                           words("check") + "</p></article></body></html>");
  for (int i = 0; i < 60 && world.failures().empty(); ++i) crawl_daily(world, 1);
  REQUIRE_FALSE(world.failures().empty());
  CHECK(world.articles()[kOne].text.contains("oneb79"));
  world.web.page(kOne, article_page("one"));
  crawl_daily(world, 2);
  CHECK(world.articles()[kOne].text.contains("oneb79"));
  CHECK(world.failures().empty());
}

TEST_CASE("rechecks: an edit that waits is not believed once its page is gone", "[crawl]") {
  World world;
  publish_two(world);
  for (const std::string name : {"one", "two"})
    world.web.page(kHost + "/p/" + name, "<!doctype html><html lang=en><head><title>" + name +
                                             "</title></head><body><article><h1>" + name + "</h1><p>" + words("later") +
                                             words(name) + "</p></article></body></html>");
  crawl_daily(world, 1); // all of the source at once
  answer(world, kOne, 404);
  crawl_daily(world, 4);
  CHECK(is_gone(world, kOne));
  const auto articles = world.articles(store::Articles::All);
  CHECK_FALSE(articles.at(kOne).text.contains("later0"));
  CHECK(articles.at(kTwo).text.contains("later0"));
}

TEST_CASE("rechecks: pages that lead to logins of their own are not withdrawn", "[crawl]") {
  const std::string there = GENERATE(kHost + "/login?next=", "https://login.example/");
  World world;
  publish_two(world);
  const auto login = [&](const std::string& page) { return there + page.substr(kHost.size()); };
  for (const auto& page : {kOne, kTwo}) {
    world.web.redirect(page, login(page));
    world.web.page(login(page), article_page("log in"));
  }
  crawl_daily(world, 20);
  auto articles = world.articles();
  CHECK(articles.size() == 2);
  CHECK(articles[kOne].title == "one");
  CHECK(articles[kTwo].title == "two");
  for (const auto& page : {kOne, kTwo}) {
    world.web.answers.erase(login(page));
    world.web.page(page, article_page("new " + page.substr(page.size() - 3)));
  }
  crawl_daily(world, 4);
  articles = world.articles();
  CHECK(articles.size() == 2);
  CHECK(articles[kOne].title == "new one");
}

TEST_CASE("rechecks: a new page that leads to a login as others do is shown as its feed has it, at its address",
          "[crawl]") {
  World world;
  publish_two(world);
  const auto login = [&](const std::string& page) { return kHost + "/login?next=" + page.substr(kHost.size()); };
  const auto feed = [&](const std::string& text) {
    return "<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><title>F</title><item>"
           "<title>new</title><link>" +
           kNew + "</link><content:encoded><![CDATA[<p>" + text +
           "</p>]]></content:encoded></item><item><title>one</title><link>" + kOne +
           "</link></item><item><title>two"
           "</title><link>" +
           kTwo + "</link></item></channel></rss>";
  };
  for (const auto& page : {kOne, kTwo, kNew}) {
    world.web.redirect(page, login(page));
    world.web.page(login(page), article_page("log in"));
  }
  world.web.page(kFeed, feed(words("new") + words("newb")));
  crawl_daily(world, 3);
  world.web.page(kFeed, feed(words("new") + words("newc"))); // edited
  crawl_daily(world, 1);
  auto articles = world.articles();
  CHECK(articles.size() == 3);
  REQUIRE(articles.contains(kNew));
  CHECK(articles[kNew].title == "new");
  CHECK(articles[kNew].text.contains("newc79"));
  const auto id = articles[kNew].id;
  show_articles(world);
  crawl_daily(world, 4);
  articles = world.articles();
  CHECK(articles.size() == 3);
  CHECK(articles[kNew].id == id);
  CHECK(articles[kNew].text.contains("newb79"));
}

TEST_CASE("rechecks: when a site has moved, what no feed lists any more is looked for, too", "[crawl]") {
  World world;
  std::vector<std::string> old_urls, new_urls;
  for (int i = 0; i < 8; ++i) {
    const auto name = "n" + std::to_string(i);
    old_urls.push_back(kHost + "/p/" + name);
    new_urls.push_back(kHost + "/new/" + name);
    world.web.page(old_urls.back(), article_page(name));
  }
  list(world, old_urls);
  world.crawl();
  list(world, {old_urls.begin(), old_urls.begin() + 4});
  crawl_daily(world, 40); // until nothing is due for some days
  for (int i = 0; i < 8; ++i) {
    world.web.page(new_urls[static_cast<std::size_t>(i)], article_page("n" + std::to_string(i)));
    world.web.redirect(old_urls[static_cast<std::size_t>(i)], new_urls[static_cast<std::size_t>(i)]);
  }
  world.web.answers.erase(old_urls[7]); // this one has not been moved
  world.web.answers.erase(new_urls[7]);
  list(world, {new_urls.begin(), new_urls.begin() + 4});
  crawl_daily(world, 1);
  const auto articles = world.articles();
  CHECK(articles.size() == 7);
  for (int i = 0; i < 7; ++i) CHECK(articles.contains(new_urls[static_cast<std::size_t>(i)]));
  CHECK(is_gone(world, old_urls[7]));
}

TEST_CASE("rechecks: a site that is down takes nothing away", "[crawl]") {
  World world;
  publish_two(world);
  SECTION("no answer") { world.web.silent.insert("blog.example"); }
  SECTION("server errors") {
    answer(world, kOne, 503);
    answer(world, kTwo, 503);
  }
  SECTION("not one article is found") {
    answer(world, kOne, 404);
    answer(world, kTwo, 404);
  }
  crawl_daily(world, 6);
  CHECK(world.articles().size() == 2);
  world.web.silent.clear();
  world.web.page(kOne, article_page("one"));
  world.web.page(kTwo, article_page("two"));
  crawl_daily(world, 10);
  CHECK(world.articles().size() == 2);
}

TEST_CASE("rechecks: an article that has moved without a redirect is shown where it is, even if it is edited later",
          "[crawl]") {
  World world;
  publish_two(world);
  world.web.answers.erase(kOne);
  world.web.page(kNew, article_page("one"));
  list(world, {kNew, kTwo});
  crawl_daily(world, 1);
  REQUIRE(world.articles().contains(kNew));
  CHECK(world.articles().size() == 2);
  CHECK(world.articles().at(kNew).id == article_id(kOne));
  world.web.page(kNew, article_page("quite another title"));
  crawl_daily(world, 10);
  CHECK(world.articles().size() == 2);
  CHECK(world.articles().at(kNew).id == article_id(kOne));
  CHECK(world.articles().at(kNew).title == "quite another title");
}

TEST_CASE("rechecks: an edit that the feed does not tell is seen, at first after a day", "[crawl]") {
  World world;
  publish_two(world);
  world.web.page(kOne, article_page("one", "<meta name=author content='Ann Lee'>"));
  crawl_daily(world, 2);
  CHECK(world.articles().at(kOne).authors == std::vector<std::string>{"Ann Lee"});
}

TEST_CASE("rechecks: no more pages of a source are requested a day than allowed", "[crawl]") {
  World world;
  std::vector<std::string> urls;
  for (int i = 0; i < 12; ++i) {
    urls.push_back(kHost + "/p/n" + std::to_string(i));
    world.web.page(urls.back(), article_page("n" + std::to_string(i)));
  }
  list(world, urls);
  world.crawl();
  world.web.time += 72h;
  const auto few = [](CrawlOptions& options) { options.recheck_pages = 5; };
  CHECK(world.crawl(few).pages == 5);
  CHECK(world.crawl(few).pages == 0);
  world.web.time += 24h;
  CHECK(world.crawl(few).pages == 5);
}

TEST_CASE("rechecks: a page that nobody changes is requested ever more rarely", "[crawl]") {
  World world;
  publish_two(world);
  const auto asked = [&] { return world.web.asked[kOne]; };
  crawl_daily(world, 10);
  const auto first = asked();
  crawl_daily(world, 60);
  const auto second = asked() - first;
  CHECK(first >= 4);
  CHECK(second <= 12);
  CHECK(second >= 2);
}

TEST_CASE("rechecks: a page that was missing when a feed announced it is found later", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kOne}}, ""));
  world.crawl();
  CHECK(world.articles().empty());
  world.web.page(kOne, article_page("one"));
  crawl_daily(world, 2);
  CHECK(world.articles().size() == 1);
}

TEST_CASE("rechecks: after an outage, new articles are looked for before the pages that were missing", "[crawl]") {
  World world;
  const auto few = [](CrawlOptions& options) { options.recheck_pages = 1; };
  world.web.page(kTwo, article_page("two"));
  list(world, {kTwo});
  world.crawl();
  world.web.answers.erase(kTwo);
  world.web.time += 24h;
  world.web.page(kFeed, rss_feed({{"one", kOne}, {"two", kTwo}}, ""));
  world.crawl();
  world.web.page(kOne, article_page("one"));
  world.web.page(kTwo, article_page("two"));
  world.web.time += 24h;
  world.crawl(few);
  CHECK(world.articles().contains(kOne));
}

namespace {

/// From now on the blog answers for what is not there like this.
void answer_missing(World& world, int status, const std::string& body, const std::string& location = "",
                    const std::string& host = "blog.example") {
  world.web.otherwise[host] = [=](const std::string& url) {
    fetch::FetchResponse response;
    response.status = url.ends_with("/robots.txt") ? 404 : status;
    response.content_type = "text/html";
    response.body = body;
    response.location = location;
    return response;
  };
}

const std::string kApology = "<html lang=en><head><title>Nothing here</title></head><body><article><h1>Nothing "
                             "here</h1><p>We are sorry, but the page that you are looking for is not here any more. "
                             "Please use the search, or begin again at our home page.</p></article></body></html>";

} // namespace

TEST_CASE("rechecks: a page that is replaced by an apology with status 200 is missing, and keeps its text", "[crawl]") {
  World world;
  publish_two(world);
  world.web.answers.erase(kOne);
  answer_missing(world, 200, kApology);
  crawl_daily(world, 2); // it may be a check
  CHECK(world.articles().at(kOne).title == "one");
  crawl_daily(world, 2);
  CHECK(is_gone(world, kOne));
  CHECK(world.articles(store::Articles::All).at(kOne).text.contains("oneb79"));
  CHECK(world.articles().size() == 1);
}

TEST_CASE("rechecks: what one address has ceased to show is a check, and another is not missing for it", "[crawl]") {
  World world;
  publish_two(world);
  world.web.answers.erase(kOne);
  answer_missing(world, 200, kApology);
  world.web.page(kTwo, kApology);
  crawl_daily(world, 1);
  world.web.page(kTwo, article_page("two"));
  crawl_daily(world, 3);
  CHECK(world.articles().contains(kOne));
  crawl_daily(world, 6); // it was long ago
  CHECK(is_gone(world, kOne));
}

TEST_CASE("rechecks: a page that leads where all missing pages lead is missing, and no article is made of that",
          "[crawl]") {
  World world;
  publish_two(world);
  world.web.answers.erase(kOne);
  answer_missing(world, 302, "", kHost + "/nothing-here");
  world.web.page(kHost + "/nothing-here", kApology);
  crawl_daily(world, 3);
  CHECK(is_gone(world, kOne));
  CHECK(world.articles().size() == 1);
}

TEST_CASE("rechecks: a site that shows one page in place of all others takes nothing away", "[crawl]") {
  World world;
  publish_two(world);
  world.web.answers.erase(kOne);
  world.web.answers.erase(kTwo);
  answer_missing(world, 200, kApology);
  crawl_daily(world, 5);
  CHECK(world.articles().size() == 2);
  CHECK(world.articles().at(kOne).title == "one");
}

TEST_CASE(
    "rechecks: a site that shows one page at the addresses of all articles, and 404 at others, takes nothing away",
    "[crawl]") {
  World world;
  publish_two(world);
  world.web.page(kOne, kApology);
  world.web.page(kTwo, kApology);
  crawl_daily(world, 5);
  auto articles = world.articles();
  REQUIRE(articles.size() == 2);
  CHECK(articles.at(kOne).title == "one");
  CHECK(articles.at(kTwo).title == "two");
  world.web.page(kTwo, article_page("two, edited"));
  crawl_daily(world, 3);
  CHECK(world.articles(store::Articles::All).at(kTwo).title == "two, edited");
}

TEST_CASE("rechecks: articles that redirect to new addresses which show one page keep their texts, and move later",
          "[crawl]") {
  const bool is_one_address = GENERATE(false, true);
  World world;
  publish_two(world);
  const auto closed = kHost + "/new/closed", new_two = kHost + "/new/two";
  world.web.redirect(kOne, is_one_address ? closed : kNew);
  world.web.redirect(kTwo, is_one_address ? closed : new_two);
  for (const auto& url : {closed, kNew, new_two}) world.web.page(url, kApology);
  crawl_daily(world, 5);
  auto articles = world.articles();
  REQUIRE(articles.size() == 2);
  REQUIRE(articles.contains(kOne));
  REQUIRE(articles.contains(kTwo));
  CHECK(articles.at(kTwo).title == "two");
  world.web.answers.erase(closed);
  world.web.redirect(kOne, kNew);
  world.web.redirect(kTwo, new_two);
  world.web.page(kNew, article_page("one"));
  world.web.page(new_two, article_page("two"));
  crawl_daily(world, 3);
  articles = world.articles();
  CHECK(articles.size() == 2);
  REQUIRE(articles.contains(kNew));
  REQUIRE(articles.contains(new_two));
  CHECK(articles.at(kNew).id == article_id(kOne));
  CHECK(articles.at(new_two).id == article_id(kTwo));
}

TEST_CASE("rechecks: if only one page of a closed site is looked at, another one tells that it is not an edit",
          "[crawl]") {
  World world;
  publish_two(world);
  crawl_daily(world, 60); // now both are looked at rarely
  world.web.page(kOne, kApology);
  world.web.page(kTwo, kApology);
  world.web.page(kFeed, rss_feed({{"", kTwo}})); // so kOne is looked at
  crawl_daily(world, 1);
  REQUIRE(world.articles().contains(kOne));
  CHECK(world.articles().at(kOne).title == "one");
  CHECK(world.articles().at(kTwo).title == "two");
}

TEST_CASE("rechecks: a page that stands at three addresses of a feed does not become an article", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"On one9 of many", kOne}, {"On two9 of many", kTwo}, {"On three", kNew}}, ""));
  for (const auto& url : {kOne, kTwo, kNew}) world.web.page(url, kApology);
  world.crawl();
  CHECK(world.articles().empty());
  for (const auto& failure : world.failures()) CHECK(failure.sentence.contains("(\"Nothing here\")"));
  crawl_daily(world, 2);
  CHECK(world.articles().empty());
  world.web.page(kOne, article_page("one"));
  world.web.page(kTwo, article_page("two"));
  crawl_daily(world, 1);
  CHECK(world.articles().size() == 2);
}

TEST_CASE("rechecks: an article whose address shows another one's text keeps its own, and may be rewritten later",
          "[crawl]") {
  for (const std::string title : {"one", "two"}) {
    World world;
    publish_two(world);
    auto page = article_page("one");
    page.replace(page.find("<title>one"), 10, "<title>" + title).replace(page.find("<h1>one"), 7, "<h1>" + title);
    world.web.page(kTwo, page);
    crawl_daily(world, 3);
    const auto articles = world.articles();
    REQUIRE(articles.contains(kTwo));
    CHECK(articles.size() == 2);
    CHECK(articles.at(kTwo).title == "two");
    CHECK(articles.at(kTwo).text.contains("twob79"));
    world.web.page(kTwo, article_page("rewritten"));
    crawl_daily(world, 3);
    CHECK(world.articles().at(kTwo).title == "rewritten");
  }
}

TEST_CASE("rechecks: a new article is not read from the page that stands for all others", "[crawl]") {
  World world;
  world.web.page(kTwo, article_page("two"));
  list(world, {kTwo});
  world.crawl();
  for (const auto& url : {kOne, kTwo}) world.web.page(url, kApology);
  world.web.page(kFeed, rss_feed({{"On one9 of many", kOne}, {"", kTwo}}, ""));
  crawl_daily(world, 1);
  CHECK(world.articles().size() == 1);
  CHECK(world.articles().at(kTwo).title == "two");
  world.web.page(kOne, article_page("one"));
  world.web.page(kTwo, article_page("two"));
  crawl_daily(world, 1);
  REQUIRE(world.articles().contains(kOne));
  CHECK(world.articles().at(kOne).title == "one");
}

TEST_CASE("rechecks: nothing becomes of the made-up address beside a page, whatever is answered there", "[crawl]") {
  const int kind = GENERATE(0, 1);
  World world;
  publish_two(world);
  const auto robots = kHost + "/robots.txt";
  if (kind == 0) world.web.page(robots, "User-agent: *\nAllow: /p/one\nAllow: /p/two\nDisallow: /p/\n", "text/plain");
  world.web.page(kOne, kApology);
  answer_missing(world, 200,
                 "<html><head><meta http-equiv=refresh content='0; url=/p/two'></head><body></body></html>");
  crawl_daily(world, 2);
  for (const auto& failure : world.failures()) CHECK(failure.url == kOne);
  world.web.answers.erase(robots);
  answer_missing(world, 200, article_page("stranger"));
  crawl_daily(world, 20);
  for (const auto& [url, article] : world.articles()) CHECK(article.title != "stranger");
}

TEST_CASE("rechecks: a first reading is provisional", "[crawl]") {
  World world;
  world.web.page(kOne, kApology);
  list(world, {kOne});
  world.crawl();
  CHECK(world.articles().at(kOne).title == "Nothing here");
  world.web.page(kOne, article_page("one"));
  crawl_daily(world, 1);
  CHECK(world.articles().at(kOne).title == "one");
}

TEST_CASE("rechecks: what a new page shows is compared with what others show for three days", "[crawl]") {
  World world;
  publish_two(world);
  crawl_daily(world, 6);
  const auto check = article_page("making sure that you are not a robot");
  const std::string second = kHost + "/p/second", third = kHost + "/p/third";
  for (const auto& page : {kNew, second, third}) world.web.page(page, check);
  list(world, {kOne, kTwo, kNew});
  crawl_daily(world, 2);
  CHECK(world.articles().contains(kNew)); // it may be an article
  list(world, {kOne, kTwo, kNew, second, third});
  crawl_daily(world, 1);
  for (const auto& [url, article] : world.articles()) CHECK_FALSE(article.title.contains("robot"));
}

TEST_CASE("rechecks: a first page that its feed calls something else is looked at soon, however old the article is",
          "[crawl]") {
  World world;
  world.web.page(kOne, kApology);
  world.web.answers[kOne].etag = "";
  auto feed = rss_feed({{"On one9 of many", kOne}}, "");
  world.web.page(kFeed, feed.insert(feed.find("</item>"), "<pubDate>Wed, 01 Apr 2026 09:00:00 GMT</pubDate>"));
  world.crawl();
  crawl_daily(world, 2);
  world.web.page(kOne, article_page("one"));
  crawl_daily(world, 2);
  CHECK(world.articles().at(kOne).title == "one");
}

TEST_CASE("rechecks: the beginning of an article, as before a wall, replaces no article", "[crawl]") {
  World world;
  publish_two(world);
  auto wall = article_page("one");
  const auto text = wall.find("</p><p>");
  wall.replace(text - 300, wall.find("</article>") - text + 300, "</p><p>Subscribe to read on.</p>");
  world.web.page(kOne, wall);
  crawl_daily(world, 5);
  CHECK(world.articles().at(kOne).text.contains("oneb79"));
  world.web.page(kOne, article_page("one").replace(article_page("one").find("one0"), 4, "edited"));
  crawl_daily(world, 5);
  CHECK(world.articles().at(kOne).text.contains("edited"));
}

TEST_CASE("rechecks: the rounds of a watch do not put off the next look at what is held", "[crawl]") {
  const bool is_at_both = GENERATE(false, true);
  World world;
  publish_two(world);
  crawl_daily(world, 6); // a first reading is provisional
  world.web.page(kOne, article_page("robots, please"));
  if (is_at_both) world.web.page(kTwo, article_page("robots, please"));
  for (int i = 0; i < 30 && world.failures().empty(); ++i) crawl_daily(world, 1);
  const auto failures = world.failures();
  REQUIRE_FALSE(failures.empty());
  world.web.asked.clear();
  for (int round = 0; round < 79; ++round) { // not quite twenty hours
    world.web.time += 15min;
    world.crawl([](CrawlOptions& options) { options.only_due = true; });
  }
  CHECK(world.web.asked[kOne] == 0);
  CHECK(world.articles().at(kOne).title == "one");
  CHECK(world.failures().front().count == failures.front().count);
  world.web.time += 1h;
  world.crawl([](CrawlOptions& options) { options.only_due = true; });
  CHECK(world.web.asked[kOne] == 1);
}

TEST_CASE("rechecks: a wall under the articles' own titles replaces none of them", "[crawl]") {
  World world;
  publish_two(world);
  const std::map<std::string, std::string> pages{{kOne, "one"}, {kTwo, "two"}};
  for (const auto& [url, title] : pages) {
    auto wall = article_page(title);
    const auto text = wall.find("<p>");
    wall.replace(text, wall.find("</article>") - text, "<p>" + words("members") + "</p>");
    world.web.page(url, wall);
  }
  const auto texts_are_kept = [&] {
    const auto articles = world.articles();
    return articles.size() == 2 && articles.at(kOne).text.contains("oneb79") &&
           articles.at(kTwo).text.contains("twob79");
  };
  for (int day = 0; day < 50; ++day) {
    crawl_daily(world, 1);
    REQUIRE(texts_are_kept());
  }
  CHECK_FALSE(world.failures().empty());
  for (const auto& [url, title] : pages) world.web.page(url, article_page(title));
  crawl_daily(world, 20);
  CHECK(texts_are_kept());
  CHECK(world.failures().empty());
}

TEST_CASE("rechecks: another text under the title of an article is believed on the second day", "[crawl]") {
  World world;
  publish_two(world);
  crawl_daily(world, 6); // a first reading is provisional
  auto page = article_page("one");
  const auto text = page.find("<p>");
  page.replace(text, page.find("</article>") - text, "<p>" + words("anew") + "</p>");
  world.web.page(kOne, page);
  for (int i = 0; i < 10 && world.failures().empty(); ++i) crawl_daily(world, 1);
  CHECK(world.articles().at(kOne).text.contains("oneb79"));
  crawl_daily(world, 1);
  CHECK(world.articles().at(kOne).text.contains("anew79"));
}

TEST_CASE("rechecks: an article that moves back with another text is there at once", "[crawl]") {
  World world;
  publish_two(world);
  crawl_daily(world, 6);
  world.web.redirect(kOne, kNew);
  world.web.page(kNew, article_page("one"));
  list(world, {kNew, kTwo});
  crawl_daily(world, 3);
  REQUIRE(world.articles().contains(kNew));
  auto page = article_page("one");
  const auto text = page.find("<p>");
  page.replace(text, page.find("</article>") - text, "<p>" + words("anew") + "</p>");
  world.web.page(kOne, page);
  world.web.redirect(kNew, kOne);
  list(world, {kOne, kTwo});
  for (int day = 0; day < 5; ++day) {
    crawl_daily(world, 1);
    CHECK(world.articles().size() == 2);
  }
  CHECK(world.articles().at(kOne).text.contains("anew79"));
}

TEST_CASE("rechecks: an article that is rewritten from its title on is edited", "[crawl]") {
  World world;
  publish_two(world);
  world.web.page(kOne, article_page("quite another one"));
  crawl_daily(world, 2);
  REQUIRE(world.articles().contains(kOne));
  CHECK(world.articles().at(kOne).title == "quite another one");
}

TEST_CASE("rechecks: when a site has moved to another host, the sitemap at the old one lists what is new there",
          "[crawl]") {
  World world;
  const std::string there = "https://new.example", sitemap = kHost + "/sitemap.xml";
  world.sources[0].seed = {schema::SourceKind::Sitemap, sitemap};
  const auto list = [&](const std::vector<std::string>& urls) {
    std::string xml;
    for (const auto& url : urls) xml += "<url><loc>" + url + "</loc></url>";
    world.web.page(sitemap, "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" + xml + "</urlset>",
                   "application/xml");
  };
  world.web.page(kOne, article_page("one"));
  list({kOne});
  world.crawl();
  world.web.redirect(kOne, there + "/p/one");
  world.web.page(there + "/p/one", article_page("one"));
  list({there + "/p/one"});
  crawl_daily(world, 2);
  world.web.page(there + "/new/two", article_page("two"));
  list({there + "/p/one", there + "/new/two"});
  crawl_daily(world, 1);
  CHECK(world.articles().size() == 2);
  CHECK(world.articles().contains(there + "/new/two"));
}

TEST_CASE("rechecks: an article whose address leads to a page that is none is withdrawn, and seldom asked for again",
          "[crawl]") {
  const bool says_noindex = GENERATE(true, false);
  World world;
  publish_two(world);
  if (says_noindex) world.web.page(kNew, article_page("one", "<meta name=robots content=noindex>"));
  list(world, {kNew, kTwo});
  crawl_daily(world, 1);
  world.web.redirect(kOne, kNew);
  crawl_daily(world, 14);
  CHECK(world.articles().size() == 1);
  CHECK(is_gone(world, kOne));
  world.web.asked.clear();
  crawl_daily(world, 20);
  CHECK(world.web.asked[kOne] < 6);
  CHECK(world.web.asked[kNew] < 6);
}

TEST_CASE("rechecks: articles whose host is silent are shown where they live now on the source's site", "[crawl]") {
  World world;
  world.sources[0].places = {"https://old.blog.example/"};
  std::vector<std::string> old_urls, new_urls;
  for (int i = 0; i < 8; ++i) {
    const auto name = "n" + std::to_string(i);
    old_urls.push_back("https://old.blog.example/p/" + name);
    new_urls.push_back(kHost + "/p/" + name);
    world.web.page(old_urls.back(), article_page(name));
  }
  list(world, old_urls);
  world.crawl();
  REQUIRE(world.articles().size() == 8);
  world.web.silent.insert("old.blog.example");
  for (int i = 0; i < 8; ++i)
    world.web.page(new_urls[static_cast<std::size_t>(i)], article_page("n" + std::to_string(i)));
  list(world, new_urls);
  crawl_daily(world, 3);
  const auto articles = world.articles();
  CHECK(articles.size() == 8);
  for (int i = 0; i < 8; ++i) {
    REQUIRE(articles.contains(new_urls[static_cast<std::size_t>(i)]));
    CHECK(articles.at(new_urls[static_cast<std::size_t>(i)]).id == article_id(old_urls[static_cast<std::size_t>(i)]));
  }
}

TEST_CASE("rechecks: an article is withdrawn if its host is silent for a month, though others of its source are there",
          "[crawl]") {
  World world;
  const auto elsewhere = "https://old.example/p/other";
  world.web.page(kOne, article_page("one"));
  world.web.page(elsewhere, article_page("other"));
  list(world, {kOne, elsewhere});
  world.crawl();
  world.web.silent.insert("old.example");
  for (int day = 0; day < 20; ++day) {
    world.web.page(kOne, article_page("one", "<!--" + std::to_string(day) + "-->"));
    list(world, {kOne});
    crawl_daily(world, 1);
  }
  CHECK_FALSE(is_gone(world, elsewhere));
  crawl_daily(world, 60);
  CHECK(is_gone(world, elsewhere));
}

TEST_CASE("rechecks: a list dates its articles, and a date that it changes is followed", "[crawl]") {
  World world;
  world.sources[0].seed = {schema::SourceKind::PageList, kHost + "/archive/"};
  world.web.page(kOne, article_page("one"));
  world.web.page(kTwo, article_page("two"));
  const auto publish = [&](const std::string& date) {
    world.web.page(kHost + "/archive/", "<ul><li><a href='" + kOne + "'>one</a> <time datetime='" + date +
                                            "'>then</time><li><a href='" + kTwo + "'>two</a> 3 May 2025</ul>");
  };
  publish("2025-04-01");
  world.crawl();
  REQUIRE(world.articles().at(kOne).published);
  REQUIRE(world.articles().at(kTwo).published);
  CHECK(to_text(*world.articles().at(kOne).published) == "2025-04-01");
  CHECK(to_text(*world.articles().at(kTwo).published) == "2025-05-03");
  publish("2025-03-01");
  crawl_daily(world, 1);
  CHECK(to_text(*world.articles().at(kOne).published) == "2025-03-01");
}

} // namespace rechecker_test
