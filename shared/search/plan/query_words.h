// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of a query as terms of the index: each with its stem and the other spellings that find it. FlexAttention
/// is also "flex attention", finetuning also "fine tuning" (if the index has both words), fine-tuning also finetuning.
#pragma once

#include "shared/article/reader_marks.h"
#include "shared/search/plan/term_statistics.h"
#include "shared/text/stemmer.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::search {

/// One word between blanks and links (hyphens, dots, slashes), as the tokenizer sees it.
struct QueryWord {
  std::string folded;
  std::string stem;
  bool is_stop_word = false;  ///< of English or of the query's language
  bool is_as_written = false; ///< its stem is an abbreviation that it is not, so other words of that stem are not meant
  /// Stems that, one after another, mean the word; the likeliest first.
  std::vector<std::vector<std::string>> split = {};
  std::vector<std::vector<std::string>> rare_split = {}; ///< the same, which the index has only in other inflections
  std::vector<std::string> foreign = {};                 ///< stems of other languages than English (text::stem_in)

  /// The stem by which other names of it are found (text::synonyms_among); empty if there are none.
  std::string stem_of_name() const { return is_as_written ? std::string() : stem; }

  /// What it is found and ranked by, and the term that the index of texts has for that.
  const std::string& form() const { return is_as_written ? folded : stem; }
  std::string term() const { return is_as_written ? folded : "Z" + stem; }
};

/// What was typed without a blank: a word, or several joined by links.
struct QueryUnit {
  std::vector<QueryWord> words;
  std::string compound = {}; ///< as typed, with its links: torch.compile; empty for a single word
  std::string fused = {};    ///< two hyphenated words written as one, folded; may be empty
  std::string fused_stem = {};
  bool may_be_name = true; ///< of an author, by its case
  bool has_pairs = false;  ///< the words are pairs of Chinese, Japanese or Korean characters

  /// Whether it is several words joined by links.
  bool is_name() const { return !compound.empty() && words.size() > 1; }

  /// Whether the word is a letter of a name that has longer words, too: no T of a formula is the t of t-SNE.
  bool is_lone_letter(const QueryWord& word) const;
};

/// Reads a unit (shared/query/word_parser.h: word_units). A run of Chinese, Japanese or Korean becomes its pairs of
/// characters, one word each; a single character stays one.
QueryUnit read_unit(std::string_view text, text::Stemmer& stemmer);

/// The spellings that an index has of the words of one query. Borrows the statistics.
class QueryWords {
 public:
  /// `plain_words`: of the query (text::plain_words), which tell its language. Words are looked for in their English
  /// stems and in those of the query's language, or, if that cannot be told, of each that articles are in.
  /// `has_capitals`: names in the query have them, so that a word without is none.
  QueryWords(std::string_view plain_words, TermStatistics& statistics,
             std::shared_ptr<const ReaderMarks> marks = nullptr, bool has_capitals = false);

  /// A word in every spelling: every two words that the index has it as, those whose rarer half is most frequent first;
  /// of a number the minor versions that the index has (3: 3.1, 3.2). All of them, so that more articles never hide a
  /// spelling.
  const QueryUnit& unit(const std::string& text);

  /// The same of a word in quotes, which is written as it was: without a capital it is no name.
  QueryUnit quoted_unit(const std::string& text);

  /// The same, and the two words that the index has it as only in other inflections. After a minus, this makes that an
  /// article is left out whatever other articles there are.
  QueryUnit excluded_unit(const std::string& text);

  /// The stem of two neighbouring words, folded, written as one (flex attention, flexattention); empty if the index has
  /// none.
  std::string joined_stem(const std::string& left, const std::string& right);

  /// The stems of a folded word in the other languages.
  std::vector<std::string> foreign_stems(std::string_view folded);

  /// The other languages.
  std::vector<std::string> languages() const;

  text::Stemmer& stemmer() { return stemmer_; }
  TermStatistics& statistics() { return statistics_; }
  /// What is:read and the like find; may be null.
  const std::shared_ptr<const ReaderMarks>& marks() const { return marks_; }

 private:
  bool may_be_name(std::string_view typed, const QueryUnit& unit);
  void split_by_vocabulary(QueryWord& word);
  void split_by_rare_forms(QueryWord& word);

  TermStatistics& statistics_;
  std::shared_ptr<const ReaderMarks> marks_;
  std::string language_; ///< of the query; empty: unclear
  bool has_capitals_ = false;
  text::Stemmer stemmer_;
  std::vector<std::pair<std::string, text::Stemmer>> foreign_; ///< by language
  std::map<std::string, QueryUnit, std::less<>> units_;
};

} // namespace trawl::search
