// SPDX-License-Identifier: GPL-3.0-or-later
/// A page's title and what stands around it: "X | Section | Site".
#pragma once

#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Where a separator stands in a title.
struct TitleSplit {
  std::size_t begin = 0, end = 0;
};

/// The separators of a title, from left to right; none of a text longer than 1,000 bytes, which is no title.
std::vector<TitleSplit> title_splits(std::string_view title);

/// `title` less the parts that name the site, a section or a date: "X | Site" is "X". The title itself if it has none.
std::string title_without_site(std::string_view title, const SiteNames& site);

} // namespace trawl::extract
