// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/help_text.h"

#include "tests/support/captured_output.h"
#include "tests/support/environment.h"

#include <catch2/catch.hpp>

using trawl::options::terminal_width;
using trawl::options::wrapped_help;

TEST_CASE("help text: a description goes on below its first word", "[options]") {
  CHECK(wrapped_help("  --data DIR      Where the articles are kept, and more words about it\n", 44) ==
        "  --data DIR      Where the articles are\n"
        "                  kept, and more words about\n"
        "                  it\n");
}

TEST_CASE("help text: lines that fit stay as they are", "[options]") {
  const char* const help = "Search\nUsage: trawl [OPTIONS]\n\nOptions:\n  -h  Help\n";
  CHECK(wrapped_help(help, 30) == help);
  CHECK(wrapped_help("exactly ten words of it\n", 23) == "exactly ten words of it\n");
}

TEST_CASE("help text: sentences broken for a wide terminal are broken again", "[options]") {
  const std::string wide = std::string(40, 'a') + " " + std::string(45, 'b');
  CHECK(wrapped_help(wide + "\nand the end.\nA short line\nand another\n", 60) ==
        std::string(40, 'a') + "\n" + std::string(45, 'b') + " and the end.\nA short line\nand another\n");
}

TEST_CASE("help text: a word wider than the terminal stays whole, and a narrow terminal has no columns", "[options]") {
  CHECK(wrapped_help("see https://e.org/a/long/address for more\n", 12) ==
        "see\nhttps://e.org/a/long/address\nfor more\n");
  CHECK(wrapped_help("  -x      what it does\n", 20) == "  -x      what it\n  does\n");
  CHECK(wrapped_help("  abcdefghijklmnop\n", 8) == "  abcdefghijklmnop\n");
}

TEST_CASE("help text: characters are counted, not bytes", "[options]") {
  CHECK(wrapped_help("ééééé ééééé\n", 11) == "ééééé ééééé\n");
  CHECK(wrapped_help("ééééé ééééé\n", 10) == "ééééé\nééééé\n");
}

TEST_CASE("help text: without a terminal the width is that of COLUMNS, else 80", "[options]") {
  std::size_t width = 0;
  const auto measure = [&] { trawl::test::captured_output([&] { width = terminal_width(); }); };
  for (const auto& [columns, expected] : {std::pair{"120", 120u}, {"", 80u}, {"0", 80u}, {"wide", 80u}}) {
    const trawl::test::Environment set("COLUMNS", columns);
    measure();
    CHECK(width == expected);
  }
}
