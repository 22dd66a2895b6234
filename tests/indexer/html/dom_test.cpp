// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/dom.h"

#include <string>

#include <catch2/catch.hpp>

#include "indexer/html/text.h"

using namespace trawl;
using html::Dom;
using html::NodeId;
using html::Tag;

namespace {

Dom parsed(std::string_view text) {
  auto dom = Dom::parse(std::string(text));
  REQUIRE(dom.has_value());
  return std::move(*dom);
}

std::string repeated(std::string_view part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

} // namespace

TEST_CASE("dom: the tree is a list in document order whose ranges are the subtrees", "[dom]") {
  const Dom dom = parsed("<p id=a class='x y'>one <b>two</b></p><p>three</p>");
  const NodeId first = dom.first(Tag::P);
  CHECK(dom.attribute(first, "id") == "a");
  CHECK(dom.attribute(first, "class") == "x y");
  CHECK(dom.attribute(first, "missing").empty());
  const NodeId second = dom[first].next_sibling;
  CHECK(dom[first].end == second);
  CHECK(dom[second].previous_sibling == first);
  CHECK(dom.contains(first, dom.first(Tag::B)));
  CHECK_FALSE(dom.contains(second, dom.first(Tag::B)));
  CHECK(dom.all(Tag::P).size() == 2);
  CHECK(dom.closest(dom.first(Tag::B), Tag::P) == first);
}

TEST_CASE("dom: every node's links agree with the ranges", "[dom]") {
  const Dom dom = parsed("<ul><li>a<li>b<table><td>c<td>d</table></ul><custom-tag>e<dialog>f</dialog></custom-tag>");
  for (NodeId node = 0; node < dom.size(); ++node) {
    NodeId expected = node + 1;
    for (NodeId child = dom[node].first_child; child != html::kNoNode; child = dom[child].next_sibling) {
      CHECK(child == expected);
      CHECK(dom[child].parent == node);
      expected = dom[child].end;
    }
    CHECK(dom[node].end == expected);
  }
}

TEST_CASE("dom: elements unknown to the parser keep their names", "[dom]") {
  const Dom dom = parsed("<d-article class=x>text</d-article><dialog>hi</dialog>");
  const NodeId custom = dom[dom.body()].first_child;
  CHECK(dom[custom].tag == Tag::Unknown);
  CHECK(dom[custom].text == "d-article");
  CHECK(dom.first(Tag::Dialog) != html::kNoNode);
}

TEST_CASE("dom: attributes are those of the page, the first of two with the same name", "[dom]") {
  const Dom dom = parsed("<img src='data:x' ALT='a &amp; b'><p class=x class=y title=\"a b\" hidden id = z>");
  const NodeId image = dom.first(Tag::Img);
  CHECK(dom.has_attribute(image, "src"));
  CHECK(dom.attribute(image, "src").empty());
  CHECK(dom.attribute(image, "alt") == "a & b");
  const NodeId paragraph = dom.first(Tag::P);
  CHECK(dom.attributes(paragraph).size() == 4);
  CHECK(dom.attribute(paragraph, "class") == "x");
  CHECK(dom.attribute(paragraph, "title") == "a b");
  CHECK(dom.has_attribute(paragraph, "hidden"));
  CHECK(dom.attribute(paragraph, "id") == "z");
}

TEST_CASE("dom: a forged placeholder gives no access to other attributes", "[dom]") {
  const Dom dom = parsed("<p class=x>a</p><p ~0>b</p><font ~0>c</font>");
  CHECK(dom.attributes(dom.all(Tag::P)[1]).empty());
  CHECK(dom.attributes(dom.first(Tag::Font)).empty());
}

TEST_CASE("dom: a template is empty unless it is a declared shadow tree", "[dom]") {
  const Dom dom =
      parsed("<template><p>no</p></template><x-card><template shadowrootmode=open><p>yes</p></template></x-card>");
  REQUIRE(dom.all(Tag::P).size() == 1);
  CHECK(dom[dom.all(Tag::P)[0] + 1].text == "yes");
}

TEST_CASE("dom: an empty page has html, head and body", "[dom]") {
  const Dom dom = parsed("");
  CHECK(dom.html() != html::kNoNode);
  CHECK(dom.head() != html::kNoNode);
  CHECK(dom.body() != html::kNoNode);
}

TEST_CASE("dom: 512 nested elements are parsed, 513 are too many", "[dom][limits]") {
  CHECK(Dom::parse(repeated("<div>", 512)).has_value());
  const auto deep = Dom::parse(repeated("<div>", 513));
  REQUIRE_FALSE(deep.has_value());
  CHECK(deep.error().code == ErrorCode::TooLarge);
}

TEST_CASE("dom: out-of-order fragments are moved into place", "[dom]") {
  const auto text = [](const std::string& body) {
    const auto dom = Dom::parse("<body>" + body);
    REQUIRE(dom.has_value());
    return html::visible_text(*dom, dom->body());
  };
  CHECK(text("<main><p>one</p><template id='B:0'></template><p>four</p></main><div hidden id='S:0'><p>two</p>"
             "<template id='P:1'></template></div><script></script><div hidden id='S:1'><p>three</p></div>") ==
        "one\n\ntwo\n\nthree\n\nfour");
  CHECK(text("<template id='B:9'><p>inert</p></template><p>one</p>") == "one");
  CHECK(text("<template id='B:0'></template><div hidden id='S:0'>a<template id='B:0'></template></div>") == "a");
  std::string parts = "<template id='B:0'></template>";
  for (int i = 0; i < 2000; ++i) {
    parts +=
        "<div hidden id='S:" + std::to_string(i) + "'><template id='B:" + std::to_string(i + 1) + "'></template></div>";
  }
  CHECK(Dom::parse("<body>" + parts).has_value());
}

TEST_CASE("dom: hostile nesting and attribute floods are stopped by a budget", "[dom][limits]") {
  for (const std::string_view part : {"<div>", "<b>", "<table><tr><td>", "<rb>", "<a><div>", "<font><p>"}) {
    CAPTURE(part);
    CHECK_FALSE(Dom::parse(repeated(part, 100'000)).has_value());
  }
  std::string tag = "<p";
  for (int i = 0; i < 257; ++i) tag += " a" + std::to_string(i);
  CHECK_FALSE(Dom::parse(tag + ">").has_value());
  (void)Dom::parse(repeated("<svg>", 100'000));
  (void)Dom::parse(repeated("<p>", 100'000) + repeated("</p>", 100'000));
  CHECK(Dom::parse(std::string(5'000'000, '<')).has_value());
}

TEST_CASE("dom: the time budget stops the parser", "[dom][limits]") {
  html::ParseLimits limits;
  limits.time = std::chrono::milliseconds{-1};
  const auto dom = Dom::parse(repeated("<p>text</p>", 1000), limits);
  REQUIRE_FALSE(dom.has_value());
  CHECK(dom.error().code == ErrorCode::Timeout);
}

TEST_CASE("dom: the memory budget stops the parser", "[dom][limits]") {
  html::ParseLimits limits;
  limits.arena_bytes = 512 << 10;
  const auto dom = Dom::parse(repeated("<p>text</p>", 100'000), limits);
  REQUIRE_FALSE(dom.has_value());
  CHECK(dom.error().code == ErrorCode::TooLarge);
}

TEST_CASE("dom: end tags that the parser ignores do not hide how deep a page is", "[dom][limits]") {
  for (const std::string_view part : {"<div><template></div>", "<div><template shadowrootmode=open></div>",
                                      "<div><object></div>", "<div></p x='><xmp>'></xmp x='></div>'>"}) {
    CAPTURE(part);
    const auto dom = Dom::parse(repeated(part, 20'000));
    REQUIRE_FALSE(dom.has_value());
    CHECK(dom.error().code == ErrorCode::TooLarge);
  }
}

TEST_CASE("dom: templates inside text elements count, too", "[dom][limits]") {
  for (const std::string_view begin : {"<svg><title>", "<math><xmp><mi>"}) {
    CAPTURE(begin);
    const auto dom = Dom::parse(std::string(begin) + repeated("<div><template></div>", 5'000));
    REQUIRE_FALSE(dom.has_value());
    CHECK(dom.error().code == ErrorCode::TooLarge);
  }
  CHECK(Dom::parse("<title>" + repeated("<template>", 500) + "</title>").has_value());
}

TEST_CASE("dom: the text after an unclosed SVG is kept", "[dom]") {
  const auto dom = Dom::parse("<div><svg><path d=M></div><p>Between</p><svg><path d=M></svg><p>Behind</p>");
  REQUIRE(dom.has_value());
  CHECK(dom->all(Tag::P).size() == 2);
}

TEST_CASE("dom: references to numbers beyond Unicode are replaced", "[dom]") {
  const auto dom =
      Dom::parse("<p title='&#x1D80dddddddd;'>&#xD80dddddddddddddd0;|&#99999999999999999999;|&#x0000000000041;|"
                 "&#000000000066;|&#x80000000|&#12345678z&#");
  REQUIRE(dom.has_value());
  CHECK(dom->attribute(dom->first(Tag::P), "title") == "\uFFFD");
  CHECK(html::raw_text(*dom, dom->body()) == "\uFFFD|\uFFFD|A|B|\uFFFD|\uFFFDz&#");
}

TEST_CASE("dom: a blanked subtree keeps its ids, and nothing else", "[dom]") {
  Dom dom = parsed("<div id=a>one<p class=b>two</p></div><p>three</p>");
  const NodeId div = dom.first(Tag::Div), size = dom.size(), end = dom[div].end;
  dom.blank(div);
  CHECK(dom.size() == size);
  CHECK(dom[div].end == end);
  CHECK(dom[div].tag == Tag::Unknown);
  CHECK(dom.attributes(div).empty());
  CHECK(dom.all(Tag::P).size() == 1);
  CHECK(html::raw_text(dom, dom.body()) == "three");
}

TEST_CASE("dom: html, head, body and the document cannot be blanked", "[dom]") {
  Dom dom = parsed("<title>t</title><p>text</p>");
  for (const NodeId node : {dom.root(), dom.html(), dom.head(), dom.body()}) dom.blank(node);
  CHECK(html::raw_text(dom, dom.root()) == "ttext");
  dom.blank(dom.first(Tag::Title));
  CHECK(html::raw_text(dom, dom.root()) == "text");
}

TEST_CASE("dom: views stay valid when a tree is moved", "[dom]") {
  Dom first = parsed("<p title=a>text</p>");
  Dom second = std::move(first);
  Dom third = parsed("<b>other</b>");
  third = std::move(second);
  CHECK(third.attribute(third.first(Tag::P), "title") == "a");
  CHECK(html::raw_text(third, third.body()) == "text");
}

TEST_CASE("dom: first, all and closest look where they say", "[dom]") {
  const Dom dom = parsed("<div><div><p>a</p></div></div><p>b</p>");
  const NodeId outer = dom.first(Tag::Div), inner = dom.first(Tag::Div, outer);
  CHECK(inner != outer); // not the scope itself
  CHECK(dom.all(Tag::Div, outer) == std::vector<NodeId>{inner});
  CHECK(dom.first(Tag::Div, inner) == html::kNoNode);
  CHECK(dom.all(Tag::P, outer).size() == 1);
  CHECK(dom.closest(inner, Tag::Div) == inner); // the node itself
  CHECK(dom.closest(inner, Tag::Table) == html::kNoNode);
  CHECK(dom.contains(outer, outer));
  CHECK_FALSE(dom.contains(inner, outer));
}

TEST_CASE("dom: a frameset page has no body", "[dom]") {
  const Dom dom = parsed("<frameset><frame src=a></frameset>");
  CHECK(dom.body() == html::kNoNode);
  CHECK(dom.html() != html::kNoNode);
}

TEST_CASE("dom: 256 attributes of a tag are read, 257 are too many", "[dom][limits]") {
  const auto tag = [](int attributes) {
    std::string text = "<p";
    for (int i = 0; i < attributes; ++i) text += " a" + std::to_string(i);
    return Dom::parse(text + ">");
  };
  const auto dom = tag(256);
  REQUIRE(dom.has_value());
  CHECK(dom->attributes(dom->first(Tag::P)).size() == 256);
  CHECK(tag(257).error().code == ErrorCode::TooLarge);
}
