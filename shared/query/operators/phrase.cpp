// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/operators/phrase.h"

#include "shared/query/parser.h"
#include "shared/query/scanner.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <utility>

namespace trawl::query {
namespace {

/// Whether a text without blanks is a sequence of words: k-means, torch.compile, 索家坟.
bool has_several_words(std::string_view unit) {
  return std::ranges::count(text::tokenize(unit), text::TokenKind::Word, &text::Token::kind) > 1;
}

} // namespace

QueryTree read_phrase(WordParser& words, std::size_t lexeme, std::string_view text, int distance) {
  std::vector<QueryTree> nodes;
  for (std::string& unit : word_units(text)) {
    QueryTree node = words.word(lexeme, std::move(unit), NodeKind::Word);
    if (!node.empty()) nodes.push_back(std::move(node));
  }
  if (nodes.empty()) return {};
  if (nodes.size() == 1 && !has_several_words(nodes.front().text)) return std::move(nodes.front());
  QueryTree phrase;
  phrase.kind = NodeKind::Phrase;
  phrase.distance = distance;
  phrase.children = std::move(nodes);
  return phrase;
}

namespace operators {
namespace {

bool read_quoted_words(Scanner& scanner, Lexeme& lexeme) {
  if (!is_quote(scanner.peek())) return false;
  lexeme.text = scanner.read_quoted(lexeme.is_closed);
  const std::size_t end = scanner.position();
  if (!lexeme.is_closed || !scanner.take('~')) return true;
  lexeme.distance = scanner.read_number();
  if (scanner.position() == end + 1) scanner.move_to(end); // a tilde without a number
  return true;
}

QueryTree parse_phrase(Parser& parser, QueryTree) {
  const std::size_t here = parser.take();
  const Lexeme& lexeme = parser.lexeme(here);
  if (lexeme.is_closed) return read_phrase(parser.words(), here, lexeme.text, lexeme.distance);
  parser.words().warn("unbalanced_quote", "Missing closing quote; searched as words.", here);
  return parser.words().words(here, NodeKind::Word);
}

std::string print_phrase(const QueryTree& tree) {
  std::string out = "\"";
  for (std::size_t i = 0; i < tree.children.size(); ++i) out += (i == 0 ? "" : " ") + tree.children[i].text;
  out += '"';
  if (tree.distance > 0) out += "~" + std::to_string(tree.distance);
  return out;
}

} // namespace

const Operator kPhrase{.read = read_quoted_words,
                       .parse = parse_phrase,
                       .node = NodeKind::Phrase,
                       .print = print_phrase,
                       .has_words = always_has_words};

} // namespace operators
} // namespace trawl::query
