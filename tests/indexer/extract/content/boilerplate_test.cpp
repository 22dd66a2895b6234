// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/content/boilerplate.h"
#include "indexer/extract/content/line_features.h"

using namespace trawl;
using namespace trawl::extract;

TEST_CASE("boilerplate: names are read word by word, in every spelling", "[boilerplate]") {
  for (const std::string_view name : {"sidebar", "left-sidebar", "leftSidebar", "left_sidebar", "x left-sidebar"}) {
    CAPTURE(name);
    CHECK((roles_of_name(name) & kChrome) != 0);
  }
  CHECK((roles_of_name("shared-memory") & kChrome) == 0);
  CHECK((roles_of_name("authorBio") & kChrome) != 0);
  CHECK((roles_of_name("entry-content") & kContent) != 0);
  CHECK((roles_of_name("commentlist") & kComments) != 0);
}

TEST_CASE("boilerplate: names that tell of the layout are no furniture", "[boilerplate]") {
  CHECK(roles_of_name("has-sidebar") == kNoRole);
  CHECK(roles_of_name("no-comments") == kNoRole);
  CHECK(roles_of_name("content-sidebar-wrapper") == kLayout);
  CHECK(roles_of_name("print:break-after lg:[&>*]:share") == kNoRole);
  CHECK(roles_of_name("elementor-widget") == kNoRole);
  CHECK(roles_of_name("field field--name-body field--label-hidden") == kNoRole);
}

TEST_CASE("boilerplate: furniture goes, but never most of the running text", "[boilerplate]") {
  const std::string text(400, 'x');
  const auto dom =
      html::Dom::parse("<div class=sidebar id=a><p>" + text + "</p></div><div class=sidebar id=b>few</div>");
  REQUIRE(dom.has_value());
  const Boilerplate page = find_boilerplate(*dom, Strictness::Strict, false);
  const auto boxes = dom->all(html::Tag::Div);
  CHECK_FALSE(page.removed.contains(boxes[0]));
  CHECK(page.removed.contains(boxes[1]));
}

TEST_CASE("line cues: sentences end in any script", "[line_cues]") {
  for (const std::string_view text : {"So it is.", "“So it is.”", "(So?)", "終わり。", "خبر؟", "कहा।", "thus:"})
    CHECK(ends_sentence(text));
  for (const std::string_view text : {"Menu", "", "\"", "12 May"}) CHECK_FALSE(ends_sentence(text));
}

TEST_CASE("line cues: end marks are short lines that begin so", "[line_cues]") {
  CHECK(is_end_mark("Related articles"));
  CHECK(is_end_mark("» Das könnte Sie auch interessieren"));
  CHECK(is_end_mark("関連記事"));
  CHECK_FALSE(is_end_mark("Relatedness in graphs"));
  CHECK_FALSE(is_end_mark("Comments were made by everyone, and " + std::string(100, 'x')));
}

TEST_CASE("line cues: bylines and date lines", "[line_cues]") {
  for (const std::string_view text :
       {"By Jane Doe", "Von Max Muster", "March 3, 2020", "03.04.2021, 12:30", "5 min read", "2020年3月1日"}) {
    CAPTURE(text);
    CHECK(is_byline(text));
  }
  CHECK_FALSE(
      is_byline("The model was trained in May on 2048 accelerators, and it took three weeks to converge fully."));
}

TEST_CASE("line cues: a sentence about the author is told by the name", "[line_cues]") {
  CHECK(is_about_person("Jane Doe is a staff writer.", "Jane Doe"));
  CHECK(is_about_person("Jane Doe, a reporter, lives here.", "Jane Doe"));
  CHECK_FALSE(is_about_person("Jane Doe said on Monday that it works.", "Jane Doe"));
  CHECK_FALSE(is_about_person("Jane Doering is a town.", "Jane Doe"));
}

TEST_CASE("line cues: what a publisher says of itself", "[line_cues]") {
  CHECK(is_imprint("When you buy through links on our site, we may earn a commission."));
  CHECK(is_imprint("Jane Doe contributed to this report."));
  CHECK_FALSE(is_imprint("The commission may earn the trust of voters."));
  CHECK_FALSE(is_imprint("All rights reserved. " + std::string(600, 'x')));
}
