// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("parenthesis: groups, and adds nothing to words side by side", "[query]") {
  CHECK(understood("(a OR b) c") == "((a OR b) AND c)");
  CHECK(understood("a (b c) d") == "(a AND b AND c AND d)");
  CHECK(understood("((a))") == "a");
  CHECK(understood("()").empty());
}

TEST_CASE("parenthesis: one too few is closed at the end, one too many is left out", "[query]") {
  CHECK(codes("(a b") == "unbalanced_parenthesis@0");
  CHECK(understood("(a OR b") == "(a OR b)");
  CHECK(codes("a) b") == "unbalanced_parenthesis@1");
  CHECK(understood("a) OR b") == "(a AND b)");
}

TEST_CASE("parenthesis: beyond ten levels only the words are kept", "[query]") {
  const auto nested = [](int levels, std::string_view inner) {
    return std::string(static_cast<std::size_t>(levels), '(') + std::string(inner) +
           std::string(static_cast<std::size_t>(levels), ')');
  };
  CHECK(codes(nested(9, "a")).empty());
  CHECK(codes(nested(11, "a")) == "too_deep@9");
  CHECK(understood(nested(11, "a b")) == "(a AND b)");
  CHECK(understood(nested(11, "a OR -bc \"c d\" source:x")) == "(a AND bc AND \"c d\")");
  CHECK(understood(nested(11, "a") + " b") == "(a AND b)");
  CHECK(parsed(nested(400, "a")).tree.kind == NodeKind::Word);
}
