// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the words of a query in a text, in whatever form they match: stems, exact forms, prefixes, phrases.
///
/// Only pieces of the text (runs between blanks) that can contain a hit are analysed: those with the first letters of a
/// term, and those with characters beyond ASCII that may fold to it. So a long text costs little more than a string
/// search.
#pragma once

#include "shared/search/response.h"
#include "shared/search/results/highlight_terms.h"
#include "shared/text/stemmer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// A range of a text that a reader would recognise as a hit.
struct TextHit {
  std::size_t begin = 0, end = 0; ///< bytes
  std::uint32_t term = 0;         ///< number of the query's term; the same for all its forms
};

/// The terms of one query, prepared. Immutable.
class Highlighter {
 public:
  explicit Highlighter(const HighlightTerms& terms);

  /// Sorted by their beginnings; they may overlap. `text` is valid UTF-8. Linear.
  std::vector<TextHit> hits(std::string_view text) const;

  /// The number of terms; TextHit::term is smaller.
  std::size_t term_count() const { return term_count_; }

 private:
  struct Form {
    std::string text;
    std::uint32_t term;
  };
  struct Token;
  struct Piece;

  static void add_form(std::vector<Form>& forms, const std::string& text, std::uint32_t term);
  static const Form* find(const std::vector<Form>& forms, std::string_view text);
  void add_needle(std::string_view form);
  std::vector<Piece> pieces_to_read(std::string_view text) const;
  std::vector<TextHit> hits_of_piece(std::string_view piece, text::Stemmer& stemmer) const;
  void add_word_hits(const Token& token, std::vector<TextHit>& out) const;
  void add_phrase_hits(const std::vector<Token>& tokens, std::vector<TextHit>& out) const;

  std::vector<Form> words_, stems_, prefixes_; ///< words_ and stems_ sorted by text
  std::vector<std::vector<std::string>> phrases_;
  std::vector<std::string> needles_; ///< the first letters of every form, in ASCII lower case
  std::uint32_t first_phrase_ = 0;   ///< phrases are the last terms
  std::size_t term_count_ = 0;
  bool reads_non_ascii_ = false; ///< a form has characters beyond ASCII
  bool reads_all_ = false;       ///< a form begins with ASCII but goes on beyond it
};

/// Hits as marks; overlapping hits are joined.
std::vector<Mark> to_marks(const std::vector<TextHit>& hits);

} // namespace trawl::search
