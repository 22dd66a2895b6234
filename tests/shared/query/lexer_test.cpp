// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/lexer.h"

#include <catch2/catch.hpp>

using namespace trawl::query;

namespace {

/// Each lexeme as the text it was read from, between bars.
std::string pieces(std::string_view q) {
  std::string out;
  for (const Lexeme& lexeme : lex_query(q)) out += std::string(q.substr(lexeme.begin, lexeme.end - lexeme.begin)) + "|";
  return out;
}

} // namespace

TEST_CASE("lexer: each lexeme knows where it was typed", "[query]") {
  CHECK(pieces("flash  attention") == "flash|attention|");
  CHECK(pieces("(a OR \"b c\"~3)") == "(|a|OR|\"b c\"~3|)|");
  CHECK(pieces("title:\"a b\",c x") == "title:\"a b\",c|x|");
  CHECK(pieces("-a +b c*d e*") == "-|a|+|b|c*|d|e*|");
  CHECK(pieces("a\u00A0b\u3000c") == "a|b|c|");
}

TEST_CASE("lexer: a field has its name and its values", "[query]") {
  const auto lexemes = lex_query("Tag:a,\"b c\",d");
  REQUIRE(lexemes.size() == 1);
  CHECK(lexemes[0].is(operators::kField));
  CHECK(lexemes[0].text == "tag");
  CHECK(lexemes[0].values == std::vector<std::string>{"a", "b c", "d"});
  CHECK_FALSE(lexemes[0].is_quoted);
  CHECK(lex_query("tag:\"a\"")[0].is_quoted);
}

TEST_CASE("lexer: an open quote reaches to the end", "[query]") {
  const auto lexemes = lex_query("a \"b c");
  REQUIRE(lexemes.size() == 2);
  CHECK(lexemes[1].is(operators::kPhrase));
  CHECK(lexemes[1].text == "b c");
  CHECK_FALSE(lexemes[1].is_closed);
}
