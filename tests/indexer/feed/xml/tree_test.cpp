// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/feed_xml.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <libxml/parser.h>

#include "shared/base/utf8.h"

using namespace trawl::feed;

namespace {

/// The document as libxml2 reads it: its text, and whether it is well-formed.
struct Strict {
  bool well_formed = false;
  std::string text;
};

Strict read_strictly(const std::string& xml) {
  Strict strict;
  xmlDoc* const document = xmlReadMemory(xml.data(), static_cast<int>(xml.size()), "", "UTF-8",
                                         XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  if (!document) return strict;
  strict.well_formed = true;
  if (xmlChar* const text = xmlNodeGetContent(xmlDocGetRootElement(document))) {
    strict.text = reinterpret_cast<const char*>(text);
    xmlFree(text);
  }
  xmlFreeDoc(document);
  return strict;
}

std::string pick(std::mt19937& random, std::initializer_list<const char*> pieces) {
  return *(pieces.begin() + random() % pieces.size());
}

} // namespace

TEST_CASE("xml: well-formed documents are read as libxml2 reads them", "[xml]") {
  std::mt19937 random(3);
  int well_formed = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string xml = "<r>";
    const auto pieces = 1 + random() % 8;
    for (unsigned i = 0; i < pieces; ++i) {
      xml += pick(random, {"a", " b ", "&amp;", "&#65;", "&lt;", "<x>", "</x>", "<y/>", "<z a='1' b=\"&quot;\">",
                           "</z>", "<!-- c -->", "<![CDATA[<&]]>", "<?p q?>", "é"});
    }
    xml += "</r>";
    INFO(xml);
    const Strict strict = read_strictly(xml);
    const XmlTree tree = read_feed_xml(xml);
    CHECK(tree.well_formed == strict.well_formed);
    if (!strict.well_formed) continue;
    ++well_formed;
    CHECK(text_content(tree, tree.first_root) == strict.text);
  }
  CHECK(well_formed > 500);
}

TEST_CASE("xml: crossed and missing tags lose no text", "[xml]") {
  const XmlTree tree = read_feed_xml("<r><b>one <i>two</b> three</i> 4 < 5 & 6 &nope; <p attr=x>seven</r>");
  CHECK_FALSE(tree.well_formed);
  CHECK(text_content(tree, tree.first_root) == "one two three 4 < 5 & 6 &nope; seven");
  CHECK(inner_markup(tree, tree.first_root) ==
        "<b>one <i>two</i></b> three 4 &lt; 5 &amp; 6 &amp;nope; <p attr=\"x\">seven</p>");
}

TEST_CASE("xml: namespaces are recognised by URI, not by prefix", "[xml]") {
  const XmlTree tree = read_feed_xml(
      "<x:r xmlns:x='HTTP://www.w3.org/2005/Atom/'><dc:date/><y xmlns='http://purl.org/dc/terms/'/></x:r>");
  CHECK(tree[tree.first_root].name_space == namespaces::Atom);
  const auto children = child_elements(tree, tree.first_root);
  REQUIRE(children.size() == 2);
  CHECK(tree[children[0]].name_space == namespaces::DublinCore);
  CHECK(tree[children[1]].name_space == namespaces::DublinCoreTerms);
}

TEST_CASE("xml: a document beyond the limit of nodes is cut, and marked as cut", "[xml]") {
  const std::string text = "<r><a/><b>text</b></r>";
  CHECK(read_feed_xml(text, 5).well_formed);
  CHECK_FALSE(read_feed_xml(text, 5).is_cut);
  const XmlTree cut = read_feed_xml(text, 3);
  CHECK(cut.nodes.size() == 3);
  CHECK(cut.is_cut);
  CHECK_FALSE(cut.well_formed);
}

TEST_CASE("xml: any bytes give a tree of valid text", "[xml]") {
  std::mt19937 random(5);
  const std::string alphabet = "<>/!?[]-&;#x=\"' aA:\xc3\xa9\n";
  for (int round = 0; round < 5000; ++round) {
    std::string bytes;
    const auto length = random() % 80;
    for (unsigned i = 0; i < length; ++i) bytes += alphabet[random() % alphabet.size()];
    const XmlTree tree = read_feed_xml(trawl::utf8::repair(bytes));
    if (tree.first_root == kNoNode) continue;
    CHECK(trawl::utf8::is_valid(inner_markup(tree, tree.first_root)));
  }
}

namespace {

/// The nodes below `node` in document order, by recursion.
void visit(const XmlTree& tree, NodeId node, std::vector<NodeId>& order) {
  for (NodeId child = tree[node].first_child; child != kNoNode; child = tree[child].next_sibling) {
    order.push_back(child);
    visit(tree, child, order);
  }
}

std::string random_xml(std::mt19937& random) {
  std::string xml = "<r>";
  for (auto left = random() % 20; left > 0; --left)
    xml +=
        pick(random, {"a", "<x>", "</x>", "<y a='1'>", "</y>", "<z/>", "</r>", "<item>", "</item>", "<br/>", "&lt;"});
  return xml;
}

} // namespace

TEST_CASE("xml: walking with next_in_document is walking by recursion", "[xml]") {
  constexpr unsigned kSeed = 11;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2'000; ++round) {
    const std::string xml = random_xml(random);
    INFO("seed " << kSeed << ": " << xml);
    const XmlTree tree = read_feed_xml(xml);
    for (NodeId within = 0; within < tree.nodes.size(); ++within) {
      std::vector<NodeId> expected, walked;
      visit(tree, within, expected);
      for (NodeId at = next_in_document(tree, within, within); at != kNoNode; at = next_in_document(tree, at, within))
        walked.push_back(at);
      REQUIRE(walked == expected);
      for (const NodeId node : expected) {
        std::vector<NodeId> inside;
        visit(tree, node, inside);
        const NodeId after = next_in_document(tree, node, within, true);
        const auto last = inside.empty() ? node : inside.back();
        const auto next = std::ranges::upper_bound(expected, last);
        REQUIRE(after == (next == expected.end() ? kNoNode : *next));
      }
    }
  }
}

TEST_CASE("xml: the links of the nodes agree, and neighbouring texts are one node", "[xml]") {
  constexpr unsigned kSeed = 12;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2'000; ++round) {
    const std::string xml = random_xml(random);
    INFO("seed " << kSeed << ": " << xml);
    const XmlTree tree = read_feed_xml(xml);
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
      NodeId last = kNoNode;
      for (NodeId child = tree[node].first_child; child != kNoNode; child = tree[child].next_sibling) {
        REQUIRE(tree[child].parent == node);
        if (last != kNoNode) REQUIRE((tree[child].is_element || tree[last].is_element));
        last = child;
      }
      REQUIRE(tree[node].last_child == last);
      REQUIRE(has_child_elements(tree, node) == !child_elements(tree, node).empty());
    }
  }
}

TEST_CASE("xml: the markup of a tree is well-formed, and read again it is the same", "[xml]") {
  constexpr unsigned kSeed = 14;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2'000; ++round) {
    const XmlTree tree = read_feed_xml(random_xml(random));
    const std::string markup = inner_markup(tree, tree.first_root);
    if (markup.contains("<br>")) continue; // HTML's void elements have no end tag
    INFO("seed " << kSeed << ": " << markup);
    const XmlTree again = read_feed_xml("<r>" + markup + "</r>");
    REQUIRE(inner_markup(again, again.first_root) == markup);
    REQUIRE(text_content(again, again.first_root) == text_content(tree, tree.first_root));
  }
}

TEST_CASE("xml: elements deeper than the limit are left out, their text is kept", "[xml][limits]") {
  for (const std::size_t depth : {kMaxXmlDepth - 1, kMaxXmlDepth, kMaxXmlDepth + 1, kMaxXmlDepth + 50}) {
    INFO(depth);
    std::string xml, end;
    for (std::size_t i = 0; i < depth; ++i) {
      xml += "<x>";
      end += "</x>";
    }
    const XmlTree tree = read_feed_xml(xml + "down" + end);
    CHECK(tree.nodes.size() == std::min(depth, kMaxXmlDepth) + 1);
    CHECK(tree.well_formed == (depth <= kMaxXmlDepth));
    CHECK(text_content(tree, tree.first_root) == "down");
  }
}

TEST_CASE("xml: after a part that is too deep the elements above it continue", "[xml][limits]") {
  std::string deep, end;
  for (std::size_t i = 0; i < kMaxXmlDepth + 10; ++i) {
    deep += "<x>";
    end += "</x>";
  }
  const XmlTree tree = read_feed_xml("<r>" + deep + end + "<y>after</y></r>");
  const auto children = child_elements(tree, tree.first_root);
  REQUIRE(children.size() == 2);
  CHECK(tree[children[1]].local == "y");
}

TEST_CASE("xml: the first 256 attributes of an element are kept, and the first of each name", "[xml][limits]") {
  std::string xml = "<r a0='first' a0='second'";
  for (int i = 1; i < 300; ++i) xml += " a" + std::to_string(i) + "='" + std::to_string(i) + "'";
  const XmlTree tree = read_feed_xml(xml + "/>");
  CHECK(tree[0].attributes.size() == kMaxXmlAttributes);
  CHECK(attribute(tree, 0, "a0") == "first");
  CHECK(attribute(tree, 0, "a255") == "255");
  CHECK(attribute(tree, 0, "a256").empty());
  CHECK_FALSE(tree.well_formed);
}

TEST_CASE("xml: an entry that begins inside another one ends it, but not in foreign content", "[xml]") {
  const auto items = [](const std::string& xml) {
    const XmlTree tree = read_feed_xml(xml);
    std::size_t count = 0;
    for (const NodeId child : child_elements(tree, tree.first_root)) count += tree[child].local == "item" ? 1 : 0;
    return count;
  };
  CHECK(items("<r><item><a><item></item></a></item></r>") == 2);
  CHECK(items("<r><item><content><item/></content></item></r>") == 1);
  CHECK(items("<r><item><div xmlns='http://www.w3.org/1999/xhtml'><item/></div></item></r>") == 1);
  CHECK(items("<r><items><item/><item/></items><item/></r>") == 1);
}

TEST_CASE("xml: truncated tags and attributes at the end are kept", "[xml]") {
  struct Row {
    std::string_view xml, markup;
  };
  const Row rows[] = {{"<r><b>x", "<b>x</b>"},
                      {"<r><b a='1'", "<b a=\"1\"></b>"},
                      {"<r><b a='1", "<b a=\"&#39;1\"></b>"},
                      {"<r><![CDATA[x", "x"},
                      {"<r><!-- x", ""},
                      {"<r>x</", "x"},
                      {"<r>x</b", "x"},
                      {"<r><b <i>x</i>", "<b><i>x</i></b>"},
                      {"<r><b/ >x</b>", "<b>x</b>"},
                      {"<r><b a>x</b>", "<b a=\"\">x</b>"},
                      {"<r><b =1>x</b>", "<b 1=\"\">x</b>"},
                      {"<r><3>x", "&lt;3&gt;x"}};
  for (const Row& row : rows) {
    INFO(row.xml);
    const XmlTree tree = read_feed_xml(row.xml);
    CHECK(inner_markup(tree, tree.first_root) == row.markup);
    CHECK_FALSE(tree.well_formed);
  }
}
