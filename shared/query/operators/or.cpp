// SPDX-License-Identifier: GPL-3.0-or-later
/// a OR b: at least one of them.
#include "shared/query/parser.h"

#include <utility>

namespace trawl::query::operators {
namespace {

QueryTree parse_or(Parser& parser, QueryTree left) {
  return group(NodeKind::Or, parser.operands_of(kOr, std::move(left)));
}

std::string print_or(const QueryTree& tree) { return print_joined(tree, " OR "); }

} // namespace

const Operator kOr{.position = Position::Infix,
                   .precedence = Precedence::Or,
                   .keyword = "OR",
                   .parse = parse_or,
                   .node = NodeKind::Or,
                   .print = print_or,
                   .has_words = any_child_has_words};

} // namespace trawl::query::operators
