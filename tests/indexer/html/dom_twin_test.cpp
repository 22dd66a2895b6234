// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the tree that we build with the one that Gumbo builds from the original page.
#include "indexer/html/dom.h"

#include <algorithm>
#include <random>
#include <span>
#include <string>

#include <catch2/catch.hpp>
#include <gumbo.h>

#include "indexer/html/text.h"

using namespace trawl;
using html::Dom;
using html::NodeId;
using html::Tag;

namespace {

// Odd markup, without the parts that the parser input leaves out: scripts, comments, SVG, unused attributes.
constexpr std::string_view kTags[] = {"div", "p",    "b",   "i",  "a",    "A",      "font", "span", "ul",
                                      "li",  "form", "h1",  "br", "nobr", "x-y",    "body", "html", "button",
                                      "dd",  "code", "img", "em", "hr",   "center", "h2",   "input"};
// A page has tags of only one of these kinds. Combinations may differ from Gumbo: one kind changes how another is
// parsed.
constexpr std::string_view kForeign[] = {"math", "mi", "mtext", "annotation-xml"};
constexpr std::string_view kRaw[] = {"title", "xmp", "noembed"};
constexpr std::string_view kTable[] = {"table", "applet", "tr", "td", "th", "caption", "select", "option"};
constexpr std::string_view kCode[] = {"pre"};
constexpr std::span<const std::string_view> kKinds[] = {kForeign, kRaw, kTable, kCode};
constexpr std::string_view kAttributes[] = {
    " class=x",    " class='a b'",         " id=\"q\"",    " href = 'a>b'",  " href=x/y",
    " href=/",     " title=\"&lt;b&gt;\"", " title='a&b'", " CLASS=y",       " hidden",
    "\n\tlang=de", " type=hidden",         " a=\"\"b=c",   " xlink:href=#a", " title='é'",
    " alt=\"'\"",  " color=red",           " a = x",       " a\"b=c<d",      " encoding=text/html",
    " /",          " class=\"x\r\ny\""};
constexpr std::string_view kTexts[] = {"word", " two words ", "a < b", "&amp;", " ", "\n    ", "x\n\n  y"};

class Soup {
  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

  template <typename List>
  auto any(const List& list) {
    return list[below(std::size(list))];
  }

 public:
  explicit Soup(unsigned seed) : random_(seed) {}

  std::string page() {
    std::string page = below(2) == 0 ? "" : "<!DOCTYPE html>";
    kind_ = any(kKinds);
    for (std::size_t left = 1 + below(60); left > 0; --left) {
      const auto kind = below(10);
      if (kind < 5) page += start_tag();
      if (kind >= 5 && kind < 8) page += "</" + std::string(tag_name()) + ">";
      if (kind >= 8) page += any(kTexts);
    }
    return page;
  }

 private:
  std::string_view tag_name() { return below(4) > 0 ? any(kTags) : any(kind_); }

  std::string start_tag() {
    std::string tag = "<" + std::string(tag_name());
    for (std::size_t left = below(4); left > 0; --left) {
      const std::string_view attribute = any(kAttributes);
      // Gumbo appends the next name to a repeated attribute without a value.
      if (attribute.contains('=') || !tag.contains(attribute)) tag += attribute;
    }
    return tag + (below(8) == 0 ? " />" : ">");
  }

  std::mt19937 random_;
  std::span<const std::string_view> kind_;
};

/// Text with its white space collapsed, except in code.
std::string text_of(std::string_view text, bool is_code) {
  std::string out;
  for (const char c : text) {
    const bool is_blank = !is_code && (c == ' ' || c == '\n' || c == '\t');
    if (!is_blank || out.empty() || out.back() != ' ') out += is_blank ? ' ' : c;
  }
  return out;
}

void write(const GumboNode& node, bool is_code, std::string& out) {
  if (node.type == GUMBO_NODE_COMMENT) return;
  if (node.type != GUMBO_NODE_ELEMENT) return void(out += "'" + text_of(node.v.text.text, is_code) + "'\n");
  const GumboElement& element = node.v.element;
  const Tag tag = html::tag_named(gumbo_normalized_tagname(element.tag));
  out += tag == Tag::Unknown ? "?" : std::string(html::name_of(tag));
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto& attribute = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
    out += std::string(" ") + attribute.name + "=\"" + attribute.value + "\"";
  }
  out += " {\n";
  for (unsigned i = 0; i < element.children.length; ++i) {
    write(*static_cast<const GumboNode*>(element.children.data[i]), is_code || element.tag == GUMBO_TAG_PRE, out);
  }
  out += "}\n";
}

std::string tree_by_gumbo(const std::string& page) {
  GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
  std::string tree;
  write(*output->root, false, tree);
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return tree;
}

void write(const Dom& dom, NodeId node, bool is_code, std::string& out) {
  if (!dom.is_element(node)) return void(out += "'" + text_of(dom[node].text, is_code) + "'\n");
  const Tag tag = dom[node].tag;
  out += tag == Tag::Unknown ? std::string("?") : std::string(html::name_of(tag));
  for (const auto& [name, value] : dom.attributes(node)) {
    out += " " + std::string(name) + "=\"" + std::string(value) + "\"";
  }
  out += " {\n";
  for (NodeId child = dom[node].first_child; child != html::kNoNode; child = dom[child].next_sibling) {
    write(dom, child, is_code || tag == Tag::Pre, out);
  }
  out += "}\n";
}

} // namespace

TEST_CASE("dom: making the parser input changes neither tree nor attributes", "[dom]") {
  constexpr unsigned kSeed = 20'240'501;
  CAPTURE(kSeed);
  Soup soup(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const std::string page = soup.page();
    CAPTURE(page);
    const auto dom = Dom::parse(page);
    REQUIRE(dom.has_value());
    std::string tree;
    write(*dom, dom->html(), false, tree);
    REQUIRE(tree == tree_by_gumbo(page));
  }
}
