// SPDX-License-Identifier: GPL-3.0-or-later
/// Chooses between the text of a page and the text of its feed entry.
#pragma once

#include <string_view>

namespace trawl::extract {

/// Whether the feed entry's text should replace the page's. It should if the page has no text, much less text than the
/// feed, or unrelated text (a cookie wall, a page drawn by scripts, another article).
bool is_feed_text_better(std::string_view page_text, std::string_view feed_text);

} // namespace trawl::extract
