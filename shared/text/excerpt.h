// SPDX-License-Identifier: GPL-3.0-or-later
/// What a text begins to say, for results and feeds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::text {

inline constexpr std::size_t kExcerptWords = 140;

/// Where the first line of prose (text_runs.h) with a sentence begins, not the buttons, date or heading before it, in
/// the first 4,800 bytes; 0 if there is none.
std::size_t first_sentence(std::string_view text);

/// The first `max_words` words (reading_time.h) from the first sentence on; on one line, with single spaces; "…" after
/// the last word if more follow. Never cuts a word, and looks for the sentence, and for words, in 4,800 bytes at most.
std::string excerpt(std::string_view text, std::size_t max_words = kExcerptWords);

} // namespace trawl::text
