// SPDX-License-Identifier: GPL-3.0-or-later
/// Extracts an article from the bytes of a page: text, title, authors, dates, language. Pure: no clock, no network.
///
/// The metadata of the page's feed entry is one signal among others.
#pragma once

#include "indexer/extract/page/page_input.h"
#include "indexer/extract/page/removal.h"
#include "shared/article/article.h"
#include "shared/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The result of extraction. These fields of `article` are set: url, title, authors, affiliations, dates, language,
/// text, captions, image, words, reading_minutes and provenance. Source, id, tags and category are set by others.
struct Extract {
  Article article;
  std::string canonical_url; ///< what the page claims (canonical link, og:url), absolute; may be empty
  std::string site_name;
  std::string description;
  std::vector<std::string> keywords; ///< the page's own tags and sections
  std::string refresh_url;           ///< the target of a meta refresh, absolute; may be empty
  int refresh_seconds = -1;          ///< -1: there is no meta refresh
  bool noindex = false;              ///< robots meta
  bool read_by_site = false;         ///< the pages of its site decided what is left out, not this one alone
  std::vector<DroppedPart> dropped;  ///< in document order, if PageInput::is_explained
  std::vector<std::string> warnings;
};

/// Extracts the article of a page. Never throws; hostile or deeply nested pages end at a budget. TooLarge: depth,
/// attributes or memory; Timeout: the parse took too long.
Result<Extract> extract_page(const PageInput& input);

/// Sets the authors of an article that has none from the first lines of its text, if these are a byline.
void take_lead_byline(Article& article);

/// Extracts the article of a feed entry alone, for sources whose pages are not fetched.
Extract extract_feed_entry(const FeedSignal& feed, const std::string& url, Moment now);

} // namespace trawl::extract
