// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether to believe the page or its feed entry about the article's text.
#pragma once

#include <string_view>

namespace trawl::extract {

/// Whether the feed's text should stand for the page's: the page gave none, much less than the feed, or something else
/// altogether (a cookie wall, an application that draws its text by script, another article).
bool is_feed_text_better(std::string_view page_text, std::string_view feed_text);

} // namespace trawl::extract
