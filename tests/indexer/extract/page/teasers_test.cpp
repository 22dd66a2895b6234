// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/teasers.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

std::string teaser(const std::string& tag = "div", const std::string& name = "c") {
  return "<" + tag + " class=" + name +
         "><h3><a href=/n>Heading of another article</a></h3><p>What it is about.</p></" + tag + ">";
}

std::string times(int count, const std::string& html) {
  std::string out;
  for (int i = 0; i < count; ++i) out += html;
  return out;
}

std::size_t teasers_in(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  const auto blocks = html::text_blocks(*dom, dom->body(), html::NodeSet(*dom));
  return find_teasers(*dom, element_stats(*dom, blocks)).size();
}

} // namespace

TEST_CASE("teaser lists: three similar siblings with linked headings", "[teaser_lists]") {
  CHECK(teasers_in("<main>" + paragraphs(8) + times(3, teaser()) + "</main>") == 3);
  CHECK(teasers_in("<main>" + paragraphs(8) + times(2, teaser()) + "</main>") == 0);
  CHECK(teasers_in("<main>" + paragraphs(8) + times(2, teaser()) + teaser("div", "d") + "</main>") == 0);
}

TEST_CASE("teaser lists: sections with much text, without links, or of footnotes are not teasers", "[teaser_lists]") {
  const std::string section = "<div class=c><h3><a href=/n>Heading</a></h3>" + paragraphs(5) + "</div>";
  CHECK(teasers_in("<main>" + paragraphs(8) + times(3, section) + "</main>") == 0);
  CHECK(teasers_in("<main>" + paragraphs(8) + times(3, "<div class=c><h3>Heading</h3><p>Text.</p></div>") +
                   "</main>") == 0);
  CHECK(teasers_in("<main>" + paragraphs(8) + "<div class=footnotes>" + times(3, teaser()) + "</div></main>") == 0);
}

TEST_CASE("teaser lists: a page that is a list keeps it", "[teaser_lists]") {
  const std::string long_teaser =
      "<div class=c><h3><a href=/n>Heading of another article</a></h3>" + paragraph(1) + "</div>";
  CHECK(teasers_in("<main>" + times(5, long_teaser) + "</main>") == 0);
  CHECK(teasers_in("<main>" + paragraphs(9) + times(5, long_teaser) + "</main>") == 5);
}
