// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/tree.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/query/parser.h"
#include "tests/shared/query/query_text.h"

using namespace trawl::query;
using namespace trawl::query::test;

namespace {

QueryTree word(std::string text) { return leaf(NodeKind::Word, std::move(text)); }

/// A tree that the parser could have made, of at most `depth` levels: groups in groups are of another kind, negations
/// are not doubled, NEAR holds words, and "implicit" is not set, since print() writes every AND.
class RandomTrees {
 public:
  explicit RandomTrees(unsigned seed) : random_(seed) {}

  QueryTree next(int depth = 4) {
    switch (depth == 0 ? below(5) : below(9)) {
    case 0:
      return leaf(NodeKind::Exact, letter());
    case 1:
      return leaf(NodeKind::Prefix, letter() + "b");
    case 2:
      return distant(NodeKind::Phrase, static_cast<int>(below(3)));
    case 3:
      return distant(NodeKind::Near, 1 + static_cast<int>(below(100)));
    case 4:
      return word(letter());
    case 5:
      return field();
    case 6:
      return negated(depth);
    default:
      return group(below(2) == 0 ? NodeKind::And : NodeKind::Or, {next(depth - 1), next(depth - 1)});
    }
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::string letter() { return std::string(1, static_cast<char>('p' + below(8))); }

  QueryTree distant(NodeKind kind, int distance) {
    QueryTree tree = group(kind, {word(letter()), word(letter())});
    tree.distance = distance;
    return tree;
  }

  QueryTree field() {
    QueryTree tree;
    tree.kind = NodeKind::Field;
    tree.field = below(2) == 0 ? "tag" : "title";
    if (tree.field == "tag") {
      for (std::size_t left = 1 + below(3); left > 0; --left) tree.children.push_back(word(letter()));
    } else {
      tree.children.push_back(below(2) == 0 ? word(letter()) : distant(NodeKind::Phrase, 0));
    }
    return tree;
  }

  QueryTree negated(int depth) {
    QueryTree inner = next(depth - 1);
    if (inner.kind == NodeKind::Not) return inner;
    QueryTree tree;
    tree.kind = NodeKind::Not;
    tree.children.push_back(std::move(inner));
    return tree;
  }

  std::mt19937 random_;
};

} // namespace

TEST_CASE("tree: what has a word to rank by", "[query]") {
  CHECK_FALSE(has_words(QueryTree{}));
  for (const char* q : {"a", "+a", "ab*", "\"a b\"", "a NEAR b", "title:a", "a OR source:x", "a -bc", "NOT a b"}) {
    INFO(q);
    CHECK(has_words(parse_tree(q, april_20()).tree));
  }
  for (const char* q :
       {"", "NOT a", "source:x", "date:2026", "is:long", "source:x OR tag:y", "-ab -bc", "NOT (a OR b)"}) {
    INFO(q);
    CHECK_FALSE(has_words(parse_tree(q, april_20()).tree));
  }
}

TEST_CASE("tree: any tree that is printed is parsed back, node by node", "[query]") {
  constexpr unsigned kSeed = 111;
  RandomTrees trees(kSeed);
  for (int round = 0; round < 5'000; ++round) {
    const QueryTree tree = trees.next();
    const std::string text = print(tree);
    INFO("seed " << kSeed << ": " << text);
    const ParsedTree parsed = parse_tree(text, april_20());
    REQUIRE(parsed.warnings.empty());
    REQUIRE(parsed.tree == tree);
  }
}
