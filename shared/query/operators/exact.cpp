// SPDX-License-Identifier: GPL-3.0-or-later
/// +mxfp8: this form of the word and no other, required.
#include "shared/query/parser.h"
#include "shared/query/scanner.h"

namespace trawl::query::operators {
namespace {

bool read_exact(Scanner& scanner, Lexeme&) { return scanner.take_sign('+'); }

QueryTree parse_exact(Parser& parser, QueryTree) {
  const std::size_t plus = parser.take();
  if (parser.at_word()) return parser.words().words(parser.take(), NodeKind::Exact);
  if (!parser.starts_operand()) return {};
  // Phrases and fields are required anyway.
  if (parser.at(kPhrase) || parser.at(kField)) return parser.expression(Precedence::Operand);
  parser.words().warn("plus_needs_word", "A plus needs a word after it; left out.", plus);
  return {};
}

std::string print_exact(const QueryTree& tree) { return "+" + tree.text; }

} // namespace

const Operator kExact{.read = read_exact,
                      .parse = parse_exact,
                      .node = NodeKind::Exact,
                      .print = print_exact,
                      .has_words = always_has_words};

} // namespace trawl::query::operators
