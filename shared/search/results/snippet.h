// SPDX-License-Identifier: GPL-3.0-or-later
/// Snippets: the passages of a text that show best why it was found.
#pragma once

#include "shared/search/response.h"
#include "shared/search/results/highlight.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::search {

/// At most `count` passages of about `words` words each, not overlapping, in the order of the text: those with the most
/// different terms, then with the most hits; terms that one passage shows count little for the next. A passage begins
/// with a sentence if one begins shortly before its first hit. Without a hit, the beginning of the text is shown. Words
/// are runs between blanks; in Chinese, Japanese and Korean, pairs of characters. Any white space becomes one blank.
/// Linear.
std::vector<Snippet> make_snippets(std::string_view text, const Highlighter& highlighter, std::size_t count,
                                   std::size_t words);

} // namespace trawl::search
