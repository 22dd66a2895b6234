// SPDX-License-Identifier: GPL-3.0-or-later
/// a AND b: both are required, unlike words side by side, which the match mode may relax.
#include "shared/query/parser.h"

#include <utility>

namespace trawl::query::operators {
namespace {

QueryTree parse_and(Parser& parser, QueryTree left) {
  return group(NodeKind::And, parser.operands_of(kAnd, std::move(left)));
}

std::string print_and(const QueryTree& tree) { return print_joined(tree, " AND "); }

} // namespace

const Operator kAnd{.position = Position::Infix,
                    .precedence = Precedence::And,
                    .keyword = "AND",
                    .parse = parse_and,
                    .node = NodeKind::And,
                    .print = print_and,
                    .has_words = any_child_has_words};

} // namespace trawl::query::operators
