// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/terminal.h"

#include "cli/render/wording.h"

#include "shared/base/terminal_text.h"
#include "shared/base/utf8.h"
#include "tests/support/captured_output.h"
#include "tests/support/environment.h"
#include "tests/support/without_sequences.h"

#include <algorithm>
#include <random>

#include <catch2/catch.hpp>

using namespace trawl::cli;
using trawl::test::Environment;
using trawl::test::without_sequences;

namespace {

/// The style of a program whose standard output is a file.
Style piped_style(ColorMode mode) {
  Style style;
  trawl::test::captured_output([&] { style = detect_style(mode); });
  return style;
}

/// Words of narrow, wide, combining and marked characters.
std::string random_text(std::mt19937& random) {
  constexpr std::string_view kCharacters[] = {"a", "b", "é", "e\u0301", "家", "😀", "\u200B", "-", "—", " ", " ", "  "};
  const Style colour{.color = true};
  std::string text;
  for (auto count = random() % 60; count > 0; --count) {
    std::string piece(kCharacters[random() % std::size(kCharacters)]);
    text += random() % 12 == 0 ? marked(colour, piece) : piece;
  }
  return text;
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

} // namespace

TEST_CASE("terminal: cells by kind of character", "[cli]") {
  struct Row {
    const char* text;
    std::size_t cells;
  };
  for (const Row& row : {
           Row{"", 0},
           {"a", 1},
           {"é", 1},
           {"e\u0301", 1},
           {"\u0430\u0306", 1}, // Cyrillic with a breve
           {"漢", 2},
           {"한", 2},
           {"か", 2},
           {"Ａ", 2}, // fullwidth
           {"ｱ", 1},  // halfwidth
           {"。", 2},
           {"😀", 2},
           {"🚀", 2},
           {"𠀀", 2},
           {"❤\uFE0F", 1},
           {"a\u200Bb", 2},
           {"\u200D", 0},
           {"—", 1},
           {"…", 1},
           {"█", 1},
           {"\x1b[1;33mab\x1b[0m", 2},
           {"\x1b[", 2}, // not a colour sequence
       }) {
    INFO(row.text);
    CHECK(cells(row.text) == row.cells);
  }
}

TEST_CASE("terminal: what is dropped, what is replaced, what stays", "[cli]") {
  struct Row {
    std::string text, safe;
  };
  for (const Row& row : {
           Row{"", ""},
           {"plain", "plain"},
           {std::string("a\0b", 3), "ab"},
           {"a\x7F"
            "b",
            "ab"},
           {"a\u0085b", "ab"},
           {"\u061Ca", "a"},
           {"\u200E\u200Fa", "a"},
           {"a\u2028b\u2029c", "abc"},
           {"\u202Aa\u202Cb\u2066c\u2069", "abc"},
           {"\uFEFFa", "a"},
           {"\uFFF9a\uFFFB", "a"},
           {"\uE000", "\uFFFD"},
           {"\U000F0000", "\uFFFD"},
           {"\xC3", "\uFFFD"},
           {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},
           {"a\r\nb", "a b"},
           {"a\t\t b", "a  b"},
           {"\n\na", "a"},
           {"a\u00A0b", "a\u00A0b"},
           {"é家😀", "é家😀"},
           {"👩\u200D💻", "👩\u200D💻"},
       }) {
    INFO(row.text);
    CHECK(safe_text(row.text) == row.safe);
    CHECK(safe_text(row.safe) == row.safe);
  }
  CHECK(safe_text("a\n\nb\tc\r\n", true) == "a\n\nb c \n");
}

TEST_CASE("terminal: safe text of any bytes is valid, on one line, and stays the same when made safe again", "[cli]") {
  const unsigned seed = 20260703;
  std::mt19937 random(seed);
  for (int round = 0; round < 2'000; ++round) {
    std::string bytes;
    for (auto count = random() % 40; count > 0; --count) bytes += static_cast<char>(random() % 256);
    const std::string safe = safe_text(bytes);
    INFO("seed " << seed << ", round " << round);
    REQUIRE(trawl::utf8::is_valid(safe));
    REQUIRE(std::ranges::none_of(safe, [](unsigned char c) { return c < 0x20 || c == 0x7F; }));
    REQUIRE(safe_text(safe) == safe);
  }
}

TEST_CASE("terminal: wrapping keeps to the width, loses nothing and joins nothing", "[cli]") {
  const unsigned seed = 20260704;
  std::mt19937 random(seed);
  for (int round = 0; round < 3'000; ++round) {
    const std::string text = random_text(random);
    const std::size_t width = 2 + random() % 30;
    std::string joined;
    INFO("seed " << seed << ", round " << round << ", width " << width << ": " << text);
    for (const std::string& line : wrap(text, width)) {
      REQUIRE(cells(line) <= width);
      REQUIRE_FALSE(line.starts_with(' '));
      joined += line + " ";
    }
    REQUIRE(without_blanks(without_sequences(joined)) == without_blanks(without_sequences(text)));
  }
}

TEST_CASE("terminal: a line breaks at its last blank", "[cli]") {
  using Lines = std::vector<std::string>;
  CHECK(wrap("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrap("one two three", 6) == Lines{"one", "two", "three"});
  CHECK(wrap("one two three", 100) == Lines{"one two three"});
  CHECK(wrap("abcdefgh", 3) == Lines{"abc", "def", "gh"});
  CHECK(wrap("家坟索", 5) == Lines{"家坟", "索"});
  CHECK(wrap("", 10).empty());
  CHECK(wrap("   ", 10).empty());
}

TEST_CASE("terminal: Chinese and Japanese lines break between characters, but not before punctuation", "[cli]") {
  using Lines = std::vector<std::string>;
  CHECK(wrap("Markdown 支持比较简短", 14) == Lines{"Markdown 支持", "比较简短"});
  CHECK(wrap("分布修正。完", 8) == Lines{"分布修", "正。完"});
  CHECK(wrap("他说（测试）的", 6) == Lines{"他说", "（测", "试）的"});
  CHECK(wrap("输出的API调用", 8) == Lines{"输出的", "API调用"});
  CHECK(wrap("한국어 띄어쓰기", 10) == Lines{"한국어", "띄어쓰기"});
}

TEST_CASE("terminal: a line ends the colour and the link that go on in the next, which begins them again", "[cli]") {
  using Lines = std::vector<std::string>;
  Style style;
  style.color = true;
  CHECK(wrap(bold(style, "one two"), 3) == Lines{"\x1b[1mone\x1b[0m", "\x1b[1mtwo\x1b[0m"});
  CHECK(wrap(hyperlink(style, "https://a.example/", "one two") + " six", 7) ==
        Lines{"\x1b]8;;https://a.example/\x1b\\one two\x1b]8;;\x1b\\", "six"});
  CHECK(
      wrap(hyperlink(style, "https://a.example/", "one two"), 5) ==
      Lines{"\x1b]8;;https://a.example/\x1b\\one\x1b]8;;\x1b\\", "\x1b]8;;https://a.example/\x1b\\two\x1b]8;;\x1b\\"});
}

TEST_CASE("terminal: a text that is cut ends in an ellipsis and uses the room", "[cli]") {
  CHECK(fit("abcdef", 6) == "abcdef");
  CHECK(fit("abcdef", 5) == "abcd…");
  CHECK(fit("abcdef", 1) == "…");
  CHECK(fit("", 0).empty());
  CHECK(fit("家家家", 6) == "家家家");
  CHECK(fit("家家家", 5) == "家家…");
  CHECK(fit("家家家", 4) == "家…");
  CHECK(fit("e\u0301e\u0301e\u0301", 2) == "e\u0301…");
  const unsigned seed = 20260705;
  std::mt19937 random(seed);
  for (int round = 0; round < 1'000; ++round) {
    const std::string text = safe_text(without_blanks(random_text(random)));
    const std::size_t width = 1 + random() % 20;
    const std::string fitted = fit(text, width);
    INFO("seed " << seed << ", round " << round);
    REQUIRE(cells(fitted) <= width);
    REQUIRE((fitted == text) == (cells(text) <= width));
  }
}

TEST_CASE("terminal: colour follows the option, then NO_COLOR, TERM and the terminal", "[cli]") {
  const Environment no_color("NO_COLOR", nullptr), term("TERM", "xterm");
  CHECK_FALSE(piped_style(ColorMode::Auto).color); // not a terminal
  CHECK_FALSE(piped_style(ColorMode::Never).color);
  CHECK(piped_style(ColorMode::Always).color);
  const Environment set("NO_COLOR", "1");
  CHECK(piped_style(ColorMode::Always).color);
  CHECK_FALSE(piped_style(ColorMode::Auto).terminal);
}

TEST_CASE("terminal: without a terminal the width is that of COLUMNS, within bounds", "[cli]") {
  struct Row {
    const char* columns;
    std::size_t width;
  };
  for (const Row& row : {
           Row{nullptr, 80},
           {"", 80},
           {"0", 80},
           {"-5", 80},
           {"wide", 80},
           {"99999999999999999999999", 80},
           {"100", 100},
           {"20", 20},
           {"3", 20},
           {"200", 200},
           {"5000", 200},
       }) {
    INFO((row.columns == nullptr ? "unset" : row.columns));
    const Environment columns("COLUMNS", row.columns);
    CHECK(piped_style(ColorMode::Auto).width == row.width);
  }
}

TEST_CASE("terminal: colours nest, and nothing is painted without colour", "[cli]") {
  const Style plain, colour{.color = true};
  CHECK(bold(colour, "a") == "\x1b[1ma\x1b[0m");
  CHECK(dim(colour, "a") == "\x1b[2ma\x1b[0m");
  CHECK(cyan(colour, "a") == "\x1b[36ma\x1b[0m");
  CHECK(green(colour, "a") == "\x1b[32ma\x1b[0m");
  CHECK(bold(colour, "a" + marked(colour, "b") + "c") == "\x1b[1ma\x1b[1;33mb\x1b[0m\x1b[1mc\x1b[0m");
  CHECK(bold(colour, "").empty());
  for (const auto paint : {bold, dim, cyan, green, marked}) CHECK(paint(plain, "a") == "a");
}

TEST_CASE("terminal: an address that could break out of the link is shown as text", "[cli]") {
  const Style colour{.color = true};
  CHECK(hyperlink(colour, "http://e.org/a?b=c#d", "t").starts_with("\x1b]8;;http://e.org/a?b=c#d\x1b\\"));
  for (const char* url : {"", "ftp://e.org", "HTTPS://e.org", "https://e.org/a b", "https://e.org/;x", "https://é.org",
                          "https://e.org/\x7F", "https://e.org/\n", "file:///etc/passwd", " https://e.org"}) {
    INFO(url);
    CHECK(hyperlink(colour, url, "t") == "t");
  }
}

TEST_CASE("terminal: marked HTML becomes colour, and entities their characters", "[cli]") {
  const Style plain, colour{.color = true, .terminal = true, .width = 80};
  CHECK(from_html(plain, "a &lt;b&gt; &amp;amp; <mark>flash</mark> &quot;x&#39;") == "a <b> &amp; flash \"x'");
  CHECK(from_html(colour, "<mark>x</mark>y") == "\x1b[1;33mx\x1b[0my");
  CHECK(from_html(plain, "\x1b[2J") == "[2J");
}

TEST_CASE("terminal: ages are short and an unknown date says so", "[cli]") {
  CHECK(age_of("") == "undated");
  CHECK(age_of("2001-01-01").ends_with(" y"));
}
