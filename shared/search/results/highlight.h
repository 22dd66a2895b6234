// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the words of a query stand in a text, in whatever form they matched: stems, exact forms, beginnings, phrases.
///
/// Only pieces of the text (runs between blanks) that can hold a hit are analysed: those with the first letters of a
/// term, and those beyond ASCII that may fold to it. So a long text costs little more than a search for letters.
#pragma once

#include "shared/search/query.h"
#include "shared/search/response.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// A place in a text that a reader would see as a hit.
struct TextHit {
  std::size_t begin = 0, end = 0; ///< bytes
  std::uint32_t term = 0;         ///< which of the query's terms; the same for each form of a term
};

/// The terms of one query, prepared. Immutable.
class Highlighter {
 public:
  explicit Highlighter(const HighlightTerms& terms);

  /// In the order they begin; they may overlap. `text` is valid UTF-8. Linear.
  std::vector<TextHit> hits(std::string_view text) const;

  /// Number of different terms, which TextHit::term is below.
  std::size_t term_count() const { return term_count_; }

 private:
  struct Form {
    std::string text;
    std::uint32_t term;
  };
  struct Token;
  struct Piece;

  static void note(std::vector<Form>& forms, const std::string& text, std::uint32_t term);
  static const Form* find(const std::vector<Form>& forms, std::string_view text);
  void add_needle(std::string_view form);
  std::vector<Piece> pieces_to_read(std::string_view text) const;
  void add_word_hits(const Token& token, std::vector<TextHit>& out) const;
  void add_phrase_hits(const std::vector<Token>& tokens, std::vector<TextHit>& out) const;

  std::vector<Form> words_, stems_, prefixes_; ///< words_ and stems_ sorted by text
  std::vector<std::vector<std::string>> phrases_;
  std::vector<std::string> needles_; ///< first letters of every form, ASCII lower case
  std::uint32_t first_phrase_ = 0;   ///< phrases are the last terms
  std::size_t term_count_ = 0;
  bool reads_foreign_ = false; ///< a form is beyond ASCII
  bool reads_all_ = false;     ///< a form is beyond ASCII but for its beginning
};

/// Hits as marks: overlapping ones joined.
std::vector<Mark> to_marks(const std::vector<TextHit>& hits);

} // namespace trawl::search
