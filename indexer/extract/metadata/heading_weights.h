// SPDX-License-Identifier: GPL-3.0-or-later
/// How much each heading of a page counts in the vote for its title.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"
#include "indexer/extract/metadata/site_name.h"

#include <string>
#include <vector>

namespace trawl::extract {

/// The share of its weight that a candidate keeps if it names the site, or the book whose chapter the page is.
inline constexpr double kGeneralNameShare = 0.1;

/// The page's own titles, with which its headings are compared.
struct PageTitles {
  std::string whole;       ///< the title element
  std::string document;    ///< the same without the site's name
  std::string open_graph;  ///< og:title without the site's name
  bool is_article = false; ///< the page says that it is an article
};

/// The weights of `signals.headings`, in their order.
std::vector<double> heading_weights(const MetadataSignals& signals, const SiteNames& site, const PageTitles& titles);

/// Whether the heading is in boilerplate or comments.
bool is_beside_article(const HeadingSignal& heading);

} // namespace trawl::extract
