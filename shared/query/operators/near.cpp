// SPDX-License-Identifier: GPL-3.0-or-later
/// a NEAR/5 b: at most 5 words apart, in either order. a NEAR/5 b NEAR/5 c puts all three into one window.
#include "shared/query/parser.h"

#include <utility>

namespace trawl::query::operators {
namespace {

constexpr int kDefaultDistance = 10;

bool is_positional(const QueryTree& tree) { return tree.kind == NodeKind::Word || tree.kind == NodeKind::Near; }

QueryTree near(QueryTree left, QueryTree right, int distance) {
  std::vector<QueryTree> words;
  if (left.kind == NodeKind::Near && left.distance == distance) {
    words = std::move(left.children);
  } else {
    words.push_back(std::move(left));
  }
  words.push_back(std::move(right));
  QueryTree node = group(NodeKind::Near, std::move(words));
  node.distance = distance;
  return node;
}

QueryTree both(QueryTree left, QueryTree right) {
  std::vector<QueryTree> parts;
  parts.push_back(std::move(left));
  parts.push_back(std::move(right));
  return group(NodeKind::And, std::move(parts));
}

QueryTree parse_near(Parser& parser, QueryTree left) {
  while (parser.at(kNear)) {
    const std::size_t here = parser.take();
    if (!parser.starts_operand(Precedence::Operand)) {
      parser.warn_dangling(here);
      break;
    }
    QueryTree right = parser.expression(Precedence::Operand);
    if (!is_positional(left) || !is_positional(right)) {
      parser.words().warn("near_needs_words", "NEAR needs a word on each side; AND was used instead.", here);
      left = both(std::move(left), std::move(right));
      continue;
    }
    const int distance = parser.lexeme(here).distance;
    left = near(std::move(left), std::move(right), distance > 0 ? distance : kDefaultDistance);
  }
  return left;
}

std::string print_near(const QueryTree& tree) {
  return print_joined(tree, " NEAR/" + std::to_string(tree.distance) + " ");
}

} // namespace

const Operator kNear{.position = Position::Infix,
                     .precedence = Precedence::Near,
                     .keyword = "NEAR",
                     .has_distance = true,
                     .parse = parse_near,
                     .node = NodeKind::Near,
                     .print = print_near,
                     .has_words = always_has_words};

} // namespace trawl::query::operators
