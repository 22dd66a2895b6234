// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/namespaces.h"

#include <catch2/catch.hpp>

#include <string>

#include "indexer/feed/feed_xml.h"

using namespace trawl::feed;

namespace {

/// The namespaces of all elements of a document, in document order.
std::vector<XmlNamespace> namespaces_in(std::string_view xml) {
  const XmlTree tree = read_feed_xml(xml);
  std::vector<XmlNamespace> found;
  for (const XmlNode& node : tree.nodes) {
    if (node.is_element) found.push_back(node.name_space);
  }
  return found;
}

} // namespace

TEST_CASE("namespaces: a qualified name has a prefix and a local part", "[xml]") {
  struct Row {
    std::string_view name, prefix, local;
  };
  const Row rows[] = {{"dc:date", "dc", "date"}, {"date", "", "date"},  {":date", "", "date"},
                      {"dc:", "dc", ""},         {"a:b:c", "a", "b:c"}, {"", "", ""}};
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(prefix_of(row.name) == row.prefix);
    CHECK(local_of(row.name) == row.local);
  }
}

TEST_CASE("namespaces: a declaration holds inside its element, until an inner one hides it", "[xml]") {
  using namespace namespaces;
  CHECK(namespaces_in(
            "<r xmlns='http://www.w3.org/2005/Atom'><a><b xmlns='http://purl.org/rss/1.0/'><c/></b><d/></a></r>") ==
        std::vector{Atom, Atom, Rss, Rss, Atom});
  CHECK(namespaces_in("<r><a xmlns:p='http://purl.org/dc/terms/'><p:b/></a><p:c/></r>") ==
        std::vector{None, None, DublinCoreTerms, Unknown});
  CHECK(namespaces_in("<r xmlns='http://www.w3.org/2005/Atom'><a xmlns=''><b/></a></r>") ==
        std::vector{Atom, None, None});
  CHECK(namespaces_in("<r><a xmlns:p='http://purl.org/dc/terms/'/><p:b/></r>") == std::vector{None, None, Unknown});
}

TEST_CASE("namespaces: a declared prefix means its URI, even one of the usual names", "[xml]") {
  using namespace namespaces;
  CHECK(namespaces_in("<r xmlns:dc='http://www.w3.org/2005/Atom'><dc:a/></r>") == std::vector{None, Atom});
  CHECK(namespaces_in("<r xmlns:dc='http://other.example/'><dc:a/></r>") == std::vector{None, Unknown});
  CHECK(namespaces_in("<r><dc:a/><DC:b/><unusual:c/></r>") == std::vector{None, DublinCore, DublinCore, Unknown});
}

TEST_CASE("namespaces: a URI is compared without case, final slashes and surrounding spaces", "[xml]") {
  using namespace namespaces;
  for (const std::string uri : {"http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.1",
                                "HTTP://PURL.org/DC/elements/1.1//", " http://purl.org/dc/elements/1.1/ "}) {
    INFO(uri);
    CHECK(namespaces_in("<p:r xmlns:p='" + uri + "'/>") == std::vector{DublinCore});
  }
  CHECK(namespaces_in("<p:r xmlns:p='http://purl.org/dc/elements/1.2/'/>") == std::vector{Unknown});
}

TEST_CASE("namespaces: an undeclared prefix is not well-formed, except xml", "[xml]") {
  CHECK(read_feed_xml("<r xml:lang='en'/>").well_formed);
  CHECK_FALSE(read_feed_xml("<r p:lang='en'/>").well_formed);
  CHECK_FALSE(read_feed_xml("<p:r/>").well_formed);
  CHECK(read_feed_xml("<p:r xmlns:p='http://x.example/'/>").well_formed); // declared by the element itself
}

TEST_CASE("namespaces: an attribute without a prefix has no namespace", "[xml]") {
  const XmlTree tree = read_feed_xml("<r xmlns='http://www.w3.org/2005/Atom' a='1' xml:a='2' dc:A='3'/>");
  CHECK(attribute(tree, 0, "a") == "1");
  CHECK(attribute(tree, 0, "a", namespaces::Xml) == "2");
  CHECK(attribute(tree, 0, "a", namespaces::DublinCore) == "3");
  CHECK(attribute(tree, 0, "a", namespaces::Atom).empty());
  CHECK(attribute(tree, 0, "b").empty());
}

TEST_CASE("namespaces: floods of declarations are bounded", "[xml][limits]") {
  std::string xml;
  for (int i = 0; i < 5; ++i) {
    xml += "<r";
    for (int j = 0; j < 200; ++j) xml += " xmlns:p" + std::to_string(i * 200 + j) + "='http://purl.org/dc/terms/'";
    xml += ">";
  }
  using namespace namespaces;
  CHECK(namespaces_in(xml + "<p0:a/><p511:b/><p512:c/>") ==
        std::vector{None, None, None, None, None, DublinCoreTerms, DublinCoreTerms, Unknown});
}
