// SPDX-License-Identifier: GPL-3.0-or-later
/// Search results as a feed: RSS 2.0, with the links of Atom (RFC 4287) to itself and to its next page (RFC 5005).
///
/// An item's id is urn:trawl:<article id>, whatever the query, title or host. The summary is the snippet as plain text;
/// the whole article only on request. Undated items have no date.
#pragma once

#include "shared/search/response.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::api {

struct FeedContext {
  std::string self_url;     ///< absolute URL of this feed
  std::string page_url;     ///< absolute URL of the search as a page
  std::string next_url;     ///< absolute URL of the next page of the feed, or empty
  Moment now{};             ///< the feed's date when it has no items
  bool has_content = false; ///< items have the whole article as HTML; the hits have its text
};

std::string rss_feed(const search::SearchResponse& response, const FeedContext& context);

/// The newest `indexed` of the hits: for Last-Modified.
std::optional<Moment> newest_indexed(const search::SearchResponse& response);

/// A source and its folder, which is the category of most of its articles; empty: not in a folder.
struct FiledSource {
  search::SourceStatus source;
  std::string folder;
};

/// Each source with the feed of a search for its articles (`base_url` and /v1/search.rss?source=ID). Folders are in
/// alphabetical order, sources in the order given. The title
/// contains the warnings: feed readers show nothing else.
std::string opml(const std::vector<FiledSource>& sources, const std::string& base_url,
                 const std::vector<search::Warning>& warnings = {});

} // namespace trawl::api
