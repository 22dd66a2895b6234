// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of one query, counted against the limits, and the warnings about it.
#pragma once

#include "shared/query/lexer.h"
#include "shared/query/tree.h"
#include "shared/query/warning.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::query {

/// Text without blanks as units (docs/glossary.md), as typed: "a,b" → a, b; "torch.compile()" → torch.compile.
std::vector<std::string> word_units(std::string_view chunk);

/// Borrows the query and its lexemes. A `lexeme` is an index: warnings point at the place of that lexeme.
class WordParser {
 public:
  WordParser(std::string_view q, const std::vector<Lexeme>& lexemes) : q_(q), lexemes_(lexemes) {}

  /// The units of a lexeme, or of `text` out of it, as nodes of a kind under an And, implicit for Word (QueryTree).
  QueryTree words(std::size_t lexeme, NodeKind kind) { return words(lexeme, lexemes_[lexeme].text, kind); }
  QueryTree words(std::size_t lexeme, std::string_view text, NodeKind kind);
  /// A node of one unit; empty, with a warning, beyond the limit of words.
  QueryTree word(std::size_t lexeme, std::string unit, NodeKind kind);

  /// Adds a warning at a lexeme, unless the same message was given before.
  void warn(std::string code, std::string message, std::size_t lexeme);
  std::vector<Warning> take_warnings() { return std::move(warnings_); }

 private:
  bool admits(std::string_view unit, std::size_t lexeme);

  std::string_view q_;
  const std::vector<Lexeme>& lexemes_;
  std::size_t words_ = 0, stop_words_ = 0;
  std::vector<Warning> warnings_;
};

} // namespace trawl::query
