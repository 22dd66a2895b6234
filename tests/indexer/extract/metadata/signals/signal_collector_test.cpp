// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals.h"

#include <string>

#include <catch2/catch.hpp>

namespace signal_collector_test {

using namespace trawl;
using namespace trawl::extract;

namespace {

MetadataSignals collect(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  return collect_signals(*dom);
}

/// The places of the page's only heading.
int places(const std::string& before, const std::string& after = "") {
  const auto signals = collect(before + "<h2>Heading</h2>" + after);
  REQUIRE(signals.headings.size() == 1);
  return signals.headings[0].places;
}

std::string times(int count, const std::string& html) {
  std::string out;
  for (int i = 0; i < count; ++i) out += html;
  return out;
}

/// Enough nodes that no small box is the frame of the page.
const std::string kPage = times(30, "<p>x</p>");

} // namespace

TEST_CASE("signals: an element is in the places of its ancestors", "[signals]") {
  CHECK(places("<article>") == kInArticle);
  CHECK(places("<main><header>") == kInArticle);
  CHECK(places("<header>") == kInHeader);
  CHECK(places("<article><aside>") == (kInArticle | kInBoilerplate));
  CHECK(places("<div itemprop=articleBody>") == kInArticle);
  CHECK(places("<figure>") == kInQuote);
  CHECK(places(kPage + "<div class=comments>") == kInComments);
  CHECK(places(kPage + "<div id=related-posts>") == kInBoilerplate);
  CHECK(places("<div>") == 0);
}

TEST_CASE("signals: the frame of the page and the box of the headline are not boilerplate", "[signals]") {
  CHECK(places("<div class=sidebar>", kPage + "</div>") == 0);
  const auto signals = collect(kPage + "<div class=sidebar><h1>Title</h1></div>");
  REQUIRE(signals.headings.size() == 1);
  CHECK(signals.headings[0].places == 0);
  CHECK(places(kPage + "<div class='byline widget'>") == 0);
}

TEST_CASE("signals: a footer of the article is not the footer of the page", "[signals]") {
  CHECK(places("<article><footer>") == kInArticle);
  CHECK(places("<footer>") == kInBoilerplate);
}

TEST_CASE("signals: a kicker inside a heading is set apart", "[signals]") {
  const auto signals = collect("<h1><span class=kicker>Birds</span>: A parrot talks all day</h1>");
  REQUIRE(signals.headings.size() == 1);
  CHECK(signals.headings[0].text == "A parrot talks all day");
  CHECK(signals.headings[0].whole == "Birds: A parrot talks all day");
}

TEST_CASE("signals: a heading that links to the front page says so", "[signals]") {
  for (const std::string heading : {"<h1><a href='/'>Site</a></h1>", "<h1><a href='https://x.org'>Site</a></h1>",
                                    "<a href='/'><h1>Site</h1></a>", "<h1><a href='https://x.org/'>Site</a></h1>"}) {
    CAPTURE(heading);
    CHECK(collect(heading).headings.at(0).is_home_link);
  }
  CHECK_FALSE(collect("<h1><a href='/post'>Title</a></h1>").headings.at(0).is_home_link);
}

TEST_CASE("signals: meta elements by name, property, itemprop and http-equiv", "[signals]") {
  const auto signals = collect("<meta name=Author content=a><meta property=og:title content=b><meta itemprop=name "
                               "content=c><meta http-equiv=Refresh content=d><meta name=empty content=''>");
  CHECK(signals.meta("author") == "a");
  CHECK(signals.meta("og:title") == "b");
  CHECK(signals.meta("name") == "c");
  CHECK(signals.meta("refresh") == "d");
  CHECK(signals.meta("empty").empty());
  CHECK(signals.metas.size() == 4);
}

TEST_CASE("signals: the first meta element with content counts", "[signals]") {
  CHECK(collect("<meta name=author content=' '><meta name=author content=Ann><meta name=author content=Bo>")
            .meta("author") == "Ann");
}

TEST_CASE("signals: the title of a drawing is not the page's", "[signals]") {
  CHECK(collect("<body><svg><title>Icon</title></svg>").document_title.empty());
  CHECK(collect("<title>One</title><title>Two</title>").document_title == "One");
}

TEST_CASE("signals: every list is limited", "[signals]") {
  const auto signals = collect(times(500, "<meta name=author content=x><link rel=next href=/x>") + "<body>" +
                               times(500, "<h2>Heading</h2><time datetime=2024-05-01>x</time><a rel=author href=/a>Ann "
                                          "Lee</a><a rel=tag href=/t>t</a><img src=/i.png><p>Posted 3 May 2024</p>"));
  CHECK(signals.metas.size() == 400);
  CHECK(signals.links.size() == 200);
  CHECK(signals.headings.size() == 60);
  CHECK(signals.dates.size() == 120);
  CHECK(signals.bylines.size() == 60);
  CHECK(signals.tag_links.size() == 50);
  CHECK(signals.images.size() == 40);
  CHECK(signals.short_texts.size() == 200);
}

TEST_CASE("signals: JSON-LD over the limit is left out with a warning", "[signals]") {
  const std::string block = "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"" +
                            std::string(kMaxJsonLdBytes / 2, 'x') + "\"}</script>";
  const auto signals = collect(block + block);
  CHECK(signals.json_ld.size() == 1);
  CHECK(signals.warnings == std::vector<std::string>{"JSON-LD too large, left out"});
}

} // namespace signal_collector_test
