// SPDX-License-Identifier: GPL-3.0-or-later
// What a page alone must show before its words are believed.
#include <catch2/catch.hpp>

#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;

namespace page_alone_test {

TEST_CASE("page alone: a cell of a table of data neither ends the article nor is a button", "[main_content]") {
  const std::string text = text_of("<article>" + paragraphs(6) +
                                   "<table><tr><th>Version<th>Support<tr><td><p>v5</p><td><p>Recommended (most "
                                   "features)</p><tr><td><p>v4</p><td><p>Maintained</p></table><h2>Exact "
                                   "reproducibility</h2><pre>make(env)</pre><ul><li>width</ul></article>");
  CHECK(has(text, "Recommended (most features)"));
  CHECK(has(text, "Maintained"));
  CHECK(has(text, "Exact reproducibility"));
  CHECK(has(text, "width"));
}

TEST_CASE("page alone: the first heading among the paragraphs stays unless it is the title", "[main_content]") {
  const std::string page = "<body><main><h1>Run the models remotely</h1>" + paragraphs(4) + "</main></body>";
  CHECK(has(text_of(page, {.title = "Remote - Outlines", .url = "", .article_body = ""}), "Run the models remotely"));
  CHECK_FALSE(has(text_of(page, {.title = "Run the models remotely", .url = "", .article_body = ""}),
                  "Run the models remotely"));
}

TEST_CASE("page alone: a sentence of six words among the paragraphs is no button", "[main_content]") {
  const std::string page = "<article>" + paragraphs(3) +
                           "<p>Learn more at the <a href=/s>override syntax</a> page.</p>" + "<p>Learn more</p>" +
                           paragraphs(3) + "</article>";
  const std::string text = text_of(page);
  CHECK(has(text, "Learn more at the override syntax page."));
}

} // namespace page_alone_test
