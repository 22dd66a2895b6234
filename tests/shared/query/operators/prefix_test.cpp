// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("prefix: a star at the end of a word", "[query]") {
  CHECK(parsed("quant*").tree.kind == NodeKind::Prefix);
  CHECK(understood("flash quant*") == "(flash AND quant*)");
  CHECK(understood("a,quant*") == "(a AND quant*)");
  CHECK(understood("-quant*") == "NOT quant*");
}

TEST_CASE("prefix: a star elsewhere only separates words", "[query]") {
  CHECK(understood("qu*ant") == "(qu AND ant)");
  CHECK(understood("* quant") == "quant");
  CHECK(parsed("*").tree.empty());
}

TEST_CASE("prefix: needs two letters", "[query]") {
  CHECK(codes("x*") == "prefix_too_short@0");
  CHECK(understood("x*") == "x");
  CHECK(codes("\u7D22*") == "prefix_too_short@0");
  CHECK(codes("ab*").empty());
}
