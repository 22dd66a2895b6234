// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/indexer/extract/metadata/metadata_support.h"

#include <optional>
#include <string>

#include <catch2/catch.hpp>

using trawl::extract::read_page;
using trawl::extract::source_of;

namespace {

std::string text_of(const std::optional<trawl::Date>& date) { return date ? trawl::to_text(*date) : "none"; }

} // namespace

TEST_CASE("dates: publication and change are separate", "[dates]") {
  const auto page = read_page(R"(<meta property="article:published_time" content="2024-05-01T10:00:00Z">
    <meta property="article:modified_time" content="2024-06-01T10:00:00Z"><body><h1>T</h1>)");
  CHECK(text_of(page.published) == "2024-05-01T10:00:00Z");
  CHECK(text_of(page.updated) == "2024-06-01T10:00:00Z");
  CHECK(source_of(page, "published") == "article:published_time");
}

TEST_CASE("dates: if only a change is dated, it counts as the publication, and provenance says so", "[dates]") {
  const std::string html = R"(<meta property="article:modified_time" content="2024-06-01"><body><h1>T</h1>)";
  const auto page = read_page(html);
  CHECK(text_of(page.published) == "2024-06-01");
  CHECK(source_of(page, "published") == "updated: article:modified_time");
  CHECK(text_of(page.updated) == "2024-06-01");
  CHECK_FALSE(page.is_dated);
  CHECK(text_of(read_page(html + "<p>1 May 2024</p>").published) == "2024-05-01");
}

TEST_CASE("dates: the day is the one written, whatever its zone", "[dates]") {
  const auto page = read_page(R"(<meta property="article:published_time" content="2024-05-01T00:30:00+02:00"><body>x)");
  CHECK(text_of(page.published) == "2024-05-01T00:30:00+02:00");
}

TEST_CASE("dates: a plus escaped twice is a plus", "[dates]") {
  const auto page =
      read_page(R"(<meta property="article:published_time" content="2024-05-01T10:00:00&amp;#43;00:00"><body>x)");
  CHECK(text_of(page.published) == "2024-05-01T10:00:00Z");
}

TEST_CASE("dates: dates after tomorrow are rejected, without a clock none are", "[dates]") {
  const std::string html = R"(<meta property="article:published_time" content="2031-05-01T10:00:00Z"><body>x)";
  const auto now = trawl::parse_rfc3339("2026-01-01T00:00:00Z")->time;
  CHECK_FALSE(read_page(html, "https://example.org/", now).published);
  CHECK(read_page(html).published);
}

TEST_CASE("dates: visible text near the title when nothing is marked", "[dates]") {
  CHECK(text_of(read_page("<body><h1>T</h1><p>Posted on 8 April 2023</p>").published) == "2023-04-08");
  CHECK(text_of(read_page("<body><h1>T</h1><footer>© 2023 Example</footer>").published) == "none");
}

TEST_CASE("dates: a day that the article tells of is not its own", "[dates]") {
  const std::string told =
      "<body><h1>T</h1><div class='timeline'>On 4 May 1999 the first such lattice was built.</div>";
  CHECK(text_of(read_page(told + "<p>Text of the article.</p><p>2 March 2016</p>").published) == "2016-03-02");
  CHECK(text_of(read_page(told).published) == "none");
  CHECK(text_of(read_page("<body><h1>T</h1><p class=date>Posted on Sunday, 4 May 2014, at noon.</p>").published) ==
        "2014-05-04");
}

TEST_CASE("dates: comments date a discussion, but not an article", "[dates]") {
  const std::string html = "<body><h1>T</h1><div id='comments'><time datetime='2020-01-01'>then</time></div>";
  CHECK_FALSE(read_page(html).published);
  CHECK(text_of(read_page(html, "https://example.org/forum/topic/1").published) == "2020-01-01");
}

TEST_CASE("dates: the digits of a twentieth are not a year", "[dates]") { // its digits begin no year
  CHECK(text_of(read_page("<body><h1>T</h1><p>20 December 2025</p>").published) == "2025-12-20");
}

TEST_CASE("dates: one element is one signal", "[dates]") {
  const auto page = read_page(R"(<meta property="article:published_time" content="2025-12-02T01:07:00Z"><body><h1>T</h1>
    <div><meta itemprop="datePublished" content="2026-03-14"></div>)");
  CHECK(text_of(page.published) == "2025-12-02T01:07:00Z");
}

TEST_CASE("dates: a meta element saved with value in place of content is read", "[dates]") {
  CHECK(text_of(read_page("<meta name=article:published_time value=2016-12-16><body><h1>T</h1>").published) ==
        "2016-12-16");
}

TEST_CASE("dates: a visible publication date beats a single marked date", "[dates]") {
  CHECK(text_of(read_page("<meta name=date content=2020-04-29><body><h1>T</h1><p>Stand: 28.04.2020 18:00 Uhr</p>")
                    .published) == "2020-04-28");
}

TEST_CASE("dates: the words before a date are read in capitals too", "[dates]") {
  const auto page = read_page("<body><h1>T</h1><p>Letzte Änderung: 31.10.2023<br>ERSCHIENEN AM: 01.11.2023</p>");
  CHECK(text_of(page.published) == "2023-11-01");
}

TEST_CASE("dates: the words before a date say which date it is", "[dates]") {
  const auto page = read_page("<body><h1>T</h1><p>Last updated on <b>3 May 2024</b></p><p>Posted 1 May 2023</p>");
  CHECK(text_of(page.published) == "2023-05-01");
  CHECK(text_of(page.updated) == "2024-05-03");
  CHECK(text_of(read_page("<body><h1>T</h1><p>Member since 3 May 2014</p>").published) == "none");
}

TEST_CASE("dates: code, quotations and lone months do not date the page", "[dates]") {
  CHECK_FALSE(read_page("<body><h1>T</h1><pre>2020-05-18T14:56:00Z started</pre>").published);
  CHECK_FALSE(read_page("<body><h1>T</h1><blockquote>so it was <a>January 14, 2023</a></blockquote>").published);
  CHECK_FALSE(read_page("<body><h1>T</h1><p>January 2022</p>").published);
}

TEST_CASE("dates: a second signal decides the order of day and month", "[dates]") {
  const std::string html = "<html lang=en><body><h1>T</h1><span class=date>03/10/2023</span>";
  CHECK(text_of(read_page(html).published) == "2023-03-10");
  CHECK(text_of(read_page(html, "https://x.org/2023/10/03/t").published) == "2023-10-03");
  CHECK(text_of(read_page("<html lang=en-GB><body><h1>T</h1><span class=date>03/10/2023</span>").published) ==
        "2023-10-03");
}

TEST_CASE("dates: what a time element shows as published beats its attribute", "[dates]") {
  CHECK(text_of(read_page("<body><h1>T</h1><time datetime='2019-07-03T10:18:46Z'>Published 29 June 2019</time>")
                    .published) == "2019-06-29");
}

TEST_CASE("dates: the first of a thread's posts dates the thread", "[dates]") {
  CHECK(text_of(read_page("<body><h1>T</h1><div><meta itemprop=datePublished content=2016-02-08></div>"
                          "<div><meta itemprop=datePublished content=2017-11-13></div>"
                          "<div><meta itemprop=datePublished content=2017-11-13></div>")
                    .published) == "2016-02-08");
}

TEST_CASE("dates: a day shown counts only where the moment in UTC may fall on it", "[dates]") {
  const std::string moment =
      R"(<meta property="article:published_time" content="2020-09-28T23:12:35+00:00"><body><h1>T</h1>)";
  CHECK(text_of(read_page(moment + "<p>September 29, 2020</p>").published) == "2020-09-29T00:12:35+01:00");
  CHECK(text_of(read_page(moment + "<p>September 27, 2020</p>").published) == "2020-09-28T23:12:35Z");
  const std::string early =
      R"(<meta property="article:published_time" content="2020-09-28T01:12:35Z"><body><h1>T</h1>)";
  CHECK(text_of(read_page(early + "<p>September 27, 2020</p>").published) == "2020-09-27T23:12:35-02:00");
  CHECK(source_of(read_page(early + "<p>September 27, 2020</p>"), "published").ends_with(", day shown"));
}

TEST_CASE("dates: an update before the publication is dropped", "[dates]") {
  const auto page = read_page(R"(<meta property="article:published_time" content="2024-05-02">
    <meta property="article:modified_time" content="2024-05-01"><body><h1>T</h1>)");
  CHECK(text_of(page.published) == "2024-05-02");
  CHECK(text_of(page.updated) == "none");
  CHECK(source_of(page, "updated").empty());
}

TEST_CASE("dates: the date of a feed counts beside those of the page", "[dates]") {
  const auto dom = trawl::html::Dom::parse("<body><h1>T</h1><p>May 1, 2024</p>");
  REQUIRE(dom);
  trawl::extract::PageInput input;
  input.url = "https://example.org/a";
  input.feed.emplace();
  input.feed->published = trawl::parse_rfc3339("2024-06-01T10:00:00Z");
  input.feed->updated = trawl::parse_rfc3339("2024-06-02T10:00:00Z");
  trawl::extract::NameLookup names;
  const auto metadata = trawl::extract::read_metadata(*dom, names, input);
  CHECK(text_of(metadata.published) == "2024-06-01T10:00:00Z");
  CHECK(source_of(metadata, "published") == "feed");
  CHECK(text_of(metadata.updated) == "2024-06-02T10:00:00Z");
}

TEST_CASE("dates: a page without any date has none", "[dates]") {
  const auto page = read_page("<body><h1>T</h1><p>Text without a day.</p>");
  CHECK_FALSE(page.published);
  CHECK_FALSE(page.updated);
  CHECK_FALSE(page.is_dated);
}

TEST_CASE("dates: the place and date at the beginning of a paragraph, if nothing else is dated", "[dates]") {
  const std::string rest =
      " the birds of the park began to talk to the people who walked by, and all who heard them stood still, it was "
      "reported, until the last of them had flown away to the trees beyond the lake, where they went on talking.</p>";
  for (const char* line :
       {"<p>Berlin, 1 May 2024 – ", "<p>1 May 2024 - ", "<p>Berlin, (1 May 2024). ", "<p>May 1, 2024: "}) {
    CAPTURE(line);
    CHECK(text_of(read_page("<body><h1>Birds talk</h1>" + std::string(line) + rest).published) == "2024-05-01");
    CHECK(text_of(read_page("<body><h1>Birds talk</h1><time datetime=2023-01-02>x</time>" + std::string(line) + rest)
                      .published) == "2023-01-02");
  }
  for (const char* line : {"<p>In 2024 – ", "<p>Since May 2024: ", "<p>On 1 May 2024 "}) {
    CAPTURE(line);
    CHECK(text_of(read_page("<body><h1>Birds talk</h1>" + std::string(line) + rest).published) == "none");
  }
}

TEST_CASE("dates: an age has its date in the title of its element", "[dates]") {
  CHECK(text_of(read_page("<body><h1>T</h1><span class=date title='12th December 2018'>3 days ago</span>").published) ==
        "2018-12-12");
  CHECK(text_of(read_page("<body><h1>T</h1><span class=date title='our 2018 plans'>3 days ago</span>").published) ==
        "none");
}
