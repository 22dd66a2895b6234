// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"
#include "shared/query/limits.h"
#include "shared/query/parse_query.h"
#include "shared/query/parser.h"
#include "tests/shared/query/query_text.h"
#include "tests/support/documented_rows.h"

namespace parse_query_test {

using namespace trawl;
using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("query: every documented example is understood as the manual says", "[query]") {
  const auto rows = trawl::test::documented_rows("Syntax");
  CHECK(rows.size() >= 20);
  for (const auto& [query, form] : rows) {
    INFO(query);
    CHECK(understood(query) == form);
    CHECK(codes(query).empty());
  }
}

TEST_CASE("query: operators bind as NEAR, NOT, AND, words side by side, OR", "[query]") {
  CHECK(understood("a b OR c AND d") == "((a AND b) OR (c AND d))");
  CHECK(understood("a NEAR/3 b -cd") == "((a NEAR/3 b) AND NOT cd)");
  CHECK(understood("NOT NOT a") == "a");
  CHECK(understood("a (b c) d") == "(a AND b AND c AND d)");
  CHECK(understood("or and not near") == "(or AND and AND not AND near)");
  CHECK(understood("a NEAR5 b") == "(a AND NEAR5 AND b)");
  CHECK(understood("a AND/5 b") == "(a AND AND/5 AND b)"); // only NEAR has a distance
  CHECK(understood("cd\u3000-ab\u00A0ef") == "(cd AND NOT ab AND ef)");
  CHECK(understood("a -19") == "(a AND 19)"); // a number
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

TEST_CASE("query: caps cut and say so", "[query]") {
  std::string words;
  for (int i = 0; i < 70; ++i) words += "w" + std::to_string(i) + " ";
  CHECK(codes(words).starts_with("too_many_words"));
  CHECK(parsed(words).tree.children.size() == kMaxQueryWords);
  CHECK(codes(std::string(600, 'a') + " " + std::string(600, 'b')).starts_with("query_too_long"));
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
  for (const char* q : {"a's's", "Q&A/a\u02BCs\u02BCs*", "\u00e9 :NEAR/\u0301", "NOT索家", "\"NEAR/3\" b",
                        "a OR author:\":\"", "a OR tag:\"/x\""}) {
    INFO(q);
    CHECK(print(parse_tree(understood(q), april_20()).tree) == understood(q));
  }
}

namespace {

/// Queries as nobody types them, from a fixed seed: pieces of the language in any order, and real queries damaged.
class WildQueries {
 public:
  std::string next() {
    std::string q = below(2) == 0 ? from_pieces() : damaged();
    if (below(50) == 0) {
      while (q.size() < 900 && !q.empty()) q += q; // at and over the cap on length
    }
    return q;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  std::string piece() {
    static const std::vector<std::string> kPieces{
        "(",      ")",    "\"", " ",      "-",       "+",     "*",       "AND",      "OR",  "NOT",    "NEAR",
        "NEAR/3", "a",    "bc", "title:", "tag:x,y", "date:", "2026-04", "since:7d", "is:", "long",   "torch.compile",
        "C++",    "索家", "é",  "\xff",   "’",       "~2",    ":",       ",",        "x_y", "8xH200", "\xE2\x80",
        "the"};
    return below(12) == 0 ? std::string(1, static_cast<char>(below(256))) : kPieces[below(kPieces.size())];
  }

  std::string from_pieces() {
    std::string q;
    for (std::size_t n = below(14); n > 0; --n) q += piece() + (below(3) == 0 ? " " : "");
    return q;
  }

  std::string damaged() {
    static const std::vector<std::string> kQueries{
        "flash attention",
        "\"speculative decoding\"~4 -benchmark",
        "(vllm OR sglang) AND NOT source:openai",
        "quant* +mxfp8 torch.compile C++ _IMPL_REGISTRY",
        "title:monarch author:\"Ziyang Li\" date:2026-01..2026-03",
        "a NEAR/5 b since:7d is:long tag:gpu,training",
        "((kernel fusion) OR (graph capture)) \"state space model\"",
        "家坟 索家坟 fine-tuning LLMs' “curly” Q&A",
    };
    std::string q = kQueries[below(kQueries.size())];
    for (std::size_t n = below(6); n > 0 && !q.empty(); --n) {
      const std::size_t at = below(q.size());
      const std::size_t length = below(8);
      switch (below(4)) {
      case 0:
        q.erase(at, length);
        break;
      case 1:
        q.insert(at, q.substr(below(q.size()), length));
        break;
      case 2:
        q.insert(at, piece());
        break;
      default:
        q[at] = static_cast<char>(below(256));
      }
    }
    return q;
  }

  std::mt19937 random_{7};
};

/// The slowest parse so far, in CPU time, as other programs may be running.
struct Slowest {
  double milliseconds = 0;
  std::string q;

  void note(std::clock_t took, const std::string& query) {
    const double ms = static_cast<double>(took) * 1000 / CLOCKS_PER_SEC;
    if (ms > milliseconds) *this = {ms, query};
  }
};

bool is_cut(const ParsedQuery& query) {
  constexpr std::string_view kCuts[] = {"query_too_long", "too_many_words", "too_deep"};
  return std::ranges::any_of(query.warnings, [&](const Warning& warning) {
    return std::ranges::find(kCuts, warning.code) != std::end(kCuts);
  });
}

} // namespace

// TRAWL_FUZZ_QUERIES=1000000 asks for more of them, and for how long the slowest took.
TEST_CASE("query: any bytes are parsed, and what is understood is understood again", "[query]") {
  const char* const asked = std::getenv("TRAWL_FUZZ_QUERIES");
  const long rounds = asked != nullptr ? std::atol(asked) : 20'000;
  WildQueries queries;
  Slowest slowest;
  for (long i = 0; i < rounds; ++i) {
    const std::string q = queries.next();
    const std::clock_t begin = std::clock();
    const ParsedQuery query = parse_query(q, april_20());
    slowest.note(std::clock() - begin, q);
    const std::size_t length = utf8::length(utf8::repair(q));
    for (const Warning& warning : query.warnings) REQUIRE(warning.position.value_or(0) <= length);
    // A query over a cap is cut, and the brackets that printing adds may go over one again.
    if (is_cut(query) || query.understood.size() > kMaxQueryBytes || is_cut(parsed(query.understood))) continue;
    const std::string again = print(parse_tree(query.understood, april_20()).tree);
    INFO(q);
    if (again != query.understood) REQUIRE(again == query.understood);
  }
  if (asked != nullptr) WARN(rounds << " queries, the slowest " << slowest.milliseconds << " ms: " << slowest.q);
}

TEST_CASE("parse_query: a number left out after a name is said, as a copied title may have a blank in a name",
          "[query]") {
  CHECK(codes("GPT -4o") == "number_left_out@4");
  CHECK(codes("été -4o x") == "number_left_out@4");
  CHECK(codes("GPT-4o").empty());
  CHECK(codes("gpt -benchmark").empty());
  CHECK(codes("gpt NOT 4o").empty());
  CHECK(codes("-4o").empty());
}

TEST_CASE("query: what was parsed of a text is not taken for another text or time", "[query]") {
  const ParsedOnce asked;
  asked.of("since:7d flash", april_20());
  const ParsedOnce copy = asked;
  CHECK(copy.of("flash", april_20()).filters.empty());
  CHECK(copy.of("since:7d flash", april_20() + std::chrono::hours(48)).filters.dates !=
        asked.of("since:7d flash", april_20()).filters.dates);
}

} // namespace parse_query_test
