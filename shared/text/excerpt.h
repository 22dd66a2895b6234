// SPDX-License-Identifier: GPL-3.0-or-later
/// What a text begins to say, for results and feeds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::text {

inline constexpr std::size_t kExcerptWords = 140;

/// The first `max_words` words (reading_time.h) from the first sentence in prose on (text_runs.h), not from the
/// buttons, date or heading before it; on one line, with single spaces; "…" after the last word if more follow. Never
/// cuts a word, and looks for the sentence, and for words, in 4,800 bytes at most.
std::string excerpt(std::string_view text, std::size_t max_words = kExcerptWords);

} // namespace trawl::text
