// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/sitemap.h"

#include <algorithm>

#include "indexer/feed/feed.h"
#include "indexer/feed/feed_xml.h"
#include "indexer/feed/gunzip.h"
#include "indexer/feed/html_fragment.h"
#include "indexer/html/charset.h"
#include "shared/base/ascii.h"
#include "shared/text/dates/parse_date.h"
#include "shared/url/url.h"

namespace trawl::feed {
namespace {

using ascii::trim;

// The protocol allows 50,000 URLs and 50 MiB, uncompressed.
constexpr std::size_t kMaxUrls = 50'000;
constexpr std::size_t kMaxBytes = 50u << 20;
constexpr std::size_t kMaxNodes = 1'000'000; // 20 for each URL

/// Empty for an empty reference, which would otherwise be the base itself.
std::string absolute_http(std::string_view reference, std::string_view base) {
  const std::string folded = fold_spaces(reference);
  if (folded.empty()) return {};
  return url::resolve(folded, base.empty() ? std::string_view(folded) : base);
}

/// The text of the first descendant of `node` with that local name.
std::string text_below(const XmlTree& tree, NodeId node, std::string_view local) {
  for (NodeId at = next_in_document(tree, node, node); at != kNoNode && at != node;
       at = next_in_document(tree, at, node)) {
    if (tree[at].is_element && tree[at].local == local) return fold_spaces(text_content(tree, at));
  }
  return {};
}

SitemapEntry read_entry(const XmlTree& tree, NodeId node, std::string_view base) {
  SitemapEntry entry;
  entry.url = absolute_http(text_below(tree, node, "loc"), base);
  entry.modified = text::parse_feed_date(text_below(tree, node, "lastmod"));
  for (const NodeId child : child_elements(tree, node)) {
    if (tree[child].local != "news") continue;
    entry.published = text::parse_feed_date(text_below(tree, child, "publication_date"));
    entry.title = text_below(tree, child, "title");
  }
  return entry;
}

bool is_sitemap_root(std::string_view local) { return local == "urlset" || local == "sitemapindex"; }

NodeId find_root(const XmlTree& tree) {
  for (NodeId at = tree.first_root; at != kNoNode; at = next_in_document(tree, at, kNoNode)) {
    if (tree[at].is_element && is_sitemap_root(tree[at].local)) return at;
  }
  return kNoNode;
}

Sitemap read_xml_sitemap(const XmlTree& tree, NodeId root, std::string_view base) {
  Sitemap sitemap;
  sitemap.malformed = !tree.well_formed;
  sitemap.is_cut = tree.is_cut;
  NodeId at = next_in_document(tree, root, root);
  while (at != kNoNode && at != root) {
    const XmlNode& node = tree[at];
    const bool is_page = node.is_element && node.local == "url";
    const bool is_sitemap = node.is_element && node.local == "sitemap";
    if (is_page || is_sitemap) {
      if (sitemap.pages.size() + sitemap.sitemaps.size() == kMaxUrls) {
        sitemap.is_cut = true;
        break;
      }
      SitemapEntry entry = read_entry(tree, at, base);
      if (!entry.url.empty()) (is_page ? sitemap.pages : sitemap.sitemaps).push_back(std::move(entry));
    }
    // If the end tag of an entry is missing, the next entry is inside it. So look inside, too.
    at = next_in_document(tree, at, root);
  }
  return sitemap;
}

/// A text file with one URL per line; nullopt if the first line with text is not a URL.
std::optional<Sitemap> read_text_list(std::string_view text) {
  Sitemap sitemap;
  while (!text.empty() && sitemap.pages.size() < kMaxUrls) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    if (!line.starts_with("http://") && !line.starts_with("https://")) {
      if (sitemap.pages.empty()) return std::nullopt;
      sitemap.malformed = true;
      continue;
    }
    if (auto url = absolute_http(line, {}); !url.empty()) sitemap.pages.push_back({std::move(url), {}, {}, {}});
  }
  sitemap.is_cut = !trim(text).empty();
  return sitemap.pages.empty() ? std::nullopt : std::optional(std::move(sitemap));
}

/// A feed may serve as a sitemap (sitemaps.org, "Other Sitemap formats").
Result<Sitemap> read_feed_as_sitemap(std::string_view bytes, std::string_view url, std::string_view content_type) {
  const auto feed = parse_feed(bytes, url, content_type);
  if (!feed) return fail(ErrorCode::Malformed, "this is neither a sitemap nor a list of URLs", std::string(url));
  Sitemap sitemap;
  sitemap.malformed = feed->malformed;
  sitemap.is_cut = !what_is_missing(*feed).empty();
  for (const FeedEntry& entry : feed->entries) {
    if (!entry.link.empty()) sitemap.pages.push_back({entry.link, entry.updated, entry.published, entry.title});
  }
  return sitemap;
}

} // namespace

Result<Sitemap> parse_sitemap(std::string_view bytes, std::string_view url, std::string_view content_type) {
  std::string unpacked;
  if (is_gzip(bytes)) {
    TRAWL_TRY(unpacked, gunzip(bytes, kMaxBytes));
    bytes = unpacked;
  }
  if (bytes.size() > kMaxBytes) return fail(ErrorCode::TooLarge, "the sitemap is larger than 50 MiB", std::string(url));
  const std::string text = html::decode(bytes, content_type, html::Markup::Xml).text;
  if (auto list = read_text_list(text)) return std::move(*list);
  const XmlTree tree = read_feed_xml(text, kMaxNodes);
  if (const NodeId root = find_root(tree); root != kNoNode) return read_xml_sitemap(tree, root, url);
  return read_feed_as_sitemap(bytes, url, content_type);
}

} // namespace trawl::feed
