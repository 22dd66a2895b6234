// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/script/code_colours.h"

#include "shared/base/file.h"
#include "tests/support/source_tree.h"

#include <catch2/catch.hpp>

using trawl::content::CodeRun;
using trawl::content::CodeStyle;

namespace code_colours_test {

std::vector<CodeRun> runs_of(std::string_view code, std::string_view language) {
  static const std::string prism = trawl::read_file(trawl::test::in_source_tree("shared/script/prism.js")).value();
  static trawl::script::CodeColours colours(prism);
  return colours.runs(code, language);
}

/// The style of the run that contains `part`.
CodeStyle style_of(std::string_view part, std::string_view code, std::string_view language) {
  std::size_t end = 0;
  for (const auto& [bytes, style] : runs_of(code, language)) {
    end += bytes;
    if (code.find(part) < end) return style;
  }
  FAIL("no run contains " << part);
  return CodeStyle::Plain;
}

} // namespace code_colours_test
using namespace code_colours_test;

TEST_CASE("code colours: keywords, strings, comments, numbers and names are told apart", "[script]") {
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

TEST_CASE("code colours: the runs are the whole code in every language, whatever it contains", "[script]") {
  const std::string code = "<a href='x'>{{ f(\"ä😀\") }}</a> $x = `ls | wc` # // /* \\frac{1}{2} */ --- @decorator\n";
  for (const char* language :
       {"bash",    "c",     "c++",  "cmake",    "console",  "css",    "docker",        "go",
        "haskell", "html",  "ini",  "java",     "js",       "json",   "jsx",           "julia",
        "kotlin",  "latex", "lua",  "makefile", "markdown", "matlab", "powershell",    "protobuf",
        "python",  "r",     "ruby", "rust",     "scala",    "shell",  "shell-session", "sql",
        "swift",   "toml",  "ts",   "xml",      "yaml"}) {
    INFO(language);
    std::size_t bytes = 0;
    for (const CodeRun& run : runs_of(code, language)) bytes += run.bytes;
    CHECK(bytes == code.size());
  }
}

TEST_CASE("code colours: a language that is not known, and code that is no text or too long, have none", "[script]") {
  for (const char* language : {"", "text", "brainfuck", "constructor", "__proto__", "extend"}) {
    INFO(language);
    CHECK(runs_of("if x: pass", language).empty());
  }
  CHECK(runs_of(std::string_view("a\0b", 3), "python").empty());
  CHECK(runs_of("a\xFF", "python").empty());
  CHECK(runs_of(std::string(20'001, 'a'), "python").empty());
}
