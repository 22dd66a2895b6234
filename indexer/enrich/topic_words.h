// SPDX-License-Identifier: GPL-3.0-or-later
/// Splits text into the folded words that topic phrases are made of.
#pragma once

#include <string>
#include <string_view>

namespace trawl::enrich {

/// Reads the words of a text one by one. A word is a run of letters, case folded, without a plural s and "'s"; or a
/// number with its points ("2.5"). So "GPT4" and "GPT-4" are the same two words. A character of a script without spaces
/// and a Hangul syllable are words, so that phrases are found inside longer runs and before particles.
class TopicWords {
 public:
  explicit TopicWords(std::string_view text) : text_(text) {}

  /// Sets `word` to the next word; false at the end.
  bool next(std::string& word);

 private:
  void skip_genitive();

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace trawl::enrich
