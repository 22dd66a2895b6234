// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/operator.h"

#include "shared/query/lexer.h"

#include <set>

#include <catch2/catch.hpp>

using namespace trawl::query;

namespace {

const std::vector<const Operator*> kAll{
#define TRAWL_OPERATOR(name) &operators::name,
#include "shared/query/operators/list.def"
#undef TRAWL_OPERATOR
};

} // namespace

TEST_CASE("operators: each kind of node but words has one operator that can print it", "[query]") {
  std::multiset<NodeKind> made;
  for (const Operator* one : kAll) {
    if (one->node == NodeKind::Nothing) continue;
    made.insert(one->node);
    CHECK(one->print != nullptr);
    CHECK(one->has_words != nullptr);
    CHECK(&operator_of(one->node) == one);
  }
  for (const NodeKind kind : {NodeKind::Exact, NodeKind::Prefix, NodeKind::Phrase, NodeKind::Near, NodeKind::Field,
                              NodeKind::And, NodeKind::Or, NodeKind::Not}) {
    CHECK(made.count(kind) == 1);
  }
}

TEST_CASE("operators: each can be written, and all but closing ones parse", "[query]") {
  for (const Operator* one : kAll) {
    CHECK((!one->keyword.empty() || one->read != nullptr));
    CHECK((one->parse != nullptr) == (one->position != Position::Closing));
    CHECK(is_keyword(one->keyword) == !one->keyword.empty());
  }
}

TEST_CASE("operators: a keyword alone is one lexeme of its operator", "[query]") {
  for (const Operator* one : kAll) {
    if (one->keyword.empty()) continue;
    const auto lexemes = lex_query(one->keyword);
    REQUIRE(lexemes.size() == 1);
    CHECK(lexemes[0].is(*one));
    CHECK(lexemes[0].text == one->keyword);
  }
  CHECK_FALSE(is_keyword("and"));
  CHECK_FALSE(is_keyword("NEARBY"));
  CHECK(is_keyword("NEAR/7"));
}
