// SPDX-License-Identifier: GPL-3.0-or-later
/// Text as the topic rules see it: a row of folded words.
#pragma once

#include <string>
#include <string_view>

namespace trawl::enrich {

/// The words of a text, one after the other. A word is a run of letters, case folded, without a plural s and without
/// "'s", or a number with its points ("2.5"): "GPT4" and "GPT-4" are the same two words. A character of an unspaced
/// script or a Hangul syllable is a word of its own, so that a phrase is found inside a longer run and before a
/// particle.
class TopicWords {
 public:
  explicit TopicWords(std::string_view text) : text_(text) {}

  /// Puts the next word into `word`; false at the end.
  bool next(std::string& word);

 private:
  void skip_genitive();

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace trawl::enrich
