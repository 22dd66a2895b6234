// SPDX-License-Identifier: GPL-3.0-or-later
/// The words, numbers and punctuation of a written date, folded so that they can be looked up in tables: compatibility
/// forms and full width digits become plain ones, marks are dropped, letters are lower case. Part of parse_date.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::text::dates {

enum class TokenKind : std::uint8_t { Number, Word, Sign };

/// Each Han ideograph is a separate word, so "2026年4月8日" is six tokens.
struct Token {
  TokenKind kind = TokenKind::Sign;
  bool space_before = false;
  int digits = 0;         ///< of a number
  std::int64_t value = 0; ///< of a number of at most 18 digits; -1 for longer ones
  std::string word;       ///< of a word or sign: folded UTF-8
};

/// Only the first kMaxDateText bytes are looked at.
inline constexpr std::size_t kMaxDateText = 64 * 1024;

std::vector<Token> tokenize(std::string_view text);

/// The folded form that `tokenize` gives for a word: "Août" is "aout".
std::string fold(std::string_view word);

/// A position in tokens. Copy it to try something, assign it back to accept.
class Cursor {
 public:
  explicit Cursor(const std::vector<Token>& tokens, std::size_t position = 0) : tokens_(&tokens), position_(position) {}

  bool at_end() const { return position_ >= tokens_->size(); }
  std::size_t position() const { return position_; }
  const Token& peek(std::size_t ahead = 0) const;
  void advance(std::size_t count = 1) { position_ += count; }

  bool is_number(int min_digits, int max_digits) const;
  bool is_word(std::string_view word) const;
  bool is_sign(std::string_view sign) const;
  bool take_word(std::string_view word);
  bool take_sign(std::string_view sign);
  int take_value(); ///< of the number here

 private:
  const std::vector<Token>* tokens_;
  std::size_t position_;
};

} // namespace trawl::text::dates
