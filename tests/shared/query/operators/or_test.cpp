// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("OR: binds loosest of all", "[query]") {
  CHECK(understood("a b OR c AND d") == "((a AND b) OR (c AND d))");
  CHECK(understood("a OR b OR c") == "(a OR b OR c)");
  CHECK(understood("(a OR b) OR c") == "((a OR b) OR c)");
  CHECK(understood("a OR -bc") == "(a OR NOT bc)");
}

TEST_CASE("OR: without an operand on a side it is left out", "[query]") {
  CHECK(codes("OR a") == "dangling_operator@0");
  CHECK(codes("a OR") == "dangling_operator@2");
  CHECK(codes("a OR OR b") == "dangling_operator@2");
  CHECK(understood("a OR OR b") == "(a OR b)");
  CHECK(understood("(OR)").empty());
}

TEST_CASE("OR: has words if a branch has", "[query]") {
  CHECK(parsed("source:a OR b").has_words);
  CHECK_FALSE(parsed("source:a OR -bc").has_words);
}
