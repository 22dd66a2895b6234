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

TEST_CASE("metadata: broken JSON-LD gives a warning, and the rest of the page counts", "[metadata]") {
  const auto page = read_page("<script type='application/ld+json'>not json</script><title>T of it</title><body>x");
  CHECK(page.title == "T of it");
  CHECK(page.warnings.size() == 1);
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

TEST_CASE("metadata: robots elements forbid indexing, whichever of them says so", "[metadata]") {
  for (const char* metas : {"<meta name=robots content=noindex>", "<meta name=robots content='NOINDEX'>",
                            "<meta name=robots content='follow, noindex'>", "<meta name=robots content=none>",
                            "<meta name=robots content='none, noarchive'>", "<meta name=Trawl content=noindex>",
                            "<meta name=robots content='max-snippet:-1'><meta name=robots content=noindex>",
                            "<meta name=robots content=index><meta name=trawl content=none>"}) {
    CAPTURE(metas);
    CHECK(read_page(metas).noindex);
  }
  for (const char* metas : {"", "<meta name=robots content='index, follow'>", "<meta name=robots content=nofollow>",
                            "<meta name=robots content='max-image-preview:none'>",
                            "<meta name=googlebot content=noindex>", "<meta property=og:title content=noindex>"}) {
    CAPTURE(metas);
    CHECK_FALSE(read_page(metas).noindex);
  }
}

TEST_CASE("metadata: the description is the first of its signals, of at most 2,000 bytes", "[metadata]") {
  const std::string json_ld =
      R"(<script type="application/ld+json">{"@type":"Article","headline":"T","description":"D"}</script>)";
  CHECK(read_page(json_ld).description == "D");
  CHECK(read_page(json_ld + "<meta name=twitter:description content=C>").description == "C");
  CHECK(read_page(json_ld + "<meta name=twitter:description content=C><meta name=description content=B>").description ==
        "B");
  CHECK(read_page("<meta name=description content=B><meta property=og:description content=A>").description == "A");
  std::string accents;
  for (int i = 0; i < 1'500; ++i) accents += "é";
  CHECK(read_page("<meta name=description content='x" + accents + "'>").description.size() == 1'999);
}

TEST_CASE("metadata: the section is that of the meta elements, else of JSON-LD", "[metadata]") {
  const std::string json_ld =
      R"(<script type="application/ld+json">{"@type":"Article","headline":"T","articleSection":"World"}</script>)";
  CHECK(read_page(json_ld).section == "World");
  CHECK(read_page(json_ld + "<meta name=parsely-section content=Tech>").section == "Tech");
}

TEST_CASE("metadata: every place of a language is a hint", "[metadata]") {
  const auto page = read_page(R"(<html lang="en-US"><meta http-equiv="Content-Language" content="de">
    <meta property="og:locale" content="fr_FR"><script type="application/ld+json">{"@type":"Article","headline":"T",
    "inLanguage":"es"}</script>)",
                              "https://www.example.it/a");
  CHECK(page.language_hints.html_lang == "en-US");
  CHECK(page.language_hints.content_language == "de");
  CHECK(page.language_hints.open_graph == "fr_FR");
  CHECK(page.language_hints.json_ld == "es");
  CHECK(page.language_hints.host == "www.example.it");
  CHECK(page.language == "en");
  CHECK(read_page("<meta name=dc.language content=nl>").language == "nl");
}

TEST_CASE("metadata: the region of a language decides the order of day and month", "[metadata]") {
  const auto published = [](const char* lang) {
    const auto page = read_page("<html lang=" + std::string(lang) + "><meta name=date content=03/04/2024><h1>T</h1>");
    return page.published ? trawl::to_text(*page.published) : "none";
  };
  CHECK(published("en") == "2024-03-04");
  CHECK(published("en_GB") == "2024-04-03");
  CHECK(published("en-us") == "2024-03-04");
  CHECK(published("de") == "2024-04-03");
}

TEST_CASE("metadata: a page without signals has empty fields and no provenance", "[metadata]") {
  const auto page = read_page("");
  CHECK(page.title.empty());
  CHECK(page.authors.empty());
  CHECK_FALSE(page.published);
  CHECK(page.description.empty());
  CHECK(page.canonical_url.empty());
  CHECK(page.image.empty());
  CHECK(page.keywords.empty());
  CHECK(page.refresh_seconds == -1);
  CHECK_FALSE(page.noindex);
  CHECK_FALSE(page.truncated);
  CHECK(page.provenance.empty());
  CHECK(page.warnings.empty());
}

TEST_CASE("metadata: every field of a feed entry is cleaned and resolved", "[metadata]") {
  FeedSignal feed;
  feed.title = "<b>A</b> title";
  feed.authors = {"By Ann Lee", "Bo Ek"};
  feed.updated = trawl::parse_rfc3339("2024-05-02");
  feed.categories = {"GPU", "GPU", " R&amp;D "};
  feed.image = "/i.png";
  const auto metadata = read_feed_metadata(feed, "https://x.org/a/b", {});
  CHECK(metadata.title == "A title");
  CHECK(metadata.authors == std::vector<std::string>{"Ann Lee", "Bo Ek"});
  CHECK(metadata.keywords == std::vector<std::string>{"GPU", "R&D"});
  CHECK(metadata.image == "https://x.org/i.png");
  CHECK(source_of(metadata, "title") == "feed");
  CHECK(source_of(metadata, "published") == "updated: feed");
  CHECK_FALSE(metadata.is_dated);
  CHECK(metadata.language.empty());
  CHECK(read_feed_metadata({}, "https://x.org/a", {}).provenance.empty());
}

TEST_CASE("metadata: a date of a feed entry after tomorrow is refused", "[metadata]") {
  FeedSignal feed;
  feed.published = trawl::parse_rfc3339("2031-05-01");
  const auto now = trawl::parse_rfc3339("2026-01-01T00:00:00Z")->time;
  CHECK_FALSE(read_feed_metadata(feed, "https://x.org/a", now).published);
  CHECK(read_feed_metadata(feed, "https://x.org/a", {}).published);
}
