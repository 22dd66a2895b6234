// SPDX-License-Identifier: GPL-3.0-or-later
/// quant*: words that begin so.
#include "shared/base/utf8.h"
#include "shared/query/limits.h"
#include "shared/query/parser.h"
#include "shared/query/scanner.h"

#include <utility>

namespace trawl::query::operators {
namespace {

bool read_prefix(Scanner& scanner, Lexeme& lexeme) {
  const std::string_view word = scanner.word();
  const std::size_t star = scanner.position() + word.size();
  if (word.empty() || scanner.peek(star) != '*' || !scanner.ends_word(star + 1)) return false;
  lexeme.text = word;
  scanner.move_to(star + 1);
  return true;
}

/// Only the last unit is a prefix: a,quant* is a and quant*.
QueryTree parse_prefix(Parser& parser, QueryTree) {
  const std::size_t here = parser.take();
  std::vector<std::string> units = word_units(parser.lexeme(here).text);
  std::vector<QueryTree> nodes;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const bool is_last = i + 1 == units.size();
    const bool is_prefix = is_last && utf8::length(units[i]) >= kMinPrefixLetters;
    nodes.push_back(parser.words().word(here, units[i], is_prefix ? NodeKind::Prefix : NodeKind::Word));
    if (is_last && !is_prefix && !nodes.back().empty()) {
      parser.words().warn("prefix_too_short",
                          "A prefix needs two letters or more; '" + units[i] + "' was looked for as a word.", here);
    }
  }
  return group(NodeKind::And, std::move(nodes), true);
}

std::string print_prefix(const QueryTree& tree) { return tree.text + "*"; }

} // namespace

const Operator kPrefix{.read = read_prefix,
                       .parse = parse_prefix,
                       .node = NodeKind::Prefix,
                       .print = print_prefix,
                       .has_words = always_has_words};

} // namespace trawl::query::operators
