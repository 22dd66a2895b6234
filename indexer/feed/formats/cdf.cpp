// SPDX-License-Identifier: GPL-3.0-or-later
/// Microsoft's Channel Definition Format (https://www.w3.org/TR/NOTE-CDFsubmit.html).
#include <algorithm>

#include "indexer/feed/formats/feed_format.h"
#include "indexer/feed/formats/text_construct.h"
#include "indexer/feed/html_fragment.h"
#include "shared/text/dates/parse_date.h"

namespace trawl::feed {
namespace {

using namespace vocabulary;

std::string link_of(const FeedDocument& document, NodeId node) {
  if (const auto href = attribute(document.tree, node, "href"); !href.empty())
    return absolute_link(href, document.base_of(node));
  const auto anchors = document.all(node, {{None, "a"}});
  return anchors.empty() ? std::string{}
                         : absolute_link(attribute(document.tree, anchors.front(), "href"), document.base_of(node));
}

std::optional<Date> modified_of(const FeedDocument& document, NodeId node) {
  return text::parse_feed_date(attribute(document.tree, node, "lastmod"));
}

/// Whether the root is a CDF <channel>. RSS has one, too, but CDF writes addresses and dates as attributes.
bool is_cdf(const FeedDocument& document) {
  const XmlTree& tree = document.tree;
  if (!document.root_is("channel")) return false;
  const auto has_cdf_attribute = [&](NodeId node) {
    return !attribute(tree, node, "href").empty() || !attribute(tree, node, "lastmod").empty();
  };
  const auto children = child_elements(tree, document.root);
  return has_cdf_attribute(document.root) || std::ranges::any_of(children, [&](NodeId child) {
           return tree[child].local == "abstract" || (tree[child].local == "item" && has_cdf_attribute(child));
         });
}

Result<Feed> read_cdf(const FeedDocument& document) {
  Feed feed;
  feed.title = title_of(document, document.first(document.root, {{None, "title"}}));
  feed.description = html_of(document, document.first(document.root, {{None, "abstract"}}));
  feed.link = link_of(document, document.root);
  feed.updated = modified_of(document, document.root);
  for (const NodeId item : document.outermost(document.root, "item")) {
    if (feed.entries.size() == kMaxEntries) {
      ++feed.entries_left_out;
      continue;
    }
    FeedEntry entry;
    entry.title = title_of(document, document.first(item, {{None, "title"}}));
    entry.summary = html_of(document, document.first(item, {{None, "abstract"}}));
    entry.link = link_of(document, item);
    entry.updated = modified_of(document, item);
    entry.content_base = document.base_of(item);
    feed.entries.push_back(std::move(entry));
  }
  return feed;
}

} // namespace

FeedFormat cdf_format() { return {"cdf", is_cdf, read_cdf}; }

} // namespace trawl::feed
