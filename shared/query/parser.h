// SPDX-License-Identifier: GPL-3.0-or-later
/// From lexemes to a tree: an operator-precedence parser. Every operator parses itself (operator.h) with the functions
/// here, so the parser knows only where operators are and how tightly they bind.
#pragma once

#include "shared/base/date_time.h"
#include "shared/query/lexer.h"
#include "shared/query/operator.h"
#include "shared/query/tree.h"
#include "shared/query/warning.h"
#include "shared/query/word_parser.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::query {

struct ParsedTree {
  QueryTree tree;
  std::vector<Warning> warnings; ///< in the order in which they were noticed
};

/// The tree of a query, filters included. Never fails. `q` is valid UTF-8 of at most kMaxQueryBytes; `now` resolves
/// relative dates.
ParsedTree parse_tree(std::string_view q, Moment now);

class Parser {
 public:
  Parser(std::string_view q, Moment now);

  ParsedTree run();

  // For operators. Lexemes are named by their index.

  /// Steps over the current lexeme; returns its index.
  std::size_t take() { return at_++; }
  const Lexeme& lexeme(std::size_t index) const { return lexemes_[index]; }
  bool at_end() const { return at_ >= lexemes_.size(); }
  bool at(const Operator& op) const { return !at_end() && lexemes_[at_].is(op); }
  bool at_word() const { return !at_end() && lexemes_[at_].is_word(); }
  /// Whether an operand begins here that binds at least as tightly as `precedence`.
  bool starts_operand(Precedence precedence = Precedence::SideBySide) const;

  /// The expression here whose operators bind at least as tightly as `precedence`; empty if there is none.
  QueryTree expression(Precedence precedence);
  /// The operands of a OP b OP c, `left` being a: the parser is at the first OP. Warns about those that are missing.
  std::vector<QueryTree> operands_of(const Operator& op, QueryTree left);

  /// The words and the warnings of this query.
  WordParser& words() { return words_; }
  void warn_dangling(std::size_t lexeme);
  /// How many parentheses are open here.
  int depth() const { return depth_; }
  /// The expression here, one parenthesis deeper.
  QueryTree nested_expression();
  Moment now() const { return now_; }

 private:
  bool at_infix(Precedence precedence) const;
  QueryTree words_side_by_side();

  std::vector<Lexeme> lexemes_;
  WordParser words_;
  Moment now_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

} // namespace trawl::query
