// SPDX-License-Identifier: GPL-3.0-or-later
/// A word of a query as terms of the index: its stem, and the other spellings it is found by. FlexAttention is also
/// "flex attention", finetuning "fine tuning" (where the index knows both words), fine-tuning finetuning.
#pragma once

#include "shared/search/index_view.h"
#include "shared/text/stemmer.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// One word between blanks and links, as the tokenizer sees it.
struct QueryWord {
  std::string folded;
  std::string stem;
  bool stop = false;                           ///< says nothing
  std::vector<std::vector<std::string>> split; ///< stems that stand for it when they follow each other
};

/// What a reader typed as one: a word, or several joined by links.
struct QueryUnit {
  std::vector<QueryWord> words;
  std::string compound; ///< as written, with its links: torch.compile; empty for a word alone
  std::string fused;    ///< stem of two words joined by a hyphen, written as one; or empty
};

/// Reads a unit (parser.h: word_units). CJK runs become their pairs, one word each, or the single character.
QueryUnit read_unit(std::string_view text, text::Stemmer& stemmer);

/// Fills `split` of plain words, from pairs of words the index holds, and of numbers that may be a version (of 3:
/// 3.1, 3.2).
void split_by_vocabulary(QueryUnit& unit, const IndexView& view, text::Stemmer& stemmer);

} // namespace trawl::search
