// SPDX-License-Identifier: GPL-3.0-or-later
/// The article's title: a vote among the page's headings, its meta elements, JSON-LD and the title element.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"
#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::extract {

struct TitleChoice {
  std::string title;
  std::string from;      ///< the signals that agree, headings first: "h1, og:title"
  std::size_t order = 0; ///< position of the heading that is the title; 0: no heading is
};

/// Returns an empty title if no signal gives one. `feed_title`: of the page's feed entry; may be empty.
TitleChoice choose_title(const MetadataSignals& signals, const SiteNames& site, std::string_view feed_title);

} // namespace trawl::extract
