// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/successor_search.h"

#include "indexer/crawl/frontier/schedule.h"
#include "tests/indexer/crawl/crawl_parts.h"

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;
using Urls = std::vector<std::string>;

namespace {

/// A crawl whose feed has been asked; run 0 is the feed's.
struct Searched : CrawlParts {
  explicit Searched(schema::SourceDefinition source = blog()) : CrawlParts({}, std::move(source)) {
    REQUIRE(queue.add_all());
    queued();
  }
  /// What is requested after the feed failed this often in a row.
  Urls after_failures(int failures) {
    queue.run(0).state.failures = failures;
    successors.begin(0);
    return queued();
  }
  Urls candidates_on(const std::string& body) {
    queue.run(0).state.failures = 3;
    successors.begin(0);
    queued();
    auto answer = response(200, body);
    answer->url = kSite + "/";
    REQUIRE(successors.on_homepage(1, answer));
    return queued();
  }
  SeedQueue queue{context, frontier};
  SuccessorSearch successors{context, queue};
};

std::string declaring(const std::vector<std::string>& feeds) {
  std::string links;
  for (const std::string& feed : feeds) links += "<link rel=alternate type=application/rss+xml href='" + feed + "'>";
  return "<html><head>" + links + "</head><body></body></html>";
}

} // namespace

TEST_CASE("successor search: begins after every third failure in a row", "[crawl]") {
  for (const int failures : {1, 2, 4, 5, 7}) {
    INFO(failures);
    Searched crawl;
    CHECK(crawl.after_failures(failures).empty());
  }
  for (const int failures : {3, 6, 9}) {
    INFO(failures);
    Searched crawl;
    CHECK(crawl.after_failures(failures) == Urls{kSite + "/"});
  }
}

TEST_CASE("successor search: begins at once for a feed that is gone", "[crawl]") {
  Searched crawl;
  note_gone(crawl.queue.run(0).state, crawl.context.now());
  crawl.successors.begin(0);
  CHECK(crawl.queued() == Urls{kSite + "/"});
}

TEST_CASE("successor search: only for a source's own feed, and with a homepage", "[crawl]") {
  auto sitemap = blog();
  sitemap.seed.kind = schema::SourceKind::Sitemap;
  CHECK(Searched(sitemap).after_failures(3).empty());
  auto homeless = blog();
  homeless.homepage.clear();
  CHECK(Searched(homeless).after_failures(3).empty());
  Searched part;
  part.queue.run(0).is_primary = false;
  CHECK(part.after_failures(3).empty());
}

TEST_CASE("successor search: the homepage's feeds are tried, but not the dead one, and at most five", "[crawl]") {
  Searched crawl;
  const auto found =
      crawl.candidates_on(declaring({"/feed.xml", "/1.xml", "/2.xml", "/3.xml", "/4.xml", "/5.xml", "/6.xml"}));
  CHECK(found == Urls{kSite + "/1.xml", kSite + "/2.xml", kSite + "/3.xml", kSite + "/4.xml", kSite + "/5.xml"});
  CHECK(crawl.queue.run(2).replaces == 0u);
}

TEST_CASE("successor search: a homepage that does not answer is the end of it", "[crawl]") {
  Searched crawl;
  REQUIRE(crawl.successors.on_homepage(0, response(404, declaring({"/1.xml"}))));
  REQUIRE(crawl.successors.on_homepage(0, fail(ErrorCode::Network, "no answer")));
  CHECK(crawl.queued().empty());
}

TEST_CASE("successor search: the successor is asked from now on, and the report says so", "[crawl]") {
  Searched crawl;
  const auto dead = crawl.source().seed.url;
  REQUIRE(crawl.successors.replace(0, kSite + "/new.xml"));
  const auto state = crawl.context.source_store.seed(dead, "blog").value();
  CHECK(address_of(state) == kSite + "/new.xml");
  CHECK(crawl.report().error ==
        "the feed " + dead + " is dead; from now on its successor is used: " + kSite + "/new.xml");
}
