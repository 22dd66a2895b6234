// SPDX-License-Identifier: GPL-3.0-or-later
/// A position in the text of a query, and what the lexer and the operators ask about the text there.
#pragma once

#include <cstddef>
#include <string_view>

namespace trawl::query {

bool is_digit(char c);
bool is_ascii_letter(char c);
bool is_blank(char32_t c);
bool is_quote(char32_t c); ///< straight, or one of the curly double quotes

class Scanner {
 public:
  /// `text` is valid UTF-8 and outlives the scanner.
  explicit Scanner(std::string_view text);

  bool at_end() const { return at_ >= text_.size(); }
  std::size_t position() const { return at_; } ///< in bytes
  void move_to(std::size_t position) { at_ = position; }
  std::string_view text() const { return text_; }

  /// The character at a byte position; 0 at the end.
  char32_t peek(std::size_t position) const;
  char32_t peek() const { return peek(at_); }
  /// Whether a word that begins earlier ends before `position`: at a blank, a quote, a parenthesis or the end.
  bool ends_word(std::size_t position) const;

  void skip_character();
  void skip_blanks();
  /// Steps over `c` if it is next.
  bool take(char c);
  /// Steps over a minus or plus if it is an operator here: at the start of a word or group, after a blank or an opening
  /// parenthesis. Not in --option, -19, C ++ or alone; nor is a minus before a stop word, or before letters and digits
  /// in what a shell is told: docker run -it --gpus all, git commit -m.
  bool take_sign(char sign);

  /// The text up to the end of the word or the next `*`, without moving.
  std::string_view word() const;
  /// Reads a text in quotes and moves past it. `closed` says whether there was a closing quote.
  std::string_view read_quoted(bool& closed);
  /// Reads digits; at most kMaxDistance.
  int read_number();

 private:
  bool is_sign() const;

  std::string_view text_;
  bool is_command_ = false;
  std::size_t at_ = 0;
  std::size_t chunk_ = 0; ///< where the text after the last blanks begins
};

} // namespace trawl::query
