// SPDX-License-Identifier: GPL-3.0-or-later
/// A query's text to lexemes. Never fails: what is no operator is a word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

enum class LexemeKind { Word, Prefix, Phrase, Field, Open, Close, And, Or, Not, Near, Plus };

struct Lexeme {
  LexemeKind kind = LexemeKind::Word;
  std::string text;                ///< of words, prefixes and phrases; the name of a field
  std::vector<std::string> values; ///< of a field
  bool quoted = false;             ///< a field's only value was in quotes
  bool closed = true;              ///< a phrase's second quote was there
  int distance = 0;                ///< of NEAR/n and "…"~n; 0: none given
  std::size_t begin = 0, end = 0;  ///< bytes
};

/// `text` is valid UTF-8. Field lexemes are made for any name of letters before a colon that a value follows at once;
/// whether there is such a field is the parser's business. Linear.
std::vector<Lexeme> lex_query(std::string_view text);

} // namespace trawl::search
