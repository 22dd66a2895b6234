// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads a feed that a test writes out.
#pragma once

#include "indexer/feed/feed.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>

/// The feed in `document`, which a test expects to be readable.
inline trawl::feed::Feed read_feed(const std::string& document, const std::string& url = "https://a.example/feed") {
  auto feed = trawl::feed::parse_feed(document, url, "");
  REQUIRE(feed);
  return std::move(*feed);
}

/// The only entry of the feed in `document`.
inline trawl::feed::FeedEntry read_entry(const std::string& document) {
  auto feed = read_feed(document);
  REQUIRE(feed.entries.size() == 1);
  return std::move(feed.entries.front());
}

/// The only item of an RSS feed, with these elements inside.
inline trawl::feed::FeedEntry rss_item(const std::string& elements) {
  return read_entry("<rss version='2.0'><channel><item>" + elements + "</item></channel></rss>");
}

/// The only entry of an Atom feed, with these elements inside.
inline trawl::feed::FeedEntry atom_entry(const std::string& elements) {
  return read_entry("<feed xmlns='http://www.w3.org/2005/Atom'><entry>" + elements + "</entry></feed>");
}

inline std::string date_text(const std::optional<trawl::Date>& date) { return date ? trawl::to_text(*date) : "none"; }
