// SPDX-License-Identifier: GPL-3.0-or-later
/// The tokenizer: splits text into words as written, parts of identifiers, compounds, and pairs of Chinese, Japanese
/// and Korean characters. docs/query-language.md has a table of examples. The analyzer does the stemming.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::text {

enum class TokenKind : std::uint8_t {
  Word,     ///< fine, tuning, 2.7, c++, q&a, load_state; one Han character
  Part,     ///< of the preceding word: load, state
  Compound, ///< words joined by single '.', '-', '/', as written: torch.compile, llama-3.2-11b
  Fused,    ///< two words joined by a hyphen, written as one: finetuning
  Bigram,   ///< two CJK characters
};

struct Token {
  TokenKind kind = TokenKind::Word;
  std::size_t begin = 0, end = 0; ///< bytes of the text
  std::uint32_t position = 0;     ///< from 1; a part has its word's position, a compound that of its last word
  std::string folded;
};

/// The longest token, in bytes. The rest of a longer word is left out, in articles and queries alike.
inline constexpr std::size_t kMaxTokenBytes = 120;

/// Calls `visit` for each token by position; a compound comes before its words, a word before its parts. `text` is
/// valid UTF-8. Linear. Returns the last position.
std::uint32_t for_each_token(std::string_view text, const std::function<void(Token&)>& visit);

std::vector<Token> tokenize(std::string_view text);

/// The place of a word.
struct WordPlace {
  std::uint32_t begin = 0, end = 0; ///< bytes of the text
  bool is_cjk = false;              ///< a single character
};

/// The places of the tokens of kind Word in a text of less than 4 GB; the token with position p is element p - 1. Takes
/// a fraction of the time of for_each_token.
std::vector<WordPlace> word_places(std::string_view text);

/// The words of `text` with a space between them: equal for texts that differ only in case, accents and punctuation.
std::string plain_words(std::string_view text);

} // namespace trawl::text
