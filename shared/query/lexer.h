// SPDX-License-Identifier: GPL-3.0-or-later
/// From the text of a query to its lexemes: words and operators. Never fails: what is not an operator is a word.
#pragma once

#include "shared/query/operator.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::query {

struct Lexeme {
  const Operator* op = nullptr;    ///< null: a word
  std::string text;                ///< of words, prefixes, phrases and keywords; the name of a field
  std::vector<std::string> values; ///< of a field
  bool is_quoted = false;          ///< the field's only value was in quotes
  bool is_closed = true;           ///< a phrase has its second quote
  int distance = 0;                ///< of NEAR/n and "…"~n; 0: none given
  std::size_t begin = 0, end = 0;  ///< in bytes of the query

  bool is_word() const { return op == nullptr; }
  bool is(const Operator& other) const { return op == &other; }
};

/// `text` is valid UTF-8. Any name of ASCII letters before a colon that a value follows directly is a field; the
/// parser decides whether there is such a field. Linear time.
std::vector<Lexeme> lex_query(std::string_view text);

} // namespace trawl::query
