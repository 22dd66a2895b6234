// SPDX-License-Identifier: GPL-3.0-or-later
// The parser against a small recursive-descent parser of the same grammar (docs/query-language.md):
//   or    = side { "OR" side }
//   side  = and { and }
//   and   = not { "AND" not }
//   not   = "NOT" not | near
//   near  = operand { "NEAR/3" operand }
//   operand = word | "(" or ")"
#include "shared/query/parser.h"

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/shared/query/query_text.h"

using namespace trawl::query;
using namespace trawl::query::test;

namespace {

class DescentParser {
 public:
  explicit DescentParser(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}

  QueryTree either() {
    std::vector<QueryTree> operands{side_by_side()};
    while (take("OR")) operands.push_back(side_by_side());
    return group(NodeKind::Or, std::move(operands));
  }

 private:
  QueryTree side_by_side() {
    std::vector<QueryTree> operands{both()};
    while (!at_end() && next() != "OR" && next() != ")") operands.push_back(both());
    return flattened(std::move(operands));
  }

  QueryTree both() {
    std::vector<QueryTree> operands{negated()};
    while (take("AND")) operands.push_back(negated());
    return group(NodeKind::And, std::move(operands));
  }

  QueryTree negated() {
    if (!take("NOT")) return near();
    QueryTree inner = negated();
    if (inner.kind == NodeKind::Not) return std::move(inner.children.front());
    QueryTree tree;
    tree.kind = NodeKind::Not;
    tree.children.push_back(std::move(inner));
    return tree;
  }

  QueryTree near() {
    std::vector<QueryTree> operands{operand()};
    while (take("NEAR/3")) operands.push_back(operand());
    QueryTree tree = group(NodeKind::Near, std::move(operands));
    if (tree.kind == NodeKind::Near) tree.distance = 3;
    return tree;
  }

  QueryTree operand() {
    if (!take("(")) return leaf(NodeKind::Word, tokens_.at(at_++));
    QueryTree inner = either();
    take(")");
    return inner;
  }

  bool at_end() const { return at_ >= tokens_.size(); }
  const std::string& next() const { return tokens_.at(at_); }
  bool take(std::string_view token) {
    if (at_end() || next() != token) return false;
    ++at_;
    return true;
  }

  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
};

/// Appends an expression of the grammar above.
void append_expression(std::vector<std::string>& tokens, std::mt19937& random, int depth) {
  const auto word = [&] { tokens.emplace_back(1, static_cast<char>('p' + random() % 8)); };
  for (std::size_t left = 1 + random() % 4; left > 0; --left) {
    while (random() % 5 == 0) tokens.emplace_back("NOT");
    if (depth > 0 && random() % 4 == 0) {
      tokens.emplace_back("(");
      append_expression(tokens, random, depth - 1);
      tokens.emplace_back(")");
    } else {
      word();
      for (; random() % 5 == 0; word()) tokens.emplace_back("NEAR/3");
    }
    if (left == 1) break;
    switch (random() % 3) {
    case 0:
      tokens.emplace_back("AND");
      break;
    case 1:
      tokens.emplace_back("OR");
      break;
    default:
      break; // side by side
    }
  }
}

} // namespace

TEST_CASE("precedence: expressions are parsed as a recursive-descent parser of the grammar does", "[query]") {
  constexpr unsigned kSeed = 112;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 10'000; ++round) {
    std::vector<std::string> tokens;
    append_expression(tokens, random, 3);
    std::string text;
    for (const std::string& token : tokens) text += (text.empty() ? "" : " ") + token;
    INFO("seed " << kSeed << ": " << text);
    const ParsedTree parsed = parse_tree(text, april_20());
    if (!parsed.warnings.empty()) {
      REQUIRE(parsed.warnings.front().code == "too_many_words");
      continue;
    }
    REQUIRE(parsed.tree == DescentParser(tokens).either());
  }
}
