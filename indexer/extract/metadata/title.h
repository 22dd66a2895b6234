// SPDX-License-Identifier: GPL-3.0-or-later
/// The article's title, by agreement of the page's headings, its meta elements, JSON-LD and the title element.
#pragma once

#include "indexer/extract/metadata/metadata_signals.h"
#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::extract {

struct TitleChoice {
  std::string title;
  std::string from;      ///< the witnesses that agree, the strongest first: "h1, og:title"
  std::size_t order = 0; ///< where its heading stands; 0: no heading is it
};

/// Empty if no witness has any. `feed_title`: may be empty.
TitleChoice choose_title(const Witnesses& witnesses, const SiteNames& site, std::string_view feed_title);

/// The JSON-LD item that describes this page's article: the one whose headline or address is the page's; nullptr if
/// there is none or they are several and none agrees. Points into `witnesses`.
const JsonLdItem* main_json_ld_item(const Witnesses& witnesses, std::string_view url);

} // namespace trawl::extract
