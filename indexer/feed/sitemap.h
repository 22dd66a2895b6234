// SPDX-License-Identifier: GPL-3.0-or-later
/// Sitemaps and sitemap indexes (https://www.sitemaps.org/protocol.html), including ill-formed and gzipped ones.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

struct SitemapEntry {
  std::string url;               ///< absolute
  std::optional<Date> modified;  ///< lastmod; often wrong
  std::optional<Date> published; ///< news:publication_date
  std::string title;             ///< news:title
};

struct Sitemap {
  std::vector<SitemapEntry> pages;
  std::vector<SitemapEntry> sitemaps; ///< those that an index lists
  bool malformed = false;
  bool is_cut = false; ///< it has more entries or elements than were read
};

/// Reads a sitemap, a sitemap index, a text file of URLs, or a feed. At most 50,000 entries, and a million elements and
/// texts. Malformed: this is none of them. TooLarge: more than 50 MiB, unpacked.
Result<Sitemap> parse_sitemap(std::string_view bytes, std::string_view url, std::string_view content_type);

} // namespace trawl::feed
