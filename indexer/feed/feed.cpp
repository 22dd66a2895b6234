// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/feed.h"

#include <algorithm>
#include <string>

#include "indexer/feed/formats/dialects.h"
#include "indexer/feed/markup.h"
#include "indexer/feed/xml/tree.h"
#include "indexer/html/charset/charset.h"
#include "indexer/html/charset/declaration.h"
#include "indexer/html/charset/decode.h"

namespace trawl::feed {
namespace {

constexpr std::size_t kMaxFeedBytes = 20u << 20;

/// How many elements are looked at for the root: junk in front of it is a few tags of a server's warning.
constexpr int kMaxJunkElements = 200;

bool is_feed_root(const XmlTree& tree, NodeId node) {
  const std::string& local = tree[node].local;
  return local == "rss" || local == "rdf" || local == "feed" || local == "channel" ||
         (local == "entry" && tree[node].vocabulary == Vocabulary::Atom);
}

struct Root {
  NodeId node = kNoNode;
  std::string what; ///< without a root: what the document is instead
};

Root find_root(const XmlTree& tree) {
  Root root;
  int seen = 0;
  for (NodeId at = tree.first_root; at != kNoNode && seen < kMaxJunkElements;
       at = next_in_document(tree, at, kNoNode)) {
    if (!tree[at].is_element) continue;
    const std::string& local = tree[at].local;
    if (is_feed_root(tree, at)) return {at, {}};
    if (++seen > 1) continue;
    if (local == "html" || local == "head" || local == "body") root.what = "an HTML page";
    if (local == "urlset" || local == "sitemapindex") root.what = "a sitemap";
    if (local == "opml") root.what = "an OPML list of feeds";
    // A page has no feed inside; what looks like one is its example.
    if (!root.what.empty()) return root;
  }
  root.what = seen ? "an XML document of another kind" : "no XML at all";
  return root;
}

/// CDF's channel carries its address or date as an attribute; RSS without its root element has them as texts.
bool is_cdf(const XmlTree& tree, NodeId root) {
  if (tree[root].local != "channel") return false;
  const auto has_cdf_attribute = [&](NodeId node) {
    return !attribute(tree, node, "href").empty() || !attribute(tree, node, "lastmod").empty();
  };
  const auto children = child_elements(tree, root);
  return has_cdf_attribute(root) || std::any_of(children.begin(), children.end(), [&](NodeId child) {
           return tree[child].local == "abstract" || (tree[child].local == "item" && has_cdf_attribute(child));
         });
}

bool is_json(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  bytes = trim(bytes);
  return bytes.starts_with("{");
}

Result<Feed> read_xml_feed(std::string_view bytes, std::string_view url, std::string_view content_type) {
  const html::Decoded decoded = html::decode(bytes, content_type, html::Markup::Xml);
  const XmlTree tree = read_xml(decoded.text);
  const Root root = find_root(tree);
  if (root.node == kNoNode) {
    return fail(ErrorCode::Malformed, "this is no feed but " + root.what, std::string(url));
  }
  const FeedDocument document{tree, root.node, std::string(url)};
  Feed feed = tree[root.node].local == "feed" || tree[root.node].local == "entry" ? read_atom(document)
              : is_cdf(tree, root.node)                                           ? read_cdf(document)
                                                                                  : read_rss(document);
  // A declared encoding that nobody knows is an error of the document; its bytes are read all the same.
  const std::string_view prolog = std::string_view(decoded.text).substr(0, decoded.text.find("?>"));
  const bool unknown_encoding = decoded.source != html::CharsetSource::Guess && trim(prolog).starts_with("<?xml") &&
                                prolog.contains("encoding") && !to_lower(prolog).contains("utf") &&
                                html::encoding_of_xml_declaration(decoded.text).empty();
  const bool bad_bytes = decoded.encoding == "UTF-8" && html::census_of(bytes).errors > 0;
  feed.is_cut = tree.is_cut;
  feed.malformed = !tree.well_formed || bad_bytes || unknown_encoding;
  return feed;
}

} // namespace

Result<Feed> parse_feed(std::string_view bytes, std::string_view url, std::string_view content_type) {
  if (bytes.size() > kMaxFeedBytes) return fail(ErrorCode::TooLarge, "the feed is larger than 20 MB", std::string(url));
  if (trim(bytes).empty()) return fail(ErrorCode::Malformed, "this is no feed but an empty document", std::string(url));
  if (!is_json(bytes)) return read_xml_feed(bytes, url, content_type);
  // JSON is UTF-8 whatever the header says (RFC 8259 §8.1).
  return read_json_feed(html::decode(bytes, "", html::Markup::Xml).text, url);
}

std::string what_is_missing(const Feed& feed) {
  if (feed.is_cut) {
    return "the feed has more elements than are read: what stands after the first " + std::to_string(kMaxXmlNodes) +
           " was left out";
  }
  if (feed.entries_left_out == 0) return {};
  return "the feed has more entries than are taken: " + std::to_string(feed.entries_left_out) + " after the first " +
         std::to_string(kMaxEntries) + " were left out";
}

} // namespace trawl::feed
