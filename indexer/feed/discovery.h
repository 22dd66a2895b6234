// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the feeds of a site may be: what its page declares and links to, and where sites usually keep them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

/// How a candidate was found, surest first.
enum class CandidateOrigin : std::uint8_t {
  Declared,  ///< <link rel="alternate"> of a feed's type, or rel="feed"
  Linked,    ///< an anchor that looks like a feed's
  WellKnown, ///< a usual path; nothing says that it is there
  Sitemap,   ///< a declared or usual sitemap: articles without texts
};

struct FeedCandidate {
  std::string url;   ///< absolute
  std::string title; ///< as the page calls it, or empty
  CandidateOrigin origin = CandidateOrigin::WellKnown;
};

/// Candidates of a homepage (`html`: UTF-8, may be empty), best first, each address once. Feeds of comments and of
/// single tags come last among the declared ones. Pure: asks nobody.
std::vector<FeedCandidate> discover_feeds(std::string_view html, std::string_view url);

} // namespace trawl::feed
