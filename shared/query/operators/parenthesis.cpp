// SPDX-License-Identifier: GPL-3.0-or-later
/// (a OR b): an expression as one operand.
#include "shared/query/limits.h"
#include "shared/query/parser.h"
#include "shared/query/scanner.h"

#include <utility>

namespace trawl::query::operators {
namespace {

bool read_open(Scanner& scanner, Lexeme&) { return scanner.take('('); }
bool read_close(Scanner& scanner, Lexeme&) { return scanner.take(')'); }

/// The words up to the next closing parenthesis, without what any operator would do, and that many parentheses.
QueryTree words_until_close(Parser& parser, std::size_t closing) {
  std::vector<QueryTree> parts;
  while (!parser.at_end() && !parser.at(kClose)) {
    if (parser.at_word() || parser.at(kPhrase) || parser.at(kPrefix)) {
      parts.push_back(parser.expression(Precedence::Operand));
    } else {
      parser.take();
    }
  }
  for (; closing > 0 && parser.at(kClose); --closing) parser.take();
  return flattened(std::move(parts));
}

QueryTree parse_group(Parser& parser, QueryTree) {
  const std::size_t open = parser.take();
  if (parser.depth() + 1 >= kMaxDepth) {
    std::size_t closing = 1;
    for (; parser.at(kOpen); parser.take()) ++closing;
    parser.words().warn(
        "too_deep", "More than " + std::to_string(kMaxDepth) + " levels of parentheses; the inner ones were left out.",
        open);
    return words_until_close(parser, closing);
  }
  QueryTree inner = parser.nested_expression();
  if (parser.at(kClose)) {
    parser.take();
  } else {
    parser.words().warn("unbalanced_parenthesis", "Missing closing parenthesis; closed at the end.", open);
  }
  return inner;
}

} // namespace

const Operator kOpen{.read = read_open, .parse = parse_group};
const Operator kClose{.position = Position::Closing, .read = read_close};

} // namespace trawl::query::operators
