// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("exact: a plus asks for the form as typed", "[query]") {
  CHECK(parsed("+mxfp8").tree.kind == NodeKind::Exact);
  CHECK(understood("a +b c") == "(a AND +b AND c)");
  CHECK(understood("+a,b") == "(+a AND +b)");
  CHECK_FALSE(parsed("+a,b").tree.implicit);
}

TEST_CASE("exact: a plus inside a word, or alone, is not an operator", "[query]") {
  CHECK(understood("C++ a+b") == "(C++ AND a AND b)");
  CHECK(understood("2.10+TorchAO + x") == "(2.10 AND TorchAO AND x)");
  CHECK(understood("++a") == "a");
}

TEST_CASE("exact: phrases and fields are required with and without a plus", "[query]") {
  CHECK(understood("+\"a b\" c") == "(\"a b\" AND c)");
  CHECK(understood("+title:a c") == "(title:a AND c)");
  CHECK(codes("+(a b)") == "plus_needs_word@0");
  CHECK(understood("+(a b)") == "(a AND b)");
  CHECK(codes("+ab*") == "plus_needs_word@0");
}
