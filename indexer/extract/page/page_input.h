// SPDX-License-Identifier: GPL-3.0-or-later
/// What is known of a page before it is read: its bytes, its address, and what its feed says about it.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

class PageRules;
class SiteKnowledge;

/// The page's feed entry: a signal for title, dates and authors, and the text if the page has none.
struct FeedSignal {
  std::string title;
  std::string site; ///< title of the feed itself, which names the site
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
  std::string url;          ///< of the page, after redirects
  std::string content_type; ///< of the HTTP header; may be empty
  std::optional<FeedSignal> feed;
  Moment now{};                        ///< later dates are rejected; 0: none are
  const PageRules* rules = nullptr;    ///< those of the page's source, if it has any; not owned
  bool is_explained = false;           ///< fill Extract::dropped
  const SiteKnowledge* site = nullptr; ///< what the pages of the page's site have in common; not owned
  Moment first_seen{};                 ///< when the page was fetched first; it was published no later. 0: unknown
};

} // namespace trawl::extract
