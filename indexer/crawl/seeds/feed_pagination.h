// SPDX-License-Identifier: GPL-3.0-or-later
/// Older pages of feeds without a "next" link (RFC 5005): WordPress and Blogger number them. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::crawl {

/// The URL of the page after the one at `url`; empty if another program made the feed or this is the last page.
/// WordPress: ?paged=2, 3, … until it answers 404. Blogger: ?start-index=26, … up to openSearch:totalResults.
std::string older_page(std::string_view feed_bytes, std::string_view url, std::size_t entries);

} // namespace trawl::crawl
