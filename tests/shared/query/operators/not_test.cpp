// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("NOT: two in a row cancel out, whichever way they are written", "[query]") {
  CHECK(understood("NOT a") == "NOT a");
  CHECK(understood("-a") == "NOT a");
  CHECK(understood("NOT NOT a") == "a");
  CHECK(understood("NOT -a") == "a");
  CHECK(understood("NOT NOT NOT a") == "NOT a");
  CHECK(understood("-(NOT a)") == "a");
  CHECK(understood("NOT (a b)") == "NOT (a AND b)");
}

TEST_CASE("NOT: a minus is an operator only before a word, after a blank", "[query]") {
  CHECK(understood("a -b") == "(a AND NOT b)");
  CHECK(understood("pre-training") == "pre-training");
  CHECK(understood("COVID -19 - x --index-url") == "(COVID AND 19 AND x AND index-url)");
  CHECK(understood("-\"a b\" -title:c") == "(NOT \"a b\" AND NOT title:c)");
  CHECK(understood("(-a)") == "NOT a");
  CHECK(understood("\"a\"-b") == "(a AND b)");
}

TEST_CASE("NOT: with nothing behind it, it is left out", "[query]") {
  CHECK(codes("a NOT") == "dangling_operator@2");
  CHECK(codes("a NOT OR b") == "dangling_operator@2");
  CHECK(understood("a NOT ()") == "a");
  CHECK_FALSE(parsed("NOT a").has_words);
}
