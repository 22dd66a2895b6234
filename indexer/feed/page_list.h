// SPDX-License-Identifier: GPL-3.0-or-later
/// A page that lists articles, such as an archive: its links to articles with their dates, and the next page of the
/// list.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

struct PageLink {
  std::string url;          ///< absolute, without fragment
  std::optional<Date> date; ///< found in the same list item
};

struct PageList {
  std::vector<PageLink> links; ///< in order, each URL once, at most kMaxPageLinks
  std::string next;            ///< the next (older) page of the list, or empty
};

inline constexpr std::size_t kMaxPageLinks = 5'000;

/// Whether a URL, in the form of `PageLink::url`, is that of an article.
using LinkFilter = std::function<bool(std::string_view url)>;

/// Reads the links of `html` (UTF-8), the page at `url`; respects `<base href>`. The next page is the link with
/// `rel="next"`, else a link on the same host whose class, label or text says "next" in one of many languages. TooLarge
/// or Timeout: it cannot be parsed within the limits of html::Dom.
Result<PageList> read_page_list(std::string html, std::string_view url, const LinkFilter& is_article);

} // namespace trawl::feed
