// SPDX-License-Identifier: GPL-3.0-or-later
/// The operators of the query language. Each is defined in its own file in operators/ and registered by one line
/// in operators/list.def; the lexer, the parser and the printer know them only through this table.
///
/// To add an operator, define its `Operator` in operators/NAME.cpp and add a line to the list. An operator that only
/// combines existing nodes (a XOR b as a tree of AND, OR and NOT) needs nothing else. One that makes nodes of a new
/// kind sets `node` and `print` too, and its kind is planned by shared/search/plan/node_match.cpp.
#pragma once

#include "shared/query/tree.h"

#include <string>
#include <string_view>

namespace trawl::query {

class Scanner;
class Parser;
struct Lexeme;

/// Where an operator is written.
enum class Position {
  Infix,   ///< between two operands: a OR b
  Prefix,  ///< before an operand: NOT a
  Operand, ///< begins an operand itself: "a b", title:a, (a b)
  Closing, ///< ends an expression: )
};

/// How tightly operators bind, loosest first.
enum class Precedence { Or, SideBySide, And, Not, Near, Operand };

struct Operator {
  Position position = Position::Operand;
  Precedence precedence = Precedence::Operand;

  /// The word it is written as, in capitals; empty for an operator of signs.
  std::string_view keyword = {};
  /// Whether a distance may follow the keyword: NEAR/5.
  bool has_distance = false;
  /// Reads the operator at the scanner's position into `lexeme` and moves past it. Returns false, and leaves the
  /// scanner where it is, if the operator is not there. Null: the keyword is the only spelling.
  bool (*read)(Scanner& scanner, Lexeme& lexeme) = nullptr;

  /// Called with the parser at the operator's lexeme; must move past it. `left` is the operand before an infix
  /// operator, empty for the others.
  QueryTree (*parse)(Parser& parser, QueryTree left) = nullptr;

  /// The kind of the nodes it makes; Nothing if it makes nodes of other operators only.
  NodeKind node = NodeKind::Nothing;
  /// A node of that kind in the query language.
  std::string (*print)(const QueryTree& tree) = nullptr;
  /// Whether such a node contains a word to rank by.
  bool (*has_words)(const QueryTree& tree) = nullptr;
};

namespace operators {
#define TRAWL_OPERATOR(name) extern const Operator name;
#include "shared/query/operators/list.def"
#undef TRAWL_OPERATOR
} // namespace operators

/// The operator that makes nodes of this kind, which is not Nothing or Word.
const Operator& operator_of(NodeKind kind);

/// The operator whose reading matches at the scanner's position, with `lexeme` filled in; null if there is a word.
const Operator* read_operator(Scanner& scanner, Lexeme& lexeme);

/// Whether a word reads as an operator on its own: AND, NEAR, NEAR/5.
bool is_keyword(std::string_view word);

// Building blocks for definitions.

/// The children between parentheses, joined by `separator`: (a OR b).
std::string print_joined(const QueryTree& tree, const std::string& separator);
bool always_has_words(const QueryTree& tree);
bool any_child_has_words(const QueryTree& tree);

} // namespace trawl::query
