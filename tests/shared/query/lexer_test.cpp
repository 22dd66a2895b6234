// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/lexer.h"

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::query;

namespace {

/// Each lexeme as the text it was read from, between bars.
std::string pieces(std::string_view q) {
  std::string out;
  for (const Lexeme& lexeme : lex_query(q)) out += std::string(q.substr(lexeme.begin, lexeme.end - lexeme.begin)) + "|";
  return out;
}

/// The operators and words of a query: w for a word, else the operator's own sign or keyword.
std::string kinds(std::string_view q) {
  std::string out;
  for (const Lexeme& lexeme : lex_query(q)) {
    out += out.empty() ? "" : " ";
    out += lexeme.is_word()                ? "w"
           : lexeme.is(operators::kOpen)   ? "("
           : lexeme.is(operators::kClose)  ? ")"
           : lexeme.is(operators::kPhrase) ? "quote"
           : lexeme.is(operators::kField)  ? "field"
           : lexeme.is(operators::kPrefix) ? "w*"
           : lexeme.is(operators::kExact)  ? "+"
           : !lexeme.op->keyword.empty()   ? std::string(lexeme.op->keyword)
                                           : "?";
  }
  return out;
}

} // namespace

TEST_CASE("lexer: each lexeme knows where it was typed", "[query]") {
  CHECK(pieces("flash  attention") == "flash|attention|");
  CHECK(pieces("(a OR \"b c\"~3)") == "(|a|OR|\"b c\"~3|)|");
  CHECK(pieces("title:\"a b\",c x") == "title:\"a b\",c|x|");
  CHECK(pieces("-ab +b c*d e*") == "-|ab|+|b|c*|d|e*|");
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

TEST_CASE("lexer: a keyword is an operator only alone and in capitals", "[query]") {
  struct Row {
    std::string_view q, want;
  };
  for (const Row& row : std::vector<Row>{{"a AND b", "w AND w"},
                                         {"a and b", "w w w"},
                                         {"a And b", "w w w"},
                                         {"ANDROID", "w"},
                                         {"AND* b", "w* w"},
                                         {"\"AND\"", "quote"},
                                         {"(AND)", "( AND )"},
                                         {"a NEAR/5 b", "w NEAR w"},
                                         {"a NEAR/ b", "w w w"},
                                         {"a NEAR/x b", "w w w"},
                                         {"a NEAR/5x b", "w w w"},
                                         {"a NEARBY b", "w w w"},
                                         {"a AND/5 b", "w w w"}, // only NEAR has a distance
                                         {"NOT -ab", "NOT NOT w"},
                                         {"-NOT", "w"}}) {
    INFO(row.q);
    CHECK(kinds(row.q) == row.want);
  }
}

TEST_CASE("lexer: a field has a value directly behind its colon", "[query]") {
  struct Row {
    std::string_view q, want;
  };
  for (const Row& row : std::vector<Row>{{"tag:a", "field"},
                                         {"tag: a", "w w"},
                                         {"tag:", "w"},
                                         {"tag:\"a b\"", "field"},
                                         {"tag:(a)", "w ( w )"},
                                         {"tag::a", "w"},
                                         {"https://a.org/b", "w"},
                                         {"12:30", "w"},
                                         {"a1:b", "w"}, // letters only
                                         {"\u00e9:b", "w"},
                                         {":a", "w"},
                                         {"-tag:a", "NOT field"},
                                         {"+tag:a", "+ field"},
                                         {"anything:at-all", "field"}}) {
    INFO(row.q);
    CHECK(kinds(row.q) == row.want);
  }
}

TEST_CASE("lexer: the values of a field end at a blank, and commas separate them", "[query]") {
  const auto values = [](std::string_view q) { return lex_query(q).at(0).values; };
  using Values = std::vector<std::string>;
  CHECK(values("tag:a,b c") == Values{"a", "b"});
  CHECK(values("tag:a,\"b, c\",d") == Values{"a", "b, c", "d"});
  CHECK(values("tag:a,,b") == Values{"a", "", "b"});
  CHECK(values("tag:a,") == Values{"a"});
  CHECK(values("tag:\"open") == Values{"open"});
  CHECK(lex_query("tag:\"a\",\"b\"").at(0).is_quoted == false); // more than one value
}

TEST_CASE("lexer: distances are read from NEAR and from phrases", "[query]") {
  CHECK(lex_query("NEAR").at(0).distance == 0);
  CHECK(lex_query("NEAR/7").at(0).distance == 7);
  CHECK(lex_query("NEAR/777").at(0).distance == 100);
  CHECK(lex_query("\"a b\"~3").at(0).distance == 3);
  CHECK(lex_query("\"a b\"").at(0).distance == 0);
  CHECK(pieces("\"a b\"~x") == "\"a b\"|~x|"); // a tilde without a number
  CHECK(pieces("\"a b\"~") == "\"a b\"|~|");
}

TEST_CASE("lexer: lexemes follow one another, inside the query", "[query]") {
  for (const char* q :
       {"a (b OR -cd) \"d e\"~2 tag:x,y f* +g", "\u201Ca\u201D\u3000\u5BB6", "((", "* * *", "--a", "\"\"\"a"}) {
    INFO(q);
    std::size_t end = 0;
    for (const Lexeme& lexeme : lex_query(q)) {
      CHECK(lexeme.begin >= end);
      CHECK(lexeme.end > lexeme.begin);
      end = lexeme.end;
    }
    CHECK(end <= std::string_view(q).size());
  }
  CHECK(lex_query("").empty());
  CHECK(lex_query(" \n\u3000").empty());
}
