// SPDX-License-Identifier: GPL-3.0-or-later
/// The beginning of a text, as cards and feeds show it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::text {

inline constexpr std::size_t kExcerptWords = 140;

/// The first `max_words` words (reading_time.h) on one line, white space as single blanks; "…" glued to the last word
/// if more follow. Words are never cut.
std::string excerpt(std::string_view text, std::size_t max_words = kExcerptWords);

} // namespace trawl::text
