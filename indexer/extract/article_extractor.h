// SPDX-License-Identifier: GPL-3.0-or-later
/// A page's bytes to an article: the one way in, pure. What the feed said about the page is one witness among others.
#pragma once

#include "shared/article/article.h"
#include "shared/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

class PageRules;

/// What the feed entry says, a witness for title, dates, authors, and the text when the page has none.
struct FeedSignal {
  std::string title;
  std::vector<std::string> authors;
  std::optional<Date> published;
  std::optional<Date> updated;
  std::vector<std::string> categories;
  std::string body_html; ///< content, else summary
  std::string language;
  std::string image;
};

struct PageInput {
  std::string_view bytes;
  std::string url;          ///< where the page was found, after redirects
  std::string content_type; ///< of the header; may be empty
  std::optional<FeedSignal> feed;
  Moment now{};                     ///< dates beyond it are refused; 0: no check
  const PageRules* rules = nullptr; ///< of its source, if it has any; not owned
};

/// What was found on the page. `article` has url, title, authors, affiliations, dates, language, text, image, words,
/// reading_minutes and provenance set; source, id, tags and category are not the page's to say.
struct Extract {
  Article article;
  std::string canonical_url; ///< the page's own claim (canonical link, og:url), absolute; may be empty
  std::string site_name;
  std::string description;
  std::vector<std::string> keywords; ///< the page's own tags and sections
  std::string refresh_url;           ///< a meta refresh's target, absolute; may be empty
  int refresh_seconds = -1;
  bool noindex = false;        ///< robots meta
  bool text_from_feed = false; ///< the page held no usable text
  std::vector<std::string> warnings;
};

/// Never throws; hostile or deep pages end at a budget. TooLarge, Timeout, Malformed (no HTML at all).
Result<Extract> extract_page(const PageInput& input);

/// What a feed entry alone gives, for sources whose pages are not fetched.
Extract extract_feed_entry(const FeedSignal& feed, const std::string& url, Moment now);

} // namespace trawl::extract
