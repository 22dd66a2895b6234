// SPDX-License-Identifier: GPL-3.0-or-later
/// NOT a, or -a: everything but a. Two in a row cancel out.
#include "shared/query/parser.h"
#include "shared/query/scanner.h"

#include <utility>

namespace trawl::query::operators {
namespace {

bool read_not(Scanner& scanner, Lexeme&) { return scanner.take_sign('-'); }

QueryTree negated(QueryTree tree) {
  if (tree.empty()) return tree;
  if (tree.kind == NodeKind::Not) {
    QueryTree inner = std::move(tree.children.front());
    return inner;
  }
  QueryTree node;
  node.kind = NodeKind::Not;
  node.children.push_back(std::move(tree));
  return node;
}

QueryTree parse_not(Parser& parser, QueryTree) {
  const std::size_t begin = parser.take();
  bool is_negative = true;
  for (; parser.at(kNot); parser.take()) is_negative = !is_negative;
  if (!parser.starts_operand()) {
    parser.words().warn("dangling_operator", "NOT needs a word after it; left out.", begin);
    return {};
  }
  QueryTree operand = parser.expression(Precedence::Not);
  return is_negative ? negated(std::move(operand)) : operand;
}

std::string print_not(const QueryTree& tree) { return "NOT " + query::print(tree.children.front()); }

bool has_no_words(const QueryTree&) { return false; }

} // namespace

const Operator kNot{.position = Position::Prefix,
                    .precedence = Precedence::Not,
                    .keyword = "NOT",
                    .read = read_not,
                    .parse = parse_not,
                    .node = NodeKind::Not,
                    .print = print_not,
                    .has_words = has_no_words};

} // namespace trawl::query::operators
