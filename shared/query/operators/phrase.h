// SPDX-License-Identifier: GPL-3.0-or-later
/// "a b": words in this order. "a b"~4: each at most 4 words after the one before.
#pragma once

#include "shared/query/tree.h"
#include "shared/query/word_parser.h"

#include <string_view>

namespace trawl::query {

/// The words of `text` as a phrase with that slop (0: side by side); a single word as itself, but a name of several
/// words (k-means) as a phrase too. `lexeme`: where warnings point. Empty without words.
QueryTree read_phrase(WordParser& words, std::size_t lexeme, std::string_view text, int distance);

} // namespace trawl::query
