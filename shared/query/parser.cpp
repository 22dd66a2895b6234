// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/parser.h"

#include <algorithm>
#include <utility>

#include "shared/query/lexer.h"
#include "shared/query/operands.h"

namespace trawl::search {
namespace {

constexpr int kDefaultNear = 10;

QueryTree negated(QueryTree tree) {
  if (tree.empty()) return tree;
  if (tree.kind == NodeKind::Not) return std::move(tree.children.front());
  QueryTree node;
  node.kind = NodeKind::Not;
  node.children.push_back(std::move(tree));
  return node;
}

class Parser {
 public:
  Parser(std::string_view q, Moment now) : lexemes_(lex_query(q)), operands_(q, now, lexemes_) {}

  ParsedTree run() {
    ParsedTree out;
    std::vector<QueryTree> parts;
    while (at_ < lexemes_.size()) {
      parts.push_back(alternatives(0));
      if (is(LexemeKind::Close)) {
        warn("unbalanced_parenthesis", "A closing parenthesis without an opening one was left out.");
        ++at_;
      }
    }
    out.tree = flattened(std::move(parts));
    out.warnings = operands_.take_warnings();
    return out;
  }

 private:
  bool is(LexemeKind kind) const { return at_ < lexemes_.size() && lexemes_[at_].kind == kind; }

  void warn(std::string code, std::string message, std::size_t lexeme) {
    operands_.warn(std::move(code), std::move(message), lexeme);
  }
  void warn(std::string code, std::string message) { warn(std::move(code), std::move(message), at_); }

  QueryTree alternatives(int depth) {
    std::vector<QueryTree> branches;
    branches.push_back(conjunction(depth));
    while (is(LexemeKind::Or)) {
      const std::size_t at = at_++;
      QueryTree right = conjunction(depth);
      if (branches.back().empty() || right.empty()) dangling(at);
      branches.push_back(std::move(right));
    }
    return group(NodeKind::Or, std::move(branches));
  }

  QueryTree conjunction(int depth) {
    std::vector<QueryTree> parts;
    while (at_ < lexemes_.size() && !is(LexemeKind::Or) && !is(LexemeKind::Close)) {
      if (is(LexemeKind::And) || is(LexemeKind::Near)) {
        dangling(at_++);
        continue;
      }
      parts.push_back(required(depth));
    }
    return flattened(std::move(parts));
  }

  /// a AND b AND c.
  QueryTree required(int depth) {
    std::vector<QueryTree> parts;
    parts.push_back(unary(depth));
    while (is(LexemeKind::And)) {
      const std::size_t at = at_++;
      QueryTree right = starts_operand() ? unary(depth) : QueryTree{};
      if (parts.back().empty() || right.empty()) dangling(at);
      parts.push_back(std::move(right));
    }
    return group(NodeKind::And, std::move(parts));
  }

  bool starts_operand() const {
    return at_ < lexemes_.size() && !is(LexemeKind::Or) && !is(LexemeKind::Close) && !is(LexemeKind::And) &&
           !is(LexemeKind::Near);
  }

  void dangling(std::size_t lexeme) {
    warn("dangling_operator", lexemes_[lexeme].text + " has nothing on one side and was left out.", lexeme);
  }

  QueryTree unary(int depth) {
    bool negative = false;
    const std::size_t begin = at_;
    for (; is(LexemeKind::Not); ++at_) negative = !negative;
    if (!starts_operand()) {
      if (at_ > begin) warn("dangling_operator", "NOT has nothing behind it and was left out.", begin);
      return {};
    }
    QueryTree operand = near(depth);
    return negative ? negated(std::move(operand)) : operand;
  }

  QueryTree near(int depth) {
    QueryTree left = primary(depth);
    while (is(LexemeKind::Near)) {
      const std::size_t at = at_++;
      if (!starts_operand() || is(LexemeKind::Not)) {
        dangling(at);
        break;
      }
      QueryTree right = primary(depth);
      const bool sound = is_positional(left) && is_positional(right);
      if (!sound) warn("near_needs_words", "NEAR stands between words or phrases only; AND was taken.", at);
      const int distance = lexemes_[at].distance > 0 ? lexemes_[at].distance : kDefaultNear;
      std::vector<QueryTree> both;
      if (sound && left.kind == NodeKind::Near && left.distance == distance) {
        both = std::move(left.children);
      } else {
        both.push_back(std::move(left));
      }
      both.push_back(std::move(right));
      left = group(sound ? NodeKind::Near : NodeKind::And, std::move(both));
      if (sound) left.distance = distance;
    }
    return left;
  }

  static bool is_positional(const QueryTree& tree) {
    return tree.kind == NodeKind::Word || tree.kind == NodeKind::Near;
  }

  QueryTree primary(int depth) {
    const Lexeme& lexeme = lexemes_[at_];
    switch (lexeme.kind) {
    case LexemeKind::Open:
      return parenthesis(depth);
    case LexemeKind::Phrase:
      return operands_.phrase(at_++);
    case LexemeKind::Field:
      return operands_.field(at_++);
    case LexemeKind::Prefix:
      return operands_.prefix(at_++);
    case LexemeKind::Plus:
      return exact();
    default:
      return operands_.words(at_++, lexeme.text, NodeKind::Word);
    }
  }

  QueryTree parenthesis(int depth) {
    const std::size_t open = at_++;
    if (depth + 1 >= kMaxDepth) {
      std::size_t closing = 1;
      for (; is(LexemeKind::Open); ++at_) ++closing;
      warn("too_deep",
           "More than " + std::to_string(kMaxDepth) + " levels of parentheses; the inner ones were left out.", open);
      return conjunction_until_close(depth, closing);
    }
    QueryTree inner = alternatives(depth + 1);
    if (is(LexemeKind::Close)) {
      ++at_;
    } else {
      warn("unbalanced_parenthesis", "A parenthesis is never closed; it was closed at the end.", open);
    }
    return inner;
  }

  /// The words up to the next closing parenthesis, operators and all.
  QueryTree conjunction_until_close(int depth, std::size_t closing) {
    std::vector<QueryTree> parts;
    for (; at_ < lexemes_.size() && !is(LexemeKind::Close);) {
      const LexemeKind kind = lexemes_[at_].kind;
      if (kind == LexemeKind::Word || kind == LexemeKind::Phrase || kind == LexemeKind::Prefix) {
        parts.push_back(primary(depth));
      } else {
        ++at_;
      }
    }
    for (; closing > 0 && is(LexemeKind::Close); --closing) ++at_;
    return flattened(std::move(parts));
  }

  QueryTree exact() {
    const std::size_t plus = at_++;
    if (is(LexemeKind::Word)) {
      const std::size_t at = at_++;
      return operands_.words(at, lexemes_[at].text, NodeKind::Exact);
    }
    if (!starts_operand()) return {};
    if (is(LexemeKind::Phrase) || is(LexemeKind::Field)) return primary(kMaxDepth); // required anyway
    warn("plus_needs_word", "A plus stands before a word; it was left out.", plus);
    return {};
  }

  std::vector<Lexeme> lexemes_;
  OperandReader operands_;
  std::size_t at_ = 0;
};

} // namespace

ParsedTree parse_tree(std::string_view q, Moment now) { return Parser(q, now).run(); }

} // namespace trawl::search
