// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/parser.h"

#include <utility>

namespace trawl::query {
namespace {

Precedence tighter_than(Precedence precedence) { return static_cast<Precedence>(static_cast<int>(precedence) + 1); }

} // namespace

ParsedTree parse_tree(std::string_view q, Moment now) { return Parser(q, now).run(); }

Parser::Parser(std::string_view q, Moment now) : lexemes_(lex_query(q)), words_(q, lexemes_), now_(now) {}

ParsedTree Parser::run() {
  ParsedTree out;
  std::vector<QueryTree> parts;
  while (!at_end()) {
    parts.push_back(expression(Precedence::Or));
    if (at_end()) break;
    words_.warn("unbalanced_parenthesis", "Missing opening parenthesis; the closing one left out.", take());
  }
  out.tree = flattened(std::move(parts));
  out.warnings = words_.take_warnings();
  return out;
}

bool Parser::at_infix(Precedence precedence) const {
  if (at_end() || at_word()) return false;
  const Operator& op = *lexemes_[at_].op;
  return op.position == Position::Infix && op.precedence == precedence;
}

bool Parser::starts_operand(Precedence precedence) const {
  if (at_end()) return false;
  if (at_word()) return true;
  const Operator& op = *lexemes_[at_].op;
  return op.position == Position::Operand || (op.position == Position::Prefix && op.precedence >= precedence);
}

QueryTree Parser::expression(Precedence precedence) {
  if (precedence == Precedence::SideBySide) return words_side_by_side();
  if (precedence > Precedence::SideBySide && !starts_operand(precedence)) return {};
  const Operator* const op = at_end() ? nullptr : lexemes_[at_].op;
  if (precedence == Precedence::Operand) {
    return op == nullptr ? words_.words(take(), NodeKind::Word) : op->parse(*this, {});
  }
  if (op != nullptr && op->position == Position::Prefix && op->precedence == precedence) return op->parse(*this, {});
  QueryTree left = expression(tighter_than(precedence));
  // An operator parses a whole chain of itself. Where it stops before another of its kind, that one has no left
  // operand.
  const Operator* parsed = nullptr;
  while (at_infix(precedence) && lexemes_[at_].op != parsed) {
    parsed = lexemes_[at_].op;
    left = parsed->parse(*this, std::move(left));
  }
  return left;
}

QueryTree Parser::nested_expression() {
  ++depth_;
  QueryTree inner = expression(Precedence::Or);
  --depth_;
  return inner;
}

QueryTree Parser::words_side_by_side() {
  std::vector<QueryTree> parts;
  while (!at_end() && !at_infix(Precedence::Or)) {
    if (starts_operand()) {
      parts.push_back(expression(tighter_than(Precedence::SideBySide)));
    } else if (lexemes_[at_].op->position == Position::Infix) {
      warn_dangling(take());
    } else {
      break;
    }
  }
  return flattened(std::move(parts));
}

std::vector<QueryTree> Parser::operands_of(const Operator& op, QueryTree left) {
  std::vector<QueryTree> operands;
  operands.push_back(std::move(left));
  while (at(op)) {
    const std::size_t here = take();
    QueryTree right = expression(tighter_than(op.precedence));
    if (operands.back().empty() || right.empty()) warn_dangling(here);
    operands.push_back(std::move(right));
  }
  return operands;
}

void Parser::warn_dangling(std::size_t lexeme) {
  words_.warn("dangling_operator", lexemes_[lexeme].text + " needs a word on each side; left out.", lexeme);
}

} // namespace trawl::query
