// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of a query as terms of the index: each with its stem and the other spellings that find it. FlexAttention
/// is also "flex attention", finetuning also "fine tuning" (if the index has both words), fine-tuning also finetuning.
#pragma once

#include "shared/search/index_view.h"
#include "shared/text/stemmer.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::search {

/// One word between blanks and links (hyphens, dots, slashes), as the tokenizer sees it.
struct QueryWord {
  std::string folded;
  std::string stem;
  bool is_stop_word = false;
  std::vector<std::vector<std::string>> split; ///< stems that, one after another, mean the word; the likeliest first
  std::vector<std::vector<std::string>> rare_split = {}; ///< the same, which the index has only in other inflections
  std::vector<std::string> foreign = {};                 ///< stems of other languages than English (text::stem_in)
};

/// What was typed without a blank: a word, or several joined by links.
struct QueryUnit {
  std::vector<QueryWord> words;
  std::string compound = {}; ///< as typed, with its links: torch.compile; empty for a single word
  std::string fused = {};    ///< two hyphenated words written as one, folded; may be empty
  std::string fused_stem = {};
  bool has_pairs = false; ///< the words are pairs of Chinese, Japanese or Korean characters

  /// Whether it is several words joined by links.
  bool is_name() const { return !compound.empty() && words.size() > 1; }
};

/// Reads a unit (shared/query/word_reader.h: word_units). A run of Chinese, Japanese or Korean becomes its pairs of
/// characters, one word each; a single character stays one.
QueryUnit read_unit(std::string_view text, text::Stemmer& stemmer);

/// The stemmers of the languages a query may be in beside English: that of its own language if it can be told, else of
/// each that articles of the index are in. Those of languages without articles are left out.
class ForeignStemmers {
 public:
  ForeignStemmers(std::string_view query, const index::Columns& columns);

  /// The stems of a folded word, one for each language.
  std::vector<std::string> stems(std::string_view folded);

 private:
  std::vector<std::pair<std::string, text::Stemmer>> stemmers_; ///< by language
};

/// Adds to `split` of plain words every two words that the index has them as, those whose rarer half is most frequent
/// first, and to that of a number the minor versions that the index has (3: 3.1, 3.2). All of them, so that more
/// articles never hide a spelling.
void split_by_vocabulary(QueryUnit& unit, const IndexView& view, text::Stemmer& stemmer);

/// Adds to `rare_split` of plain words the two words that the index has them as only in other inflections. After a
/// minus, this makes that an article is left out whatever other articles there are.
void split_by_rare_forms(QueryUnit& unit, const IndexView& view, text::Stemmer& stemmer);

} // namespace trawl::search
