// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("NOT: two in a row cancel out, whichever way they are written", "[query]") {
  CHECK(understood("NOT a") == "NOT a");
  CHECK(understood("-bc") == "NOT bc");
  CHECK(understood("NOT NOT a") == "a");
  CHECK(understood("NOT -bc") == "bc");
  CHECK(understood("NOT NOT NOT a") == "NOT a");
  CHECK(understood("-(NOT a)") == "a");
  CHECK(understood("NOT (a b)") == "NOT (a AND b)");
}

TEST_CASE("NOT: a minus is an operator only before a word, after a blank", "[query]") {
  CHECK(understood("a -bc") == "(a AND NOT bc)");
  CHECK(understood("pre-training") == "pre-training");
  CHECK(understood("COVID -19 - x --index-url") == "(COVID AND 19 AND x AND index-url)");
  CHECK(understood("-\"a b\" -title:c") == "(NOT \"a b\" AND NOT title:c)");
  CHECK(understood("(-bc)") == "NOT bc");
  CHECK(understood("\"a\"-b") == "(a AND b)");
}

TEST_CASE("NOT: the short options of a pasted command leave nothing out", "[query]") {
  CHECK(understood("docker run -it --gpus all") == "(docker AND run AND it AND gpus AND all)");
  CHECK(understood("docker run -it ubuntu") == "(docker AND run AND it AND ubuntu)");
  CHECK(understood("git commit -m") == "(git AND commit AND m)");
  CHECK(understood("git commit -m \"first step\"") == "(git AND commit AND m AND \"first step\")");
  CHECK(understood("tar -xzf a -C out") == "(tar AND xzf AND a AND C AND out)");
  CHECK(understood("(tar -xzf a --verbose)") == "(tar AND xzf AND a AND verbose)");
  CHECK(understood("vllm --port -(a b) -\"c d\" NOT e") ==
        "(vllm AND port AND NOT (a AND b) AND NOT \"c d\" AND NOT e)");
  CHECK(understood("vllm -benchmark") == "(vllm AND NOT benchmark)");
  CHECK(understood("agents -rag -图") == "(agents AND NOT rag AND NOT 图)");
  CHECK(understood("vllm -C++ -title:a") == "(vllm AND NOT C++ AND NOT title:a)");
}

TEST_CASE("NOT: with nothing behind it, it is left out", "[query]") {
  CHECK(codes("a NOT") == "dangling_operator@2");
  CHECK(codes("a NOT OR b") == "dangling_operator@2");
  CHECK(understood("a NOT ()") == "a");
  CHECK_FALSE(parsed("NOT a").has_words);
}
