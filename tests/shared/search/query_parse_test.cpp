// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"
#include "shared/search/query.h"
#include "shared/search/query_parser.h"
#include "tests/support/documented_rows.h"

using namespace trawl;
using namespace trawl::search;

namespace {

Moment april_20() { return parse_rfc3339("2026-04-20T12:00:00Z")->time; }

ParsedQuery parsed(std::string_view q) { return *parse_query(q, april_20(), false); }

std::string understood(std::string_view q) { return parsed(q).understood; }

std::string codes(std::string_view q) {
  std::string out;
  for (const Warning& warning : parsed(q).warnings) {
    out += (out.empty() ? "" : " ") + warning.code + "@" + std::to_string(warning.position.value_or(0));
  }
  return out;
}

std::string text_of(const FieldFilter& filter) {
  std::string out;
  for (const std::string& value : filter.any_of) out += "|" + value;
  for (const std::string& value : filter.all_of) out += "&" + value;
  for (const std::string& value : filter.none_of) out += "!" + value;
  return out;
}

} // namespace

TEST_CASE("query: every documented example is understood as the manual says", "[query]") {
  const auto rows = trawl::test::documented_rows("What is written");
  CHECK(rows.size() >= 20);
  for (const auto& [query, form] : rows) {
    INFO(query);
    CHECK(understood(query) == form);
    CHECK(codes(query).empty());
  }
}

TEST_CASE("query: operators bind as NEAR, NOT, AND, words side by side, OR", "[query]") {
  CHECK(understood("a b OR c AND d") == "((a AND b) OR (c AND d))");
  CHECK(understood("a NEAR/3 b -c") == "((a NEAR/3 b) AND NOT c)");
  CHECK(understood("NOT NOT a") == "a");
  CHECK(understood("a (b c) d") == "(a AND b AND c AND d)");
  CHECK(understood("or and not near") == "(or AND and AND not AND near)");
}

TEST_CASE("query: a minus is an operator only before a word, after a blank", "[query]") {
  CHECK(understood("a -b") == "(a AND NOT b)");
  CHECK(understood("pre-training") == "pre-training");
  CHECK(understood("COVID -19 - x --index-url") == "(COVID AND 19 AND x AND index-url)");
  CHECK(understood("-\"a b\" -title:c") == "(NOT \"a b\" AND NOT title:c)");
  CHECK(understood("-benchmark") == "NOT benchmark");
}

TEST_CASE("query: filters at the top leave the tree, those inside stay", "[query]") {
  const ParsedQuery query = parsed("vllm source:PyTorch,openai tag:gpu -tag:demo author:\"Ziyang Li\" lang:EN");
  CHECK(query.understood == "vllm");
  CHECK(text_of(query.filters.fields.at("source")) == "|pytorch|openai");
  CHECK(text_of(query.filters.fields.at("tag")) == "|gpu!demo");
  CHECK(text_of(query.filters.fields.at("author")) == "|Ziyang Li");
  CHECK(text_of(query.filters.fields.at("language")) == "|en");
  CHECK(parsed("source:a OR b").filters.empty());
  CHECK(text_of(parsed("tag:a AND tag:b").filters.fields.at("tag")) == "&a&b");
  CHECK(text_of(parsed("tag:a tag:b").filters.fields.at("tag")) == "|a|b");
  CHECK_FALSE(parsed("source:a -tag:b").has_words);
  CHECK(parsed("source:a b").has_words);
}

TEST_CASE("query: dates of every form become one range", "[query]") {
  const auto range = [](std::string_view q) {
    const Filters filters = parsed(q).filters;
    return (filters.after ? to_rfc3339(*filters.after) : "") + ".." +
           (filters.before ? to_rfc3339(*filters.before) : "");
  };
  CHECK(range("date:2026-04") == "2026-04-01T00:00:00Z..2026-05-01T00:00:00Z");
  CHECK(range("date:2026-01..2026-03") == "2026-01-01T00:00:00Z..2026-04-01T00:00:00Z");
  CHECK(range("date:2026-02-28") == "2026-02-28T00:00:00Z..2026-03-01T00:00:00Z");
  CHECK(range("date:2026-W01") == "2025-12-29T00:00:00Z..2026-01-05T00:00:00Z");
  CHECK(range("date:>=2026-04-01") == "2026-04-01T00:00:00Z..");
  CHECK(range("date:>2026-03") == "2026-04-01T00:00:00Z..");
  CHECK(range("date:<=2026-03") == "..2026-04-01T00:00:00Z");
  CHECK(range("date:<2026") == "..2026-01-01T00:00:00Z");
  CHECK(range("date:..2025") == "..2026-01-01T00:00:00Z");
  CHECK(range("since:7d") == "2026-04-13T12:00:00Z..");
  CHECK(range("since:36h") == "2026-04-19T00:00:00Z..");
  CHECK(range("since:yesterday") == "2026-04-19T00:00:00Z..");
  CHECK(range("after:2026-02 before:2026-03-05") == "2026-02-01T00:00:00Z..2026-03-05T00:00:00Z");
  for (const char* bad :
       {"date:foo", "date:2026-13", "date:2026-02-30", "date:2026-03..2026-01", "since:7x", "date:-1"}) {
    INFO(bad);
    CHECK(codes(bad).starts_with("bad_date@0"));
    CHECK(parsed(bad).filters.empty());
  }
}

TEST_CASE("query: what is not understood is taken as words and said, with its place in characters", "[query]") {
  CHECK(codes("été foo:bar") == "unknown_field@4");
  CHECK(understood("foo:bar baz") == "(foo AND bar AND baz)");
  CHECK(codes("x \"a b") == "unbalanced_quote@2");
  CHECK(understood("x \"a b") == "(x AND a AND b)");
  CHECK(codes("(a b") == "unbalanced_parenthesis@0");
  CHECK(codes("a) b") == "unbalanced_parenthesis@1");
  CHECK(codes("a AND") == "dangling_operator@2");
  CHECK(codes("x*") == "prefix_too_short@0");
  CHECK(codes("is:bad") == "unknown_value@0");
  CHECK(codes("https://a.org/b std::vector 12:30 note: x").empty());
}

TEST_CASE("query: strict refuses what lenient only says, with the position", "[query]") {
  const auto refused = parse_query("abc (d", april_20(), true);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::BadQuery);
  CHECK(refused.error().where == "position 4");
  CHECK(parse_query("abc (d OR e)", april_20(), true).has_value());
}

TEST_CASE("query: caps cut and say so", "[query]") {
  std::string words;
  for (int i = 0; i < 70; ++i) words += "w" + std::to_string(i) + " ";
  CHECK(codes(words).starts_with("too_many_words"));
  CHECK(parsed(words).tree.children.size() == kMaxQueryWords);
  CHECK(codes(std::string(600, 'a') + " " + std::string(600, 'b')).starts_with("query_too_long"));
  CHECK(codes("\"1 2 3 4 5 6 7 8 9 10 11 12 13\"") == "phrase_cut@0");
  CHECK(codes(std::string(11, '(') + "a" + std::string(11, ')')) == "too_deep@9");
  CHECK(understood(std::string(11, '(') + "a b" + std::string(11, ')')) == "(a AND b)");
}

TEST_CASE("query: no words and no filters is everything", "[query]") {
  for (const char* q : {"", "   ", "?!", "*", "()", "\"\"", "- + -", "—"}) {
    INFO(q);
    CHECK(parsed(q).tree.empty());
    CHECK_FALSE(parsed(q).has_words);
  }
}

TEST_CASE("query: what is printed is understood as the same again", "[query]") {
  for (const char* q : {"a's's", "Q&A/a\u02BCs\u02BCs*", "\u00e9 :NEAR/\u0301", "NOT索家", "\"NEAR/3\" b"}) {
    INFO(q);
    CHECK(print(parse_tree(understood(q), april_20()).tree) == understood(q));
  }
}

TEST_CASE("query: any bytes are parsed, and what is understood is understood again", "[query]") {
  const std::vector<std::string> pieces{
      "(",      ")",    "\"", " ",      "-",       "+",     "*",       "AND",      "OR",  "NOT",    "NEAR",
      "NEAR/3", "a",    "bc", "title:", "tag:x,y", "date:", "2026-04", "since:7d", "is:", "long",   "torch.compile",
      "C++",    "索家", "é",  "\xff",   "’",       "~2",    ":",       ",",        "x_y", "8xH200", "\xE2\x80",
      "the"};
  const char* const asked = std::getenv("TRAWL_FUZZ_QUERIES");
  const long rounds = asked != nullptr ? std::atol(asked) : 20'000;
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (long i = 0; i < rounds; ++i) {
    std::string q;
    for (std::size_t n = below(14); n > 0; --n) {
      q += below(12) == 0 ? std::string(1, static_cast<char>(below(256))) : pieces[below(pieces.size())];
      if (below(3) == 0) q += ' ';
    }
    const auto query = parse_query(q, april_20(), false);
    REQUIRE(query.has_value());
    const std::size_t length = utf8::length(utf8::repair(q));
    for (const Warning& warning : query->warnings) REQUIRE(warning.position.value_or(0) <= length);
    QueryTree tree = query->tree;
    const std::string again = print(parse_tree(query->understood, april_20()).tree);
    INFO(q);
    if (again != query->understood) REQUIRE(again == query->understood);
    static_cast<void>(highlight_terms(*query));
  }
}
