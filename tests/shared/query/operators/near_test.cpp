// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("NEAR: without a number it is NEAR/10, and numbers end at 100", "[query]") {
  CHECK(understood("a NEAR b") == "(a NEAR/10 b)");
  CHECK(understood("a NEAR/3 b") == "(a NEAR/3 b)");
  CHECK(understood("a NEAR/0 b") == "(a NEAR/10 b)");
  CHECK(understood("a NEAR/5000 b") == "(a NEAR/100 b)");
  CHECK(understood("a NEAR/99999999999999999999 b") == "(a NEAR/100 b)");
}

TEST_CASE("NEAR: binds tightest, and equal distances make one window", "[query]") {
  CHECK(understood("a NEAR/3 b -cd") == "((a NEAR/3 b) AND NOT cd)");
  CHECK(understood("NOT a NEAR/3 b") == "NOT (a NEAR/3 b)");
  CHECK(understood("a NEAR/3 b NEAR/3 c") == "(a NEAR/3 b NEAR/3 c)");
  CHECK(understood("a NEAR/3 b NEAR/4 c") == "((a NEAR/3 b) NEAR/4 c)");
}

TEST_CASE("NEAR: between anything but words it is AND", "[query]") {
  CHECK(codes("a NEAR \"b c\"") == "near_needs_words@2");
  CHECK(understood("a NEAR \"b c\"") == "(a AND \"b c\")");
  CHECK_FALSE(parsed("a NEAR source:x").tree.empty());
  CHECK(codes("() NEAR b") == "near_needs_words@3");
}

TEST_CASE("NEAR: without an operand on a side it is left out", "[query]") {
  CHECK(codes("NEAR a") == "dangling_operator@0");
  CHECK(codes("a NEAR") == "dangling_operator@2");
  CHECK(codes("a NEAR NEAR b") == "dangling_operator@2");
  CHECK(understood("a NEAR NEAR b") == "(a AND b)");
  CHECK(parsed("a NEAR NEAR b").tree.implicit);
  CHECK(understood("a NEAR NOT b") == "(a AND NOT b)");
  CHECK(codes("a NEAR/ b").empty());
}
