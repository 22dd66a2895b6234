// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/indexer/extract/metadata/metadata_support.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl::extract;

TEST_CASE("metadata: addresses are resolved against the base element", "[metadata]") {
  const auto page =
      read_page(R"(<base href="/en/"><link rel="canonical" href="post"><meta property="og:image" content="a.png">
    <meta http-equiv="refresh" content="0; URL='next'"><body>x)");
  CHECK(page.canonical_url == "https://www.example.org/en/post");
  CHECK(page.image == "https://www.example.org/en/a.png");
  CHECK(page.refresh_url == "https://www.example.org/en/next");
  CHECK(page.refresh_seconds == 0);
}

TEST_CASE("metadata: keywords, section, site and robots", "[metadata]") {
  const auto page =
      read_page(R"(<meta name="keywords" content="GPU, training,gpu , GPU"><meta property="article:tag" content="cuda">
    <meta property="article:section" content="Engineering"><meta property="og:site_name" content="Example">
    <meta name="robots" content="NOINDEX, follow"><body>x)");
  CHECK(page.keywords == std::vector<std::string>{"GPU", "training", "gpu", "cuda"});
  CHECK(page.section == "Engineering");
  CHECK(page.site_name == "Example");
  CHECK(page.noindex);
}

TEST_CASE("metadata: broken JSON-LD gives a warning, and the rest of the page counts", "[metadata]") {
  const auto page = read_page("<script type='application/ld+json'>not json</script><title>T of it</title><body>x");
  CHECK(page.title == "T of it");
  CHECK(page.warnings.size() == 1);
}

TEST_CASE("metadata: JSON-LD has the article's body and says whether it is free", "[metadata]") {
  const auto page = read_page(R"(<script type="application/ld+json">{"@type":"Article","headline":"T",
    "articleBody":"<p>One</p><p>Two</p>","isAccessibleForFree":false}</script><body><h1>T</h1>)");
  CHECK(page.article_body.find("One") == 0);
  CHECK(page.truncated);
}

TEST_CASE("metadata: a feed entry alone gives the same fields", "[metadata]") {
  FeedSignal feed;
  feed.title = "A &amp; B";
  feed.authors = {"Ann Lee (Meta)"};
  feed.published = trawl::parse_rfc3339("2024-05-01T10:00:00Z");
  feed.language = "en-GB";
  const auto metadata = read_feed_metadata(feed, "https://x.org/a", {});
  CHECK(metadata.title == "A & B");
  CHECK(metadata.authors == std::vector<std::string>{"Ann Lee"});
  CHECK(metadata.affiliations == std::vector<std::string>{"Meta"});
  CHECK(source_of(metadata, "published") == "feed");
  CHECK(metadata.language == "en");
}

TEST_CASE("metadata: shuffled pieces of markup never throw", "[metadata]") {
  const std::string scraps[] = {"<h1>",
                                "</h1>",
                                "<meta property=og:title content=\"",
                                "\">",
                                "<time datetime=",
                                "2024-",
                                "<script type=application/ld+json>{\"@type\":",
                                "]}",
                                "</script>",
                                "By Ann",
                                "<a rel=author>",
                                "|",
                                " - ",
                                "&amp;#x",
                                "<title>",
                                "é",
                                "作者：",
                                "(",
                                ","};
  std::mt19937 random(20240501);
  for (int round = 0; round < 300; ++round) {
    std::string html;
    for (int i = 0; i < 60; ++i) html += scraps[random() % std::size(scraps)];
    CHECK_NOTHROW(read_page(html));
  }
}
