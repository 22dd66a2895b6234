// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/code_colours.h"

#include "shared/base/thread_time.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using trawl::content::code_runs;
using trawl::content::CodeRun;
using trawl::content::CodeStyle;

namespace code_colours_test {

constexpr auto kLanguages =
    std::to_array<const char*>({"python", "c++", "sql", "lua", "haskell", "latex", "html", "diff"}); // of each family

/// The code with each run that is not plain between the letter of its style and bars.
std::string marked(std::string_view code, std::string_view language) {
  std::string out;
  for (const auto& [bytes, style] : code_runs(code, language)) {
    const std::string text(code.substr(0, bytes));
    const char letter = std::string_view(".cksnad")[static_cast<std::size_t>(style)];
    out += style == CodeStyle::Plain ? text : letter + ("|" + text + "|");
    code.remove_prefix(bytes);
  }
  return out;
}

std::string repeated(std::string_view unit, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += unit;
  return out;
}

/// The shortest processor time of a few runs: what else the machine does only makes it longer.
std::chrono::nanoseconds time_of(const std::string& code, std::string_view language, int runs) {
  auto shortest = std::chrono::nanoseconds::max();
  for (int i = 0; i < runs; ++i) {
    const auto begin = trawl::thread_time();
    REQUIRE_FALSE(code_runs(code, language).empty());
    shortest = std::min(shortest, trawl::thread_time() - begin);
  }
  return shortest;
}

} // namespace code_colours_test
using namespace code_colours_test;

TEST_CASE("code colours: comments, strings, numbers and kept words are distinguished", "[content]") {
  struct Row {
    const char* language;
    const char* code;
    const char* marked;
  };
  for (const Row& row : {
           Row{"Python", "def f(x):  # twice\n  return x2 * 2.5e-3 + len('ä\\'')",
               "k|def| f(x):  c|# twice|\n  k|return| x2 * n|2.5e-3| + len(s|'ä\\''|)"},
           {"python", "'''a\n\"b\n''' + x.in", "s|'''a\n\"b\n'''| + x.in"},
           {"js", "don't k\nx = `a\n` // d",
            "don't k\nx = s|`a\n`| c|// d|"}, // a quote without an end begins no string
           {"ts", "let a = \"http://b\"", "k|let| a = s|\"http://b\"|"},
           {"rust", "fn f<'a>(x: &'a u8) { /* // */ 1 }", "k|fn| f<'a>(x: &'a u8) { c|/* // */| n|1| }"},
           {"cuda", "__global__ void f() { return; } /* open", "__global__ k|void| f() { k|return|; } c|/* open|"},
           {"bash", "x=${A} # b\nif ls a#b \"$(ls)\"", "x=${A} c|# b|\nk|if| ls a#b s|\"$(ls)\"|"},
           {"json", "{\"a\" : \"b\", \"c\":[1, true]}", "{s|\"a\"| : s|\"b\"|, s|\"c\"|:[n|1|, k|true|]}"},
           {"html", "<a b=\"c\">it's for 5<!-- e --></a>", "<a b=s|\"c\"|>it's for 5c|<!-- e -->|</a>"},
           {"sql", "Select 'it''s' -- x", "k|Select| s|'it''s'| c|-- x|"},
           {"latex", "\\ref{a} % b", "\\ref{a} c|% b|"},
           {"lua", "x --[[ c\nd ]] y", "x c|--[[ c\nd ]]| y"},
           {"diff", "--- a\n-old\n+new\n", "--- a\nd|-old\n|a|+new\n|"},
       }) {
    INFO(row.language);
    CHECK(marked(row.code, row.language) == row.marked);
  }
}

TEST_CASE("code colours: the runs are the whole code in every language, whatever it contains", "[content]") {
  const std::string parts = "<a href='x'>{{ f(\"ä😀\") }}</a> $x = `ls | wc` # // /* \\frac{1}{2} */ --- @d\n";
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    std::string code;
    while (code.size() < 300) code += round == 0 ? parts : parts.substr(random() % parts.size(), random() % 6);
    for (const char* language : kLanguages) {
      INFO(language << ", round " << round);
      std::size_t bytes = 0;
      CodeStyle before = CodeStyle::Plain;
      for (const CodeRun& run : code_runs(code, language)) {
        REQUIRE(run.bytes > 0);
        REQUIRE((bytes == 0 || run.style != before));
        before = run.style;
        bytes += run.bytes;
      }
      REQUIRE(bytes == code.size());
    }
  }
}

TEST_CASE("code colours: a language that is not known has none", "[content]") {
  for (const char* language : {"", "text", "brainfuck", "constructor", "__proto__", "extend"}) {
    INFO(language);
    CHECK(code_runs("if x: pass", language).empty());
  }
}

TEST_CASE("code colours: eight times the code takes about eight times as long in every language, whatever is repeated",
          "[content]") {
  std::vector<std::string> units{"x = f(1, 'a') + \"b\" # c\n",
                                 " ",
                                 "\n",
                                 "word ",
                                 "<!--",
                                 "{-",
                                 "--[[",
                                 "/*",
                                 "*/",
                                 "\"\"\"",
                                 "'''",
                                 "```",
                                 "\"\\",
                                 "'\\",
                                 "`\\",
                                 "\"\\\"",
                                 " '",
                                 " \"",
                                 "//",
                                 " //",
                                 "1e",
                                 "1e-",
                                 "1.",
                                 "a.a",
                                 "\xC3\xA4",
                                 "'\xC3\xA4"};
  for (const char c : std::string_view("a!\"#$%&'()*+,-./0:;<=>?@[\\]^_`{|}~")) units.emplace_back(1, c);
  for (const char* language : kLanguages) {
    for (const std::string& unit : units) {
      const auto is_linear = [&](int runs) {
        constexpr std::chrono::nanoseconds kLeast = std::chrono::microseconds(50); // below it, what a call costs counts
        const auto one = std::max(time_of(repeated(unit, 1'000), language, runs), kLeast);
        return time_of(repeated(unit, 8'000), language, runs) <= one * 8 * 3;
      };
      INFO(language << ": " << unit);
      CHECK((is_linear(1) || is_linear(5) || is_linear(25))); // others share the processor's caches
    }
  }
}
