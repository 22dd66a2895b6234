// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/feed.h"

#include <algorithm>
#include <string>

#include "indexer/feed/formats/feed_format.h"
#include "indexer/html/charset.h"
#include "shared/base/ascii.h"

namespace trawl::feed {
namespace {

constexpr std::size_t kMaxFeedBytes = 20u << 20;

/// The number of elements that are tested for being the root of a feed. Junk before the root is usually a few tags of a
/// server's warning.
constexpr int kMaxJunkElements = 200;

/// Names the kind of a document that is not a feed, by its first element; empty if the element is unknown.
std::string_view kind_of_document(std::string_view local) {
  if (local == "html" || local == "head" || local == "body") return "an HTML page";
  if (local == "urlset" || local == "sitemapindex") return "a sitemap";
  if (local == "opml") return "an OPML list of feeds";
  return {};
}

const FeedFormat* sniff(const FeedDocument& document) {
  const auto formats = feed_formats();
  const auto found = std::ranges::find_if(formats, [&](const FeedFormat& format) { return format.sniff(document); });
  return found == formats.end() ? nullptr : &*found;
}

/// Finds the root of the feed, and its format.
Result<const FeedFormat*> find_root(FeedDocument& document) {
  const auto not_a_feed = [&](std::string_view what) {
    return fail(ErrorCode::Malformed, "this is not a feed but " + std::string(what), document.url);
  };
  const XmlTree& tree = document.tree;
  int seen = 0;
  for (NodeId at = tree.first_root; at != kNoNode && seen < kMaxJunkElements;
       at = next_in_document(tree, at, kNoNode)) {
    if (!tree[at].is_element) continue;
    document.root = at;
    if (const FeedFormat* const format = sniff(document)) return format;
    if (++seen > 1) continue;
    // A feed inside an HTML page is an example in its text.
    if (const auto kind = kind_of_document(tree[at].local); !kind.empty()) return not_a_feed(kind);
  }
  return not_a_feed(seen ? "another kind of XML document" : "something that is not XML");
}

Result<Feed> read_as(const FeedFormat& format, const FeedDocument& document) {
  TRAWL_TRY(Feed feed, format.read(document));
  feed.format = format.name;
  return feed;
}

/// Whether the XML declaration names an unknown encoding.
bool has_unknown_encoding(const html::Decoded& decoded) {
  const std::string_view prolog = std::string_view(decoded.text).substr(0, decoded.text.find("?>"));
  return decoded.source != html::CharsetSource::Guess && ascii::trim(prolog).starts_with("<?xml") &&
         prolog.contains("encoding") && !ascii::to_lower(prolog).contains("utf") &&
         html::encoding_of_xml_declaration(decoded.text).empty();
}

} // namespace

Result<Feed> parse_feed(std::string_view bytes, std::string_view url, std::string_view content_type) {
  FeedDocument document{.bytes = bytes, .url = std::string(url), .tree = {}};
  if (bytes.size() > kMaxFeedBytes) return fail(ErrorCode::TooLarge, "the feed is larger than 20 MB", document.url);
  if (ascii::trim(bytes).empty()) return fail(ErrorCode::Malformed, "the feed is empty", document.url);
  if (const FeedFormat* const format = sniff(document)) return read_as(*format, document);

  const html::Decoded decoded = html::decode(bytes, content_type, html::Markup::Xml);
  document.tree = read_feed_xml(decoded.text);
  TRAWL_TRY(const FeedFormat* const format, find_root(document));
  TRAWL_TRY(Feed feed, read_as(*format, document));
  const bool has_bad_bytes = decoded.encoding == "UTF-8" && html::census_of(bytes).errors > 0;
  feed.is_cut = document.tree.is_cut;
  feed.malformed = !document.tree.well_formed || has_bad_bytes || has_unknown_encoding(decoded);
  return feed;
}

std::string what_is_missing(const Feed& feed) {
  if (feed.is_cut)
    return "the feed is too large: only its first " + std::to_string(kMaxXmlNodes) + " elements were read";
  if (feed.entries_left_out == 0) return {};
  return "the feed has too many entries: " + std::to_string(feed.entries_left_out) + " after the first " +
         std::to_string(kMaxEntries) + " were left out";
}

} // namespace trawl::feed
