// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the words of a query in a text, in whatever form they match: stems, exact forms, prefixes, phrases.
///
/// Only pieces of the text (runs between blanks) that can contain a hit are analysed: those with the first letters of a
/// term, and those with characters beyond ASCII that may fold to it. So a long text costs little more than a string
/// search.
#pragma once

#include "shared/search/answer/highlight_terms.h"
#include "shared/search/response.h"
#include "shared/text/analyzer.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// A range of a text that a reader would recognise as a hit.
struct TextHit {
  std::size_t begin = 0, end = 0; ///< bytes
  std::uint32_t term = 0;         ///< number of the query's term; the same for all its forms

  bool operator==(const TextHit&) const = default;
};

/// The terms of one query, prepared. For one thread: it remembers the words of the pieces that it has analysed, which
/// the hits of a query share.
class Highlighter {
 public:
  explicit Highlighter(const HighlightTerms& terms);

  /// Sorted by their beginnings; they may overlap. `text` is valid UTF-8, `language` that of the article it belongs to
  /// (a primary subtag, or empty). Linear.
  std::vector<TextHit> hits(std::string_view text, std::string_view language = {}) const;

  /// The same where it is known which words may be hits: only these words and those joined to them are analysed.
  /// `places` are those of all words of the text (text::word_places), which have the positions from `first` on;
  /// `candidates` are positions, ascending.
  std::vector<TextHit> hits_at(std::string_view text, std::span<const text::WordPlace> places, std::uint32_t first,
                               std::span<const std::uint32_t> candidates, std::string_view language = {}) const;

  /// The number of terms; TextHit::term is smaller.
  std::size_t term_count() const { return term_count_; }

 private:
  struct Form {
    std::string text;
    std::uint32_t term;
  };
  struct Phrase {
    std::vector<std::string> stems;
    std::uint32_t term;
    bool is_foreign = false; ///< of stems of the article's language
  };
  /// The forms that articles in one language have beside those that all have.
  struct Language {
    std::string name;
    std::vector<Form> stems; ///< sorted by text
    std::vector<Phrase> phrases;
  };
  struct Token;
  struct Piece;
  class Scan;

  static void add_form(std::vector<Form>& forms, const std::string& text, std::uint32_t term);
  static const Form* find(const std::vector<Form>& forms, std::string_view text);
  void add_other(const OtherForm& other);
  void add_needle(std::string_view form);
  const Language* language_of(std::string_view name) const;
  std::vector<Piece> pieces_to_read(std::string_view text, bool read_all) const;
  void add_word_hits(const Token& token, const Language* language, std::vector<TextHit>& out) const;
  const std::vector<text::Word>& words_of(std::string_view piece) const;

  std::vector<Form> words_, stems_, prefixes_; ///< words_ and stems_ sorted by text
  std::vector<Phrase> phrases_;
  std::vector<Language> languages_;
  std::vector<std::string> needles_; ///< the first letters of every form, in ASCII lower case
  std::uint32_t first_phrase_ = 0;   ///< phrases are the last terms
  std::size_t term_count_ = 0;
  bool reads_non_ascii_ = false; ///< a form has characters beyond ASCII
  bool reads_all_ = false;       ///< a form begins with ASCII but goes on beyond it
  mutable text::Stemmer stemmer_;
  mutable std::map<std::string, std::vector<text::Word>, std::less<>> analysed_; ///< by piece
};

/// Hits as marks; those that overlap or touch are joined: FlashAttention is one mark.
std::vector<Mark> to_marks(const std::vector<TextHit>& hits);

} // namespace trawl::search
