// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds candidates for a site's feeds: those that its page declares (HTML Standard §4.6.7.1) or links to, and the
/// usual paths.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

/// How a candidate was found, most certain first.
enum class CandidateOrigin : std::uint8_t {
  Declared,  ///< <link rel="alternate"> of a feed's type, or rel="feed"
  Linked,    ///< an anchor whose URL looks like a feed's
  WellKnown, ///< a usual path, which may not exist
  Sitemap,   ///< a declared or usual sitemap, which lists articles without their text
};

struct FeedCandidate {
  std::string url;   ///< absolute
  std::string title; ///< from the page, or empty
  CandidateOrigin origin = CandidateOrigin::WellKnown;
};

/// The candidates of a homepage (`html`: UTF-8; of one that cannot be parsed, the usual paths), best first, each URL
/// once. Feeds of comments and of single tags are ranked after the others. Does not fetch anything.
std::vector<FeedCandidate> discover_feeds(std::string html, std::string_view url);

} // namespace trawl::feed
