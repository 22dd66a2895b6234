// SPDX-License-Identifier: GPL-3.0-or-later
/// Phrases that several titles share: what people write about, in their own words.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

struct TitlePhrase {
  std::vector<std::string> words; ///< folded
  std::size_t titles = 0;         ///< that contain it
};

/// Runs of two to five words that begin with `words` and a word with the prefix `beginning` (all folded), in at least
/// two of `titles`; most frequent first, longer before shorter. They neither begin nor end with a stop word. A phrase
/// is left out if a longer one is in as many titles. Linear in the words of the titles.
std::vector<TitlePhrase> shared_phrases(std::span<const std::string> titles, std::span<const std::string> words,
                                        std::string_view beginning);

} // namespace trawl::search
