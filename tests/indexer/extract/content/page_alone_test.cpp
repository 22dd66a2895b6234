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

TEST_CASE("page alone: an id made from a heading names no part of the layout", "[main_content]") {
  const std::string section = "<section id=pager-colors><h3>Pager colors<a href=#pager-colors>#</a></h3><p>A list is "
                              "shown in the pager.</p></section>";
  CHECK(has(text_of("<main><section id=use><h2>Use</h2>" + paragraphs(4) + section + "</section></main>"),
            "shown in the pager"));
  CHECK_FALSE(has(text_of("<main>" + paragraphs(12) +
                          "<section id=comments><h2>Comments</h2><p>I have found the same on my machine at "
                          "home.</p></section></main>"),
                  "the same on my machine"));
}

TEST_CASE("page alone: a part of a sentence stays whatever its class", "[main_content]") {
  CHECK(has(text_of("<main>" + paragraphs(4) +
                    "<p>The rule reads tab <span class=grammar-comment>// horizontal tab</span> or feed.</p></main>"),
            "// horizontal tab"));
}

TEST_CASE("page alone: an undated page keeps the lists of links that its text introduces", "[main_content]") {
  const std::string list =
      "<div class=toctree-wrapper><ul><li><a href=a>Log in to the notebooks</a><li><a href=b>Check "
      "your exercises</a><ul><li><a href='b#c'>Submitting your code</a></ul></ul></div>";
  const std::string page = "<main><h1>Getting started</h1>" + paragraphs(3) +
                           "<section><h2>In practice</h2><p>To use the environments, follow the steps below.</p>" +
                           list + "</section></main>";
  const std::string text =
      text_of(page, {.title = "Getting started", .url = "", .article_body = "", .is_dated = false});
  CHECK(has(text, "Log in to the notebooks"));
  CHECK(has(text, "Submitting your code"));
  CHECK_FALSE(has(text_of(page, {.title = "Getting started", .url = "", .article_body = "", .is_dated = true}),
                  "Log in to the notebooks"));
}

TEST_CASE("page alone: undated pages send their readers to other pages, articles advertise them", "[main_content]") {
  const std::string page = "<main>" + paragraphs(3) + "<p>See <a href=/walk>walking a tree</a></p>" + paragraphs(3) +
                           "<div><p><a href=/next>Next page</a></p></div></main>";
  const ContentHints undated{.title = "Glob", .url = "", .article_body = "", .is_dated = false};
  CHECK(has(text_of(page, undated), "See walking a tree"));
  CHECK_FALSE(has(text_of(page, undated), "Next page"));
  CHECK_FALSE(has(text_of(page), "walking a tree"));
}

TEST_CASE("page alone: the cards of an undated page are text, whatever their layout calls them", "[main_content]") {
  const auto card = [](const std::string& title, const std::string& about) {
    return "<div class=promo__card><h3>" + title + "</h3><p>" + about + "</p></div>";
  };
  const std::string linked = "<a href=/checkout><span>Build a checkout page</span><p>Embed a form for payments of all "
                             "kinds in your page.</p></a>";
  const std::string page = "<main><h1>Services</h1>" + paragraphs(2) + "<div class=grid>" +
                           card("Audit", "We check the books of companies of every size.") +
                           card("Advice", "We help you to choose a model that fits the task.") + linked +
                           "</div></main>";
  const std::string text = text_of(page, {.title = "Services", .url = "", .article_body = "", .is_dated = false});
  CHECK(has(text, "We check the books"));
  CHECK(has(text, "Advice"));
  CHECK(has(text, "Build a checkout page"));
  CHECK(has(text, "Embed a form"));
  const std::string article = text_of(page, {.title = "Services", .url = "", .article_body = "", .is_dated = true});
  CHECK_FALSE(has(article, "We check the books"));
  CHECK_FALSE(has(article, "Embed a form"));
}

} // namespace page_alone_test
