// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/operator.h"

#include "shared/query/lexer.h"
#include "shared/query/scanner.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace trawl::query {
namespace {

constexpr auto kOperators = std::to_array<const Operator*>({
#define TRAWL_OPERATOR(name) &operators::name,
#include "shared/query/operators/list.def"
#undef TRAWL_OPERATOR
});

/// The digits after KEYWORD/ in `word`; empty for the keyword alone.
bool matches_keyword(const Operator& one, std::string_view word, std::string_view& digits) {
  digits = {};
  if (one.keyword.empty() || !word.starts_with(one.keyword)) return false;
  if (word.size() == one.keyword.size()) return true;
  if (!one.has_distance || word[one.keyword.size()] != '/') return false;
  digits = word.substr(one.keyword.size() + 1);
  return std::ranges::all_of(digits, is_digit);
}

bool read_keyword(const Operator& one, Scanner& scanner, Lexeme& lexeme) {
  const std::string_view word = scanner.word();
  std::string_view digits;
  if (!matches_keyword(one, word, digits) || word.ends_with('/')) return false;
  if (!scanner.ends_word(scanner.position() + word.size())) return false; // AND*
  lexeme.text = word;
  if (!digits.empty()) lexeme.distance = Scanner(digits).read_number();
  scanner.move_to(scanner.position() + word.size());
  return true;
}

} // namespace

const Operator& operator_of(NodeKind kind) {
  const auto found = std::ranges::find(kOperators, kind, [](const Operator* one) { return one->node; });
  assert(found != kOperators.end());
  return **found;
}

const Operator* read_operator(Scanner& scanner, Lexeme& lexeme) {
  for (const Operator* one : kOperators) {
    if (read_keyword(*one, scanner, lexeme) || (one->read != nullptr && one->read(scanner, lexeme))) return one;
  }
  return nullptr;
}

bool is_keyword(std::string_view word) {
  std::string_view digits;
  return std::ranges::any_of(kOperators, [&](const Operator* one) { return matches_keyword(*one, word, digits); });
}

std::string print_joined(const QueryTree& tree, const std::string& separator) {
  std::string out = "(";
  for (std::size_t i = 0; i < tree.children.size(); ++i) out += (i == 0 ? "" : separator) + print(tree.children[i]);
  return out + ")";
}

bool always_has_words(const QueryTree&) { return true; }

bool any_child_has_words(const QueryTree& tree) { return std::ranges::any_of(tree.children, has_words); }

} // namespace trawl::query
