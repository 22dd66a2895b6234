// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/feed_document.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace trawl::feed;
using namespace trawl::feed::namespaces;

namespace {

FeedDocument parse(std::string_view xml, std::string url = "https://a.example/feed") {
  FeedDocument document{.bytes = xml, .url = std::move(url), .tree = read_feed_xml(xml)};
  document.root = document.tree.first_root;
  return document;
}

std::vector<std::string> texts(const FeedDocument& document, ElementNames names) {
  std::vector<std::string> found;
  for (const NodeId node : document.all(document.root, names)) found.push_back(document.text(node));
  return found;
}

/// The first element below the root with this local name.
NodeId below(const FeedDocument& document, std::string_view local) {
  for (NodeId at = document.root; at != kNoNode; at = next_in_document(document.tree, at, document.root)) {
    if (document.tree[at].local == local) return at;
  }
  return kNoNode;
}

} // namespace

TEST_CASE("feed document: a format's own elements may be in any namespace that the format has", "[feed]") {
  const auto document =
      parse("<rss xmlns:r='http://purl.org/rss/1.0/' xmlns:o='http://other.example/' "
            "xmlns:a='http://purl.org/atom/ns#'><t>none</t><r:t>rss</r:t><o:t>other</o:t><a:t>atom</a:t></rss>");
  CHECK(texts(document, {{None, "t"}}) == std::vector<std::string>{"none", "rss", "atom"});
  CHECK(texts(document, {{Unknown, "t"}}) == std::vector<std::string>{"other"});
  CHECK(texts(document, {{Atom, "t"}}) == std::vector<std::string>{"atom"}); // both versions
  // A document whose root is in an unknown namespace has its own elements there.
  CHECK(texts(parse("<rss xmlns='http://other.example/'><t>own</t></rss>"), {{None, "t"}}) ==
        std::vector<std::string>{"own"});
}

TEST_CASE("feed document: elements are ordered by name, then as in the document, each once", "[feed]") {
  const auto document = parse("<rss><b>1</b><a>2</a><b>3</b><c>4</c><a>5</a></rss>");
  CHECK(texts(document, {{None, "a"}, {None, "b"}}) == std::vector<std::string>{"2", "5", "1", "3"});
  CHECK(texts(document, {{None, "b"}, {None, "b"}}) == std::vector<std::string>{"1", "3"});
  CHECK(texts(document, {{None, "x"}}).empty());
  CHECK(document.all(kNoNode, {{None, "a"}}).empty());
}

TEST_CASE("feed document: the first of several elements that is not empty counts", "[feed]") {
  const auto document = parse("<rss><a/><a> \n </a><b>b</b><a>a</a><c><d/></c></rss>");
  CHECK(document.text(document.first(document.root, {{None, "a"}})) == "a");
  CHECK(document.text(document.first(document.root, {{None, "b"}, {None, "a"}})) == "b");
  CHECK(document.first(document.root, {{None, "c"}}) != kNoNode); // an element inside is content
  CHECK(document.first(document.root, {{None, "x"}}) == kNoNode);
  CHECK(document.first(kNoNode, {{None, "a"}}) == kNoNode);
}

TEST_CASE("feed document: outermost elements are found at any depth", "[feed]") {
  const auto document = parse("<r><x><e>1<e>inner</e></e></x><e>2</e><e xmlns='http://www.w3.org/2005/Atom'>3</e>"
                              "<e xmlns='http://other.example/'>4</e></r>");
  std::vector<std::string> found;
  for (const NodeId node : document.outermost(document.root, "e")) found.push_back(document.text(node));
  CHECK(found == std::vector<std::string>{"1inner", "2", "3"});
  CHECK(document.outermost(document.root, "r").empty()); // not the root itself
}

TEST_CASE("feed document: bases add up from the outside to the inside", "[feed]") {
  struct Row {
    std::string_view outer, inner;
    std::string base;
  };
  const Row rows[] = {{"", "", "https://a.example/feed"},
                      {"https://b.example/x/", "", "https://b.example/x/"},
                      {"https://b.example/x/", "y/", "https://b.example/x/y/"},
                      {"x/", "y/", "https://a.example/x/y/"},
                      {"x/", "https://c.example/", "https://c.example/"},
                      {"urn:x", "", "https://a.example/feed"},
                      {"urn:x", "y/", "https://a.example/y/"}};
  for (const Row& row : rows) {
    INFO(row.outer << " " << row.inner);
    const std::string xml =
        "<r xml:base='" + std::string(row.outer) + "'><e xml:base='" + std::string(row.inner) + "'><t/></e></r>";
    const auto document = parse(xml);
    CHECK(document.base_of(below(document, "t")) == row.base);
  }
  CHECK(parse("<r><t/></r>", "").base_of(0) == "");
}

TEST_CASE("feed document: the language is that of the text, else the nearest one around", "[feed]") {
  const auto document = parse("<r xml:lang='en'><e xml:lang=' de '><t xml:lang='fr'/><u/></e><f/></r>");
  CHECK(document.language_of(below(document, "e"), {below(document, "t")}) == "fr");
  CHECK(document.language_of(below(document, "e"), {kNoNode, below(document, "u")}) == "de");
  CHECK(document.language_of(below(document, "u")) == "de");
  CHECK(document.language_of(below(document, "f")) == "en");
  CHECK(parse("<r><e/></r>").language_of(1).empty());
}

TEST_CASE("feed document: texts are trimmed, and links made absolute", "[feed]") {
  const auto document = parse("<r><t> \n a  b </t><l> x/y </l><m>mailto:a@b</m></r>");
  CHECK(document.text(below(document, "t")) == "a  b");
  CHECK(document.link_text(below(document, "l")) == "https://a.example/x/y");
  CHECK(document.link_text(below(document, "m")) == "mailto:a@b");
  CHECK(document.text(kNoNode).empty());
  CHECK(document.link_text(kNoNode).empty());
}

TEST_CASE("feed document: a document without elements has no root", "[feed]") {
  FeedDocument document = parse("just text");
  CHECK_FALSE(document.root_is("rss"));
  CHECK(parse("<RSS/>").root_is("rss")); // names in lower case
}
