// SPDX-License-Identifier: GPL-3.0-or-later
/// The difference between two versions of a text, word by word, as people read it: the passages that were edited, with
/// a few words around them. Spaces and line breaks do not count. Myers' algorithm (An O(ND) Difference Algorithm,
/// 1986), first over lines, then over the words of those that differ. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl {

/// Words that follow each other in one of the versions.
struct WordRun {
  enum class Kind { Same, Removed, Added };
  Kind kind = Kind::Same;
  std::string_view text; ///< of the version that has it, as it is written there
  std::size_t words = 0; ///< a Chinese or Japanese character counts as a word

  bool operator==(const WordRun&) const = default;
};

/// "same", "removed" or "added".
std::string_view name_of(WordRun::Kind kind);

/// An edited place: what was removed and added there, in order, between the words before and after it.
using EditedPassage = std::vector<WordRun>;

/// The edited places from `before` to `after`, in the order of the text; empty if both have the same words. Views into
/// the arguments. What differs in more than five hundred words of one place is shown as removed and added as a whole,
/// so the time is bounded by the length of the texts.
std::vector<EditedPassage> edited_passages(std::string_view before, std::string_view after);

} // namespace trawl
