// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/dialects.h"

#include "indexer/feed/markup.h"
#include "shared/text/date_parse.h"

namespace trawl::feed {
namespace {

using enum Vocabulary;

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

} // namespace

Feed read_cdf(const FeedDocument& document) {
  Feed feed;
  feed.format = "cdf";
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

} // namespace trawl::feed
