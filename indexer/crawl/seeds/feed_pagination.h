// SPDX-License-Identifier: GPL-3.0-or-later
/// The older pages of feeds that do not say where they are (RFC 5005 "next" does): WordPress and Blogger number them.
/// Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::crawl {

/// The address of the page after the one found at `url`, or empty if the feed is of another program or at its end.
/// WordPress: ?paged=2, 3, … until it answers 404. Blogger: ?start-index=26, … as far as openSearch:totalResults says.
std::string older_page(std::string_view feed_bytes, std::string_view url, std::size_t entries);

} // namespace trawl::crawl
