// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/wording.h"
#include "cli/terminal.h"

#include "shared/base/terminal_text.h"

#include <catch2/catch.hpp>

#include "tests/support/without_sequences.h"

using namespace trawl::cli;
using trawl::test::without_sequences;

TEST_CASE("terminal: nothing that a terminal obeys is left in a text", "[cli]") {
  CHECK(safe_text("\x1b]0;x\a\x1b[2Jtitle") == "]0;x[2Jtitle");
  CHECK(safe_text("a\xC2\x9B"
                  "31mb") == "a31mb"); // C1 CSI
  CHECK(safe_text("a\xE2\x80\xAE"
                  "b") == "ab"); // right-to-left override
  CHECK(safe_text("line\n2\tx") == "line 2 x");
  CHECK(safe_text("line\n2", true) == "line\n2");
  CHECK(safe_text("\xff") == "\xEF\xBF\xBD");
  CHECK(safe_text("naïve 家 😀") == "naïve 家 😀");
}

TEST_CASE("terminal: width counts cells, not bytes", "[cli]") {
  CHECK(cells("abc") == 3);
  CHECK(cells("家坟") == 4);
  CHECK(cells("e\xCC\x81") == 1);
  CHECK(fit("家坟家坟", 5) == "家坟…");
  CHECK(fit("short", 5) == "short");
  for (std::size_t width = 4; width < 30; ++width) {
    for (const auto& line : wrap("GPUs are fast, 家坟索家坟 and words-that-are-long-indeed too", width))
      CHECK(cells(line) <= width);
  }
}

TEST_CASE("terminal: wrapping loses no letter", "[cli]") {
  const std::string text = "one two three four five six seven 家坟索家坟 supercalifragilistic";
  for (std::size_t width = 3; width < 40; ++width) {
    std::string joined;
    for (const auto& line : wrap(text, width)) joined += line;
    std::string expected = text;
    std::erase(expected, ' ');
    std::erase(joined, ' ');
    CHECK(joined == expected);
  }
}

TEST_CASE("terminal: colour takes no room and is not torn", "[cli]") {
  const Style colour{.color = true, .terminal = true, .width = 80};
  const std::string plain = "one two three four five six seven eight";
  const std::string text =
      "one " + marked(colour, "two") + " three " + marked(colour, "four five") + " six seven eight";
  CHECK(cells(text) == plain.size());
  for (std::size_t width = 5; width < 40; ++width) {
    std::string joined;
    for (const auto& line : wrap(text, width)) {
      CHECK(cells(line) <= width);
      joined += (joined.empty() ? "" : " ") + line;
    }
    CHECK(without_sequences(joined) == plain);
  }
}

TEST_CASE("terminal: links only to the web, and only with colour", "[cli]") {
  const Style plain, colour{.color = true, .terminal = true, .width = 80};
  CHECK(hyperlink(plain, "https://e.org", "t") == "t");
  CHECK(hyperlink(colour, "https://e.org", "t") == "\x1b]8;;https://e.org\x1b\\t\x1b]8;;\x1b\\");
  CHECK(hyperlink(colour, "javascript:alert(1)", "t") == "t");
  CHECK(hyperlink(colour, "https://e.org/\x1b\\", "t") == "t");
  CHECK(bold(plain, "t") == "t");
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
