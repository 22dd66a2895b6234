// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("AND: both sides are required, and are not relaxed", "[query]") {
  const QueryTree tree = parsed("a AND b AND c").tree;
  CHECK(tree.kind == NodeKind::And);
  CHECK_FALSE(tree.implicit);
  CHECK(tree.children.size() == 3);
  CHECK(parsed("a b").tree.implicit);
}

TEST_CASE("AND: binds tighter than words side by side and looser than NOT", "[query]") {
  CHECK(understood("a b AND c d") == "(a AND (b AND c) AND d)");
  CHECK(understood("NOT a AND b") == "(NOT a AND b)");
  CHECK(understood("(a AND b) AND c") == "((a AND b) AND c)");
}

TEST_CASE("AND: without an operand on a side it is left out", "[query]") {
  CHECK(codes("AND a") == "dangling_operator@0");
  CHECK(codes("a AND") == "dangling_operator@2");
  CHECK(codes("a AND AND b") == "dangling_operator@2"); // the same message is given once
  CHECK(codes("a AND OR b") == "dangling_operator@2");
  CHECK(understood("a AND AND b") == "(a AND b)");
  CHECK(understood("a AND ()") == "a");
}

TEST_CASE("AND: in small letters, or as part of a word, it is not an operator", "[query]") {
  CHECK(understood("a and b") == "(a AND and AND b)");
  CHECK(understood("a AND* b") == "(a AND and* AND b)");
  CHECK(understood("ANDROID") == "ANDROID");
}
