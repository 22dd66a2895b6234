// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/feed_xml.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include <libxml/parser.h>

#include "shared/base/utf8.h"

using namespace trawl::feed;

namespace {

/// What libxml2 makes of the document: its text, and whether it is well-formed.
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
  CHECK(tree[tree.first_root].name_space == vocabulary::Atom);
  const auto children = child_elements(tree, tree.first_root);
  REQUIRE(children.size() == 2);
  CHECK(tree[children[0]].name_space == vocabulary::DublinCore);
  CHECK(tree[children[1]].name_space == vocabulary::DublinCoreTerms);
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
