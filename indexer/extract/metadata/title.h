// SPDX-License-Identifier: GPL-3.0-or-later
/// The article's title: a vote among the page's headings, its meta elements, JSON-LD and the title element.
#pragma once

#include "indexer/extract/metadata/signals.h"
#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
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

/// The first article whose headline agrees with the page's title or an h1; else the only article. Null if there is
/// none. Points into `signals`.
const JsonLdItem* find_main_item(const MetadataSignals& signals);

/// Whether the heading is in boilerplate or comments.
bool is_beside_article(const HeadingSignal& heading);

struct TitleChoice {
  std::string title;
  std::string from;      ///< the signals that agree, headings first: "h1, og:title"
  std::size_t order = 0; ///< position of the heading that is the title; 0: no heading is
};

/// Returns an empty title if no signal gives one. `feed_title`: of the page's feed entry; may be empty.
TitleChoice choose_title(const MetadataSignals& signals, const SiteNames& site, std::string_view feed_title);

} // namespace trawl::extract
