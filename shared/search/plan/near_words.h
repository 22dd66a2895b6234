// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of the index near a word that may be misspelt, and how likely each mistake is.
#pragma once

#include "shared/search/plan/term_statistics.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

/// Whether near words are looked for: three to forty ASCII letters and digits. A number is what was meant.
bool has_near_words(const std::string& folded);

/// The words near `folded`, highest score first.
std::vector<NearWord> near_words(const std::string& folded, const NearWordsWanted& wanted, TermStatistics& statistics);

/// What turns a word into one that may have been meant: at `at` the typed word lacks `letter`, has one too many, has
/// another one, or has two swapped.
struct Edit {
  enum class Kind : std::uint8_t { Missing, Added, Wrong, Swapped };
  Kind kind;
  std::size_t at;
  char letter = 0; ///< of the word that was meant

  double likelihood() const;

  /// The first byte of the typed word that is in the meant one again.
  std::size_t rest() const { return at + (kind == Kind::Missing ? 0 : kind == Kind::Swapped ? 2 : 1); }

  /// Adds what stands between `at` and the rest.
  template <typename To>
  void add_middle(std::string_view typed, To& to) const {
    if (kind == Kind::Swapped) {
      to += typed[at + 1];
      to += typed[at];
    } else if (kind != Kind::Added) {
      to += letter;
    }
  }

  std::string meant(std::string_view typed) const {
    std::string word(typed.substr(0, at));
    add_middle(typed, word);
    return word += typed.substr(rest());
  }
};

/// The letters of words that are corrected.
inline constexpr std::string_view kCorrectedLetters = "abcdefghijklmnopqrstuvwxyz0123456789";

/// Calls `visit` with every edit of `word` at `i`.
template <typename Visit>
void for_each_edit_at(std::size_t i, const std::string& word, Visit visit) {
  if (i < word.size()) {
    visit(Edit{Edit::Kind::Added, i});
    for (const char letter : kCorrectedLetters) {
      if (letter != word[i]) visit(Edit{Edit::Kind::Wrong, i, letter});
    }
  }
  if (i + 1 < word.size() && word[i] != word[i + 1]) visit(Edit{Edit::Kind::Swapped, i});
  for (const char letter : kCorrectedLetters) visit(Edit{Edit::Kind::Missing, i, letter});
}

} // namespace trawl::search
