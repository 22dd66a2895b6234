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
  std::vector<std::string> words; ///< folded; of Chinese, Japanese and Korean each character
  std::size_t titles = 0;         ///< that contain it
  std::string text = {};          ///< the words as one of the titles has them: with blanks between them or without
};

/// Runs of two to five words that begin with `words` and a word with the prefix `beginning` (all folded), in at least
/// two of `titles`; most frequent first, longer before shorter. Two Chinese, Japanese or Korean characters count as a
/// word. Phrases do not end with a stop word, and begin with one only if it is among `words`. A phrase is left out if a
/// longer one is in as many titles, or if it adds a single character to another one, mostly a particle. Linear in the
/// words of the titles.
std::vector<TitlePhrase> shared_phrases(std::span<const std::string> titles, std::span<const std::string> words,
                                        std::string_view beginning);

/// Whether a word is a single Chinese, Japanese or Korean character, as the tokenizer gives them.
bool is_cjk_character(std::string_view word);

} // namespace trawl::search
