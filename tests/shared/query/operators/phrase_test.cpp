// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("phrase: words in quotes of any kind, with a slop", "[query]") {
  CHECK(understood("\"a b\"") == "\"a b\"");
  CHECK(understood("\u201Ca b\u201D c") == "(\"a b\" AND c)");
  CHECK(understood("\"a b\"~4") == "\"a b\"~4");
  CHECK(understood("\"a b\"~ 4") == "(\"a b\" AND 4)");
  CHECK(understood("\"a b\"~999") == "\"a b\"~100");
}

TEST_CASE("phrase: of one word it is the word, of none it is nothing", "[query]") {
  CHECK(parsed("\"alpha\"").tree.kind == NodeKind::Word);
  CHECK(parsed("\"\"").tree.empty());
  CHECK(parsed("\"alpha\"~3").tree.distance == 0);
}

TEST_CASE("phrase: an open quote makes words of the rest", "[query]") {
  CHECK(codes("x \"a b") == "unbalanced_quote@2");
  CHECK(understood("x \"a b") == "(x AND a AND b)");
}

TEST_CASE("phrase: all words of a long one are kept", "[query]") {
  CHECK(codes("\"1 2 3 4 5 6 7 8 9 10 11 12 13\"").empty());
  CHECK(parsed("\"1 2 3 4 5 6 7 8 9 10 11 12 13\"").tree.children.size() == 13);
}

TEST_CASE("phrase: a name of several words is one by itself", "[query]") {
  for (const char* q : {"\"k-means\"", "\"\u7D22\u5BB6\u575F\""}) {
    INFO(q);
    CHECK(parsed(q).tree.kind == NodeKind::Phrase);
    CHECK(parsed(q).tree.children.size() == 1);
    CHECK(understood(q) == q);
  }
  CHECK(understood("title:k-means") == "title:k-means");
  CHECK(understood("title:\"k-means\"") == "title:\"k-means\"");
}
