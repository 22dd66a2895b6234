// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/element_removal.h"

#include <string>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

/// The names of the rules that removed something, in document order.
std::string rules_for(const std::string& html, Strictness strictness = Strictness::Strict, bool keep_comments = false) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  NameLookup lookup;
  const ElementRemovals page = remove_elements(*dom, lookup, strictness, keep_comments);
  std::string names;
  for (const Removal& removal : page.removals) {
    CHECK(page.removed.contains(removal.node));
    names += (names.empty() ? "" : " ") + std::string(removal.reason->name);
  }
  return names;
}

std::string article(const std::string& inner) { return "<article>" + paragraphs(6) + inner + "</article>"; }

} // namespace

TEST_CASE("element rules: a boilerplate name removes an element, unless it has most of the text", "[element_rules]") {
  const std::string text(400, 'x');
  CHECK(rules_for("<div class=sidebar id=a><p>" + text + "</p></div><div class=sidebar id=b>few</div>") ==
        "boilerplate-name");
  CHECK(rules_for("<div class=menu>" + paragraphs(3) + "</div><p>x</p>").empty());
}

TEST_CASE("element rules: an element with the title is kept, whatever its name", "[element_rules]") {
  CHECK(rules_for("<div class=banner><h1>Title</h1><p>" + paragraph(1) + "</p></div>" + article("")).empty());
  CHECK(rules_for("<aside class=banner><h1>Title</h1></aside>" + article("")) == "boilerplate-name");
}

TEST_CASE("element rules: hidden text is removed if it is short", "[element_rules]") {
  CHECK(rules_for(article("<div hidden>Wait</div>")) == "hidden");
  CHECK(rules_for(article("<div style='display: none'>Wait</div>")) == "hidden");
  CHECK(rules_for(article("<div hidden>" + paragraphs(2) + "</div>")).empty());
  CHECK(rules_for(article("<div hidden role=tabpanel>Short</div>")).empty());
}

TEST_CASE("element rules: comments are removed if the page has an article without them and is not a discussion",
          "[element_rules]") {
  const std::string comments = "<section class=comments>" + paragraphs(3) + "</section>";
  CHECK(rules_for(article("") + comments) == "comments");
  CHECK(rules_for(article("") + comments, Strictness::Strict, true).empty());
  CHECK(rules_for("<section class=comments>" + paragraphs(3) + "</section><p>x</p>").empty());
  // More text than the article, which is long enough to be one.
  CHECK(rules_for("<article>" + paragraphs(10) + "</article><section class=comments>" + paragraphs(20) +
                  "</section>") == "comments");
}

TEST_CASE("element rules: words in a sentence are kept, whatever their class", "[element_rules]") {
  CHECK(rules_for(article("<p>Read the <a class=button href=/m>manual</a> first.</p>")).empty());
  CHECK(rules_for(article("<div>Read the manual <span class=label>now</span></div>")).empty());
  CHECK(rules_for(article("<div><span class=share>Share</span></div>")) == "boilerplate-name");
}

TEST_CASE("element rules: headings are kept, whatever their class", "[element_rules]") {
  CHECK(rules_for(article("<h2 class=menu>Setting up</h2>")).empty());
  CHECK(rules_for(article("<h2><span class=menu>Setting up</span></h2>")).empty());
  CHECK(rules_for(article("<h2>Setting up <span class=menu>x</span></h2>")) == "boilerplate-name");
}

TEST_CASE("element rules: lenient reading removes only what cannot be text", "[element_rules]") {
  const std::string page = "<nav><a href=/>Menu</a></nav><div class=sidebar>Box</div><div hidden>Wait</div>" +
                           article("") + "<div role=dialog>Sign up</div><footer><a href=/>End</a></footer>";
  CHECK(rules_for(page) == "navigation boilerplate-name hidden navigation navigation");
  CHECK(rules_for(page, Strictness::Lenient) == "navigation hidden navigation navigation");
}

TEST_CASE("element rules: an embedded post is kept with its box", "[element_rules]") {
  const std::string quote = "<blockquote class=tweet>" + paragraph(1) + "</blockquote>";
  CHECK(rules_for(article("<div class=widget>" + quote + "</div>")).empty());
  CHECK(rules_for(article("<div class=widget><blockquote>" + paragraph(1) + "</blockquote></div>")) ==
        "boilerplate-name");
}

TEST_CASE("element rules: a meta line without running text, heading or code is removed", "[element_rules]") {
  CHECK(rules_for(article("<div class=meta>3 May</div>")) == "meta-line");
  CHECK(rules_for(article("<div class=meta>" + paragraphs(3) + "</div>")).empty());
  CHECK(rules_for(article("<div class=meta><pre>x = 1</pre></div>")).empty());
  CHECK(rules_for(article("<div class='meta alert-info'>Mind the gap.</div>")).empty());
  CHECK(rules_for(article("<header><h2>Part</h2></header>")).empty());
  CHECK(rules_for(article("<header><p>Part</p></header>")) == "meta-line");
}

TEST_CASE("element rules: a small box with a heading and text is not a meta line, unless it is part of a form",
          "[element_rules]") {
  const std::string card =
      "<h3>Payment links</h3><p>Accept payments without a website, an app or a single line of code.</p>";
  CHECK(rules_for(article("<div class=meta>" + card + "</div>")).empty());
  CHECK(rules_for(article("<div class=meta><h3>Payment links</h3></div>")) == "meta-line");
  CHECK(rules_for(article("<div class=meta>" + card + "<input type=email></div>")) == "meta-line");
  CHECK_FALSE(rules_for(article("<form class=signup><div class=meta>" + card + "</div></form>")).empty());
}

TEST_CASE("element rules: code and formulas are not changed", "[element_rules]") {
  CHECK(rules_for(article("<pre><span class=comment># why</span><span class=label>x</span></pre>")).empty());
  CHECK(rules_for(article("<div><mjx-container class=menu>x</mjx-container></div>")).empty());
  CHECK(rules_for(article("<div><span class='katex share'>x</span></div>")).empty());
}

TEST_CASE("element rules: elements inside a removed element are not tested again", "[element_rules]") {
  CHECK(rules_for("<nav><a href=/>x</a><div class=share>x</div><div hidden>y</div></nav>" + article("")) ==
        "navigation");
}

TEST_CASE("element rules: a frameset has no body, and nothing is removed", "[element_rules]") {
  CHECK(rules_for("<frameset><frame src=/x></frameset>").empty());
}

TEST_CASE("element rules: a heading that is never closed costs linear time", "[element_rules]") {
  std::string html = "<h1>";
  for (int i = 0; i < 20'000; ++i) html += "<span class=label>x</span> ";
  CHECK_NOTHROW(rules_for(html));
}
