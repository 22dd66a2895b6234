// SPDX-License-Identifier: GPL-3.0-or-later
/// Sitemaps and sitemap indexes (https://www.sitemaps.org/protocol.html), also ill-formed ones, and gzip.
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
  std::optional<Date> modified;  ///< lastmod: a hint only
  std::optional<Date> published; ///< news:publication_date
  std::string title;             ///< news:title
};

struct Sitemap {
  std::vector<SitemapEntry> pages;
  std::vector<SitemapEntry> sitemaps; ///< of an index
  bool malformed = false;
  bool is_cut = false; ///< it has more than is read
};

/// Reads a sitemap, a sitemap index, or a plain text list of URLs. At most 50,000 entries, and a million elements and
/// texts. Malformed: it is none.
Result<Sitemap> parse_sitemap(std::string_view bytes, std::string_view url, std::string_view content_type);

} // namespace trawl::feed
