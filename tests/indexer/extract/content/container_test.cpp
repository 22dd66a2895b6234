// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/container.h"

#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/content/roles.h"
#include "indexer/extract/content/paragraph_box.h"
#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

/// The id of the chosen element.
std::string chosen(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  std::vector<std::uint8_t> roles(dom->size());
  RoleReader reader(*dom);
  for (html::NodeId node = 1; node < dom->size(); ++node) {
    if (dom->is_element(node)) roles[node] = reader.roles_of(node);
  }
  const auto stats = element_stats(*dom, html::text_blocks(*dom, dom->body(), html::NodeSet(*dom)));
  return std::string(dom->attribute(choose_container(*dom, roles, stats), "id"));
}

/// The id of the paragraph box.
std::string box(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  const auto node = find_paragraph_box(*dom, html::text_blocks(*dom, dom->body(), html::NodeSet(*dom)));
  return node == html::kNoNode ? "none" : std::string(dom->attribute(node, "id"));
}

std::string links(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += "<p><a href=/x>Another page of this site, with a long title</a></p>";
  return list;
}

} // namespace

TEST_CASE("container: the smallest element with the text, without the links beside it", "[container]") {
  CHECK(chosen("<body id=body><div id=a><div id=b>" + paragraphs(5) + "</div>" + links(3) + "</div>" + links(4)) ==
        "b");
}

TEST_CASE("container: two boxes of text are in their common parent", "[container]") {
  CHECK(chosen("<body id=body><div id=a><div id=b>" + paragraphs(5) + "</div><div id=c>" + paragraphs(4) +
               "</div></div>" + links(4)) == "a");
}

TEST_CASE("container: an element marked as the article wins over a slightly larger one", "[container]") {
  const std::string inner = ">" + paragraphs(9) + "</div>" + paragraph(1) + "</div>";
  CHECK(chosen("<body id=body><div id=a><div id=b" + inner) == "a");
  CHECK(chosen("<body id=body><div id=a><div id=b itemprop=articleBody" + inner) == "b");
  CHECK(chosen("<body id=body><div id=a><div id=b class=entry-content" + inner) == "b");
}

TEST_CASE("container: a paragraph or list is never the container, the box around it is", "[container]") {
  CHECK(chosen("<body id=body><section id=a><p id=p>" + std::string(300, 'x') + "</p></section>" + links(3)) == "a");
  CHECK(chosen("<body id=body><div id=a><blockquote id=q>" + paragraphs(3) + "</blockquote></div>" + links(3)) == "a");
}

TEST_CASE("container: the body is chosen if nothing has a positive score", "[container]") {
  CHECK(chosen("<body id=body><div id=a>" + links(3) + "</div>") == "body");
}

TEST_CASE("paragraph box: the parent of most paragraphs", "[container]") {
  CHECK(box("<div id=a>" + paragraphs(4) + "<div id=b>" + paragraph(1) + "</div></div>") == "a");
  CHECK(box("<div id=a>" + paragraph(1) + "</div><div id=b>" + paragraph(2) + "</div>") == "none");
  CHECK(box("<div id=a><h2>Only</h2><p>Short</p></div>") == "none");
}

TEST_CASE("paragraph box: list items and rows count for the box around the list", "[container]") {
  const std::string items = "<ul><li>" + paragraph(1) + "</li><li>" + paragraph(2) + "</li></ul>";
  CHECK(box("<div id=a>" + items + "</div>") == "none"); // paragraphs inside the items
  const std::string item = "<li>An item that is long enough to be running text, and ends as sentences do.</li>";
  CHECK(box("<div id=a><ul>" + item + item + "<li><ul>" + item + "</ul></li></ul></div>") == "a");
  CHECK(box("<div id=a><table><tr><td>A row of a table that is long enough to count as running text in this test.</td>"
            "</tr></table></div>") == "a");
}

TEST_CASE("paragraph box: code counts only where there is nothing else", "[container]") {
  const std::string code = "<div id=c><pre>" + std::string(2'000, 'x') + "</pre></div>";
  CHECK(box("<div id=a>" + paragraphs(2) + "</div>" + code) == "a");
  CHECK(box(code) == "c");
}

TEST_CASE("paragraph box: footnotes are recognised by role or class", "[container]") {
  for (const std::string notes : {"<section role=doc-endnotes><ol><li><p>x</p></li></ol></section>",
                                  "<div class='footnotes wide'><p>x</p></div>", "<p class=footnote>x</p>"}) {
    CAPTURE(notes);
    const auto dom = html::Dom::parse(notes);
    REQUIRE(dom.has_value());
    CHECK(is_in_footnotes(*dom, dom->first(html::Tag::P)));
  }
  const auto dom = html::Dom::parse("<div class=notes><p>x</p></div>");
  REQUIRE(dom.has_value());
  CHECK_FALSE(is_in_footnotes(*dom, dom->first(html::Tag::P)));
}
