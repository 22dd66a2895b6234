// SPDX-License-Identifier: GPL-3.0-or-later
/// The articles that a listing page links to, and the page after it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

struct PageLink {
  std::string url;  ///< absolute, without fragment
  std::string text; ///< of the anchor: one line; the longest, where a page links to the same address twice
};

struct PageList {
  std::vector<PageLink> links; ///< in order, each address once, at most kMaxPageLinks
  std::string next;            ///< the next (older) page of the list, or empty
};

inline constexpr std::size_t kMaxPageLinks = 5'000;

/// Whether an address, as `PageLink::url` has it, is an article's.
using LinkFilter = std::function<bool(std::string_view url)>;

/// Reads the links of `html` (UTF-8) found at `url`. `<base href>` is honoured. The next page is what `rel="next"`
/// says, else a link on the same host whose class, label or text is the usual one of pagers in many languages.
PageList read_page_list(std::string_view html, std::string_view url, const LinkFilter& is_article);

} // namespace trawl::feed
