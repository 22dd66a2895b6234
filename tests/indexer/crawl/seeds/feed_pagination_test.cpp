// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/feed_pagination.h"

#include <catch2/catch.hpp>

using trawl::crawl::older_page;

TEST_CASE("feed pagination: WordPress counts pages from 1 and keeps its other parameters", "[crawl]") {
  const char* feed = "<rss><channel><generator>https://wordpress.org/?v=6.8.1</generator>";
  CHECK(older_page(feed, "https://a.org/feed/", 10) == "https://a.org/feed/?paged=2");
  CHECK(older_page(feed, "https://a.org/feed/?cat=3&paged=2", 10) == "https://a.org/feed/?cat=3&paged=3");
  CHECK(older_page(feed, "https://a.org/feed/?paged=9", 0).empty());
}

TEST_CASE("feed pagination: Blogger counts entries, as far as there are any", "[crawl]") {
  const char* feed = "<feed><generator uri='https://www.blogger.com'>Blogger</generator>"
                     "<openSearch:totalResults>60</openSearch:totalResults>"
                     "<openSearch:startIndex>26</openSearch:startIndex>";
  const char* here = "https://a.org/feeds/posts/default?alt=rss&start-index=26";
  CHECK(older_page(feed, here, 25) == "https://a.org/feeds/posts/default?alt=rss&start-index=51");
  CHECK(older_page(feed, here, 35).empty());
}

TEST_CASE("feed pagination: other feeds have none", "[crawl]") {
  CHECK(older_page("<rss><channel><generator>Hugo</generator>", "https://a.org/index.xml", 10).empty());
  CHECK(older_page("<rss>wordpress.org", "https://a.org/feed/", 10).empty());
  CHECK(older_page("https://wordpress.org/?v=6", "no address", 10).empty());
}
