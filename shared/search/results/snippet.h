// SPDX-License-Identifier: GPL-3.0-or-later
/// The passages of a text that show best why it was found.
#pragma once

#include "shared/search/response.h"
#include "shared/search/results/highlight.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::search {

/// At most `count` passages of about `words` words each, not overlapping, in the order of the text: those that hold the
/// most different terms, then the most hits; what one passage shows counts little for the next. A passage begins where
/// a sentence does if one begins shortly before its first hit. Without a hit: the beginning of the text. Words are runs
/// between blanks, and in Chinese, Japanese and Korean two characters. Blanks and line ends become one blank. Linear.
std::vector<Snippet> make_snippets(std::string_view text, const Highlighter& highlighter, std::size_t count,
                                   std::size_t words);

} // namespace trawl::search
