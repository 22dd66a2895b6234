// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/store/picture_store.h"
#include "tests/indexer/crawl/crawl_world.h"
#include "tests/support/small_png.h"

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace picture_keeper_test {

const std::string kPictures = "https://pictures.example";

/// An article with four pictures: two that are there, one that moved, one that is none.
void add_pictures(World& world, const std::string& published = "2026-05-20") {
  world.web.page(kFeed, rss_feed({{"story", kHost + "/story"}}), "application/rss+xml");
  std::string page =
      article_page("story", "<meta property='article:published_time' content='" + published + "T08:00:00Z'>");
  page.insert(page.find("</article>"), "<img src='" + kPictures + "/1.png'><p>" + words("c") +
                                           "</p><img src='/2.png'><img src='" + kPictures + "/old.png'><img src='" +
                                           kPictures + "/program.svg'>");
  world.web.page(kHost + "/story", page);
  world.web.page(kPictures + "/1.png", test::small_png(), "image/png");
  world.web.page(kHost + "/2.png", test::small_png(), "text/plain");
  world.web.redirect(kPictures + "/old.png", kPictures + "/new.png");
  world.web.page(kPictures + "/new.png", test::small_png(), "image/png");
  world.web.page(kPictures + "/program.svg", "<svg onload='alert(1)'/>", "image/png");
}

bool is_kept(World& world, const std::string& address) {
  return store::PictureStore(world.database()).find(address).value().has_value();
}

void keep(CrawlOptions& options) { options.keeps_pictures = true; }

} // namespace picture_keeper_test
using namespace picture_keeper_test;

TEST_CASE("pictures: a crawl fetches them only if it is asked to", "[crawl]") {
  World world;
  add_pictures(world);
  world.crawl();
  CHECK(world.web.asked[kPictures + "/1.png"] == 0);
  CHECK(world.web.asked[kPictures + "/robots.txt"] == 0);
}

TEST_CASE("pictures: those of a new article are kept, whatever their type is said to be, and others are asked for once",
          "[crawl]") {
  World world;
  add_pictures(world);
  world.crawl(keep);
  CHECK(is_kept(world, kPictures + "/1.png"));
  CHECK(is_kept(world, kHost + "/2.png"));
  CHECK(is_kept(world, kPictures + "/old.png"));
  CHECK_FALSE(is_kept(world, kPictures + "/program.svg"));
  world.web.time += 48h;
  world.crawl(keep);
  CHECK(world.web.asked[kPictures + "/1.png"] == 1);
  CHECK(world.web.asked[kPictures + "/program.svg"] == 1);
}

TEST_CASE("pictures: those of an old article are fetched once it is marked, or when somebody adds it", "[crawl]") {
  World world;
  add_pictures(world, "2026-03-20");
  SECTION("marked") {
    world.crawl(keep);
    CHECK(world.web.asked[kPictures + "/1.png"] == 0);
    const std::string id = world.articles().at(kHost + "/story").id;
    world.crawl([&](CrawlOptions& options) {
      keep(options);
      options.marked = {"0000000000000000", id};
    });
  }
  SECTION("added") {
    world.crawl([&](CrawlOptions& options) {
      keep(options);
      options.wanted = {{kHost + "/story", "blog"}};
    });
  }
  CHECK(is_kept(world, kPictures + "/1.png"));
  CHECK(world.articles().size() == 1);
}

TEST_CASE("pictures: one crawl asks a host for a hundred, the next one for the others", "[crawl]") {
  World world;
  std::vector<std::pair<std::string, std::string>> items;
  for (int i = 0; i < 4; ++i) {
    const std::string name = "story" + std::to_string(i);
    std::string page = article_page(name, "<meta property='article:published_time' content='2026-05-20T08:00:00Z'>");
    for (int n = 0; n < 30; ++n)
      page.insert(page.find("</article>"), "<img src='" + kPictures + "/" + name + std::to_string(n) + ".png'>");
    world.web.page(kHost + "/" + name, page);
    items.emplace_back(name, kHost + "/" + name);
  }
  world.web.page(kFeed, rss_feed(items), "application/rss+xml");
  world.web.otherwise["pictures.example"] = [](const std::string& url) {
    fetch::FetchResponse response;
    response.status = url.ends_with(".png") ? 200 : 404;
    response.body = test::small_png();
    return response;
  };
  const auto kept = [&] { return world.database().number("SELECT count(*) FROM pictures WHERE state = 1").value(); };
  world.crawl(keep);
  CHECK(kept() == 100);
  world.web.time += 48h;
  world.crawl(keep);
  CHECK(kept() == 120);
}

TEST_CASE("pictures: robots.txt counts for them, and what did not answer is asked for by the next crawl", "[crawl]") {
  World world;
  add_pictures(world);
  world.web.page(kHost + "/robots.txt", "User-agent: *\nDisallow: /2.png\n", "text/plain");
  world.web.silent.insert("pictures.example");
  world.crawl(keep);
  CHECK(world.web.asked[kHost + "/2.png"] == 0);
  CHECK_FALSE(is_kept(world, kPictures + "/1.png"));
  CHECK(world.articles().size() == 1);
  world.web.silent.clear();
  world.web.time += 48h;
  world.crawl(keep);
  CHECK(is_kept(world, kPictures + "/1.png"));
}
