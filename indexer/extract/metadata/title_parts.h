// SPDX-License-Identifier: GPL-3.0-or-later
/// Splits titles like "X | Section | Site".
#pragma once

#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// A separator in a title: bytes [begin, end).
struct TitleSplit {
  std::size_t begin = 0, end = 0;
};

/// The separators of a title, from left to right. Empty for texts over 1,000 bytes, which are not titles.
std::vector<TitleSplit> title_splits(std::string_view title);

/// Where ": " ends the first part of a title ("Site: X"); nullopt if it has no colon.
std::optional<TitleSplit> colon_split(std::string_view title);

/// `title` without the parts that name the site, a section or a date: "X | Site" is "X". Returns `title` if the result
/// would be empty.
std::string title_without_site(std::string_view title, const SiteNames& site);

} // namespace trawl::extract
