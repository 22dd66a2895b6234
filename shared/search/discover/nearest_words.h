// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of the index near a word that may be misspelt.
#pragma once

#include "shared/search/index_view.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trawl::search {

/// A word of the index that may have been meant.
struct NearWord {
  std::string word;
  std::size_t articles = 0; ///< that have it in this form
  double likelihood = 0;    ///< of the mistake that turns it into what was typed, relative to a missing letter

  /// A noisy channel: how often the word is used, times how likely the mistake is.
  double score() const { return likelihood * static_cast<double>(articles); }
};

/// Whether near words are looked for: three to forty ASCII letters and digits.
bool has_near_words(const std::string& folded);

/// The words one edit away: a letter or digit missing, added, wrong, or two neighbours swapped. Highest score first.
/// Those that share the first `first` letters and that at least `least` articles have. Asks the filters of the parts
/// about 75 times for each other letter.
std::vector<NearWord> words_one_edit_away(const IndexView& view, const std::string& folded, std::size_t first = 0,
                                          std::size_t least = 1);

/// The beginning of a word of the index, one edit away from `folded`, that the most articles have; nullopt if there is
/// none.
std::optional<std::string> nearest_beginning(const IndexView& view, const std::string& folded, Budget& budget);

/// The words at most two edits away, highest score first. Reads all words that begin with the same two letters.
std::vector<NearWord> words_two_edits_away(const IndexView& view, const std::string& folded, Budget& budget);

} // namespace trawl::search
