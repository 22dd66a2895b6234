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

constexpr auto kLanguages = std::to_array<const char*>(
    {"bash",    "c",        "c++",           "clike",  "cmake",      "console",  "css",    "diff",  "docker", "go",
     "haskell", "html",     "ini",           "java",   "js",         "json",     "jsx",    "julia", "kotlin", "latex",
     "lua",     "makefile", "markdown",      "matlab", "powershell", "protobuf", "python", "r",     "ruby",   "rust",
     "scala",   "shell",    "shell-session", "sql",    "swift",      "toml",     "ts",     "xml",   "yaml"});

/// The style of the run that contains `part`.
CodeStyle style_of(std::string_view part, std::string_view code, std::string_view language) {
  std::size_t end = 0;
  for (const auto& [bytes, style] : code_runs(code, language)) {
    end += bytes;
    if (code.find(part) < end) return style;
  }
  FAIL("no run contains " << part);
  return CodeStyle::Plain;
}

/// The code with each run that is not plain between the letter of its style and bars.
std::string marked(std::string_view code, std::string_view language) {
  std::string out;
  for (const auto& [bytes, style] : code_runs(code, language)) {
    const std::string text(code.substr(0, bytes));
    const char letter = std::string_view(".cksnfad")[static_cast<std::size_t>(style)];
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

TEST_CASE("code colours: keywords, strings, comments, numbers and names are distinguished", "[content]") {
  const std::string_view python = "def f(x):  # twice\n  return x * 2 + len('ä😀')\n";
  CHECK(style_of("def", python, "python") == CodeStyle::Keyword);
  CHECK(style_of("# twice", python, "Python") == CodeStyle::Comment);
  CHECK(style_of("2 +", python, "py") == CodeStyle::Number);
  CHECK(style_of("'ä😀'", python, "python") == CodeStyle::String);
  CHECK(style_of("f(x)", python, "python") == CodeStyle::Name);
  CHECK(style_of("x)", python, "python") == CodeStyle::Plain);
  CHECK(style_of("SELECT", "SELECT a FROM b", "sql") == CodeStyle::Keyword);
  CHECK(style_of("+new", "-old\n+new\n", "diff") == CodeStyle::Added);
  CHECK(style_of("-old", "-old\n+new\n", "diff") == CodeStyle::Removed);
  CHECK(style_of("__global__", "__global__ void f() { return; }", "cuda") == CodeStyle::Plain);
  CHECK(style_of("return", "__global__ void f() { return; }", "cuda") == CodeStyle::Keyword);
}

TEST_CASE("code colours: what only some languages have", "[content]") {
  struct Row {
    const char* language;
    const char* code;
    const char* marked;
  };
  for (const Row& row : {
           Row{"python", "@cache\nclass A: x = f\"{y}\" + rb'\\''",
               "f|@cache|\nk|class| f|A|: x = s|f\"{y}\"| + s|rb'\\''|"},
           {"python", "'''a\n\"b\n''' + 1e-5 + x.in", "s|'''a\n\"b\n'''| + n|1e-5| + x.in"},
           {"js", "x = /a[/]b/g, y = a / b / c // d", "x = s|/a[/]b/g|, y = a / b / c c|// d|"},
           {"js", "don't do it\nx = 'a'", "don't k|do| it\nx = s|'a'|"}, // a quote without an end begins no string
           {"ts", "let a: Array<string> = `x\ny`", "k|let| a: f|Array|<k|string|> = s|`x\ny`|"},
           {"cpp", "#include <map>\nauto c = '\\n' + R\"x(a)\")x\" + 1'000",
            "k|#include| s|<map>|\nk|auto| c = s|'\\n'| + s|R\"x(a)\")x\"| + n|1'000|"},
           {"rust", "fn f<'a>(x: &'a str) { r#\"a\"b\"# } /* /* */ */ x",
            "k|fn| f|f|<'a>(x: &'a k|str|) { s|r#\"a\"b\"#| } c|/* /* */ */| x"},
           {"bash", "x=${A} # b\ncat <<E | tr a#b\nx\nE\nls --if=\"$(ls)\"",
            "f|x|=n|${A}| c|# b|\nf|cat| s|<<E | tr a#b\nx\nE\n|f|ls| --if=s|\"$(ls)\"|"},
           {"shell-session", "$ ls -l 'a'\nif a\n", "$ f|ls| -l s|'a'|\nif a\n"},
           {"json", "{\"a\" : \"b\", \"c\":[1, true]}", "{f|\"a\"| : s|\"b\"|, f|\"c\"|:[n|1|, n|true|]}"},
           {"yaml", "a-b.c: x:1 # d\n- u: http://e#f", "f|a-b.c|: x:n|1| c|# d|\n- f|u|: http://e#f"},
           {"toml", "[a]\nb.c = \"d\"", "k|[a]|\nf|b.c |= s|\"d\"|"},
           {"html", "<a-b c=\"d\">it's 5 &amp;<!-- e --></a-b>",
            "<f|a-b| f|c|=s|\"d\"|>it's 5 n|&amp;|c|<!-- e -->|</f|a-b|>"},
           {"sql", "select 'it''s' -- x", "k|select| s|'it''s'| c|-- x|"},
           {"matlab", "a' * [b]' + 'c' % d", "a' * [b]' + s|'c'| c|% d|"},
           {"latex", "\\ref{a} % b\\%\n50\\% $x$", "f|\\ref|{a} c|% b\\%|\nn|50|f|\\%| s|$x$|"},
           {"lua", "x = [[a\nb]] --[[ c\nd ]] y", "x = s|[[a\nb]]| c|--[[ c\nd ]]| y"},
           {"css", ".a:hover { color : #fff; } @media (b)", ".f|a|:hover { f|color| : #fff; } k|@media| (b)"},
           {"makefile", "all: $(X)\n\tcc -o a", "f|all|: $(X)\n\tcc -o a"},
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

TEST_CASE("code colours: 2, 4, 8 and 16 kB take time by their length in every language, whatever is repeated",
          "[content]") {
  std::vector<std::string> units{"x = f(1, 'a') + \"b\" # c\n",
                                 " ",
                                 "\n",
                                 "word ",
                                 "<<a",
                                 "<<a\n",
                                 "cat <<E;",
                                 "$(",
                                 "${",
                                 "=/[",
                                 "=/\\/",
                                 "/*",
                                 "*/",
                                 "/*/",
                                 "<!--",
                                 "{-",
                                 "#=",
                                 "#[[",
                                 "[[",
                                 "[=[",
                                 "--[[",
                                 "\"\"\"",
                                 "'''",
                                 "```",
                                 "$$",
                                 "R\"x(",
                                 "R\"(",
                                 "r#\"",
                                 "r##\"",
                                 "\"\\",
                                 "'\\",
                                 "`\\",
                                 "'\\'",
                                 "\"\\\"",
                                 "a:",
                                 "a=",
                                 "[a",
                                 "<a",
                                 "<a b=",
                                 "</a ",
                                 "&a",
                                 "@a",
                                 "@\"",
                                 "#a",
                                 "\\a",
                                 "//",
                                 "--",
                                 "%{",
                                 "a.a",
                                 "a-",
                                 "1e",
                                 "1.",
                                 "0x",
                                 "1'",
                                 "f'",
                                 "rb\"",
                                 "\xC3\xA4",
                                 "'\xC3\xA4"};
  for (const char c : std::string_view("a!\"#$%&'()*+,-./0:;<=>?@[\\]^_`{|}~")) units.emplace_back(1, c);
  for (const char* language : kLanguages) {
    for (const std::string& unit : units) {
      const auto is_linear = [&](int runs) {
        constexpr std::chrono::nanoseconds kLeast = std::chrono::microseconds(50); // below it, what a call costs counts
        const auto two = std::max(time_of(repeated(unit, 2'000), language, runs), kLeast);
        for (const std::size_t times : {2, 4, 8}) {
          if (time_of(repeated(unit, 2'000 * times), language, runs) > two * times * 3) return false;
        }
        return true;
      };
      INFO(language << ": " << unit);
      CHECK((is_linear(1) || is_linear(5) || is_linear(25))); // others share the processor's caches
    }
  }
}
