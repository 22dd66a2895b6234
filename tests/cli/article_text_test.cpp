// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/article_text.h"

#include <string>

#include <catch2/catch.hpp>

#include "tests/support/without_sequences.h"

namespace article_text_test {

using namespace trawl::cli;
using trawl::test::without_sequences;

namespace {

std::string shown(std::string_view html, std::size_t width = 60) {
  Style style;
  style.width = width;
  return html_for_people(html, style);
}

} // namespace

TEST_CASE("article on a terminal: headings, paragraphs and lists", "[cli]") {
  CHECK(shown("<h2>How</h2>\n<p>Some <strong>bold</strong> words &amp; more.</p>\n"
              "<ol start=\"3\"><li>One<ul><li>Inner</li>\n</ul>\n</li>\n<li>Two</li>\n</ol>\n<p>End.</p>\n") ==
        "## How\n\nSome bold words & more.\n\n3. One\n   • Inner\n4. Two\n\nEnd.\n");
}

TEST_CASE("article on a terminal: a footnote follows its mark, further paragraphs stand below", "[cli]") {
  CHECK(shown("<p>Fast<sup class=\"mark\" id=\"fnref-1\"><a href=\"#fn-1\">1</a></sup>.</p>\n"
              "<div class=\"footnote\" id=\"fn-1\"><a class=\"mark\" href=\"#fnref-1\">1</a> <p>Six words that do not "
              "fit.</p>\n<p>More.</p>\n</div>\n<p>End.</p>\n",
              24) == "Fast[1].\n\n[1] Six words that\n    do not fit.\n\n    More.\n\nEnd.\n");
}

TEST_CASE("article on a terminal: pictures are named, digits and single letters raised and lowered", "[cli]") {
  CHECK(
      shown("<p class=\"picture\"><a class=\"picture\" href=\"https://a.example/c.png\">A cat</a></p>\n<p>x<sub>i</sub>"
            "<sup>2</sup>, the 2<sup>nd</sup></p>\n") == "[A cat]\n\nxᵢ², the 2nd\n");
}

TEST_CASE("article on a terminal: code keeps every space, tab and blank line, and is not wrapped", "[cli]") {
  CHECK(shown("<pre><code class=\"language-python\">def f(a, b):\n\n\tif a &lt; b:\n        return  1\n</code></pre>\n",
              20) == "def f(a, b):\n\n\tif a < b:\n        return  1\n");
}

TEST_CASE("article on a terminal: tables stand in columns, quotes behind a bar", "[cli]") {
  CHECK(shown("<div "
              "class=\"table\"><table><tr><th>a</th>\n<th>long</th>\n</tr>\n<tr><td>wider</td>\n<td>c</td>\n</tr>\n</"
              "table></div>\n") == "a      long\n─────  ────\nwider  c\n");
  CHECK(shown("<blockquote><p>One two three four five six.</p>\n</blockquote>\n", 24) ==
        "│ One two three four\n│ five six.\n");
}

TEST_CASE("article on a terminal: a table wider than the screen is wrapped in its columns", "[cli]") {
  const std::string cells = "<tr><td>Wide</td>\n<td>a linear model for the interactions of features</td>\n</tr>\n"
                            "<tr><td>Deep</td>\n<td></td>\n</tr>\n";
  CHECK(shown("<table><tr><th>Name</th>\n<th>Description</th>\n</tr>\n" + cells + "</table>", 30) ==
        "Name  Description\n────  ────────────────────────\nWide  a linear model for the\n      interactions of "
        "features\n"
        "Deep\n");
  CHECK(shown("<table>" + cells + "</table>", 60) == "Wide  a linear model for the interactions of features\nDeep\n");
}

TEST_CASE("article on a terminal: a cell over several columns does not widen the first", "[cli]") {
  CHECK(shown("<table><tr><th colspan=\"3\">Speedup of all (geometric mean)</th>\n</tr>\n<tr><td>inductor</td>\n"
              "<td>1.81x</td>\n<td>2.35x</td>\n</tr>\n</table>",
              34) == "Speedup of all (geometric mean)\n───────────  ────────  ────────\n"
                     "inductor     1.81x     2.35x\n");
}

TEST_CASE("article on a terminal: a table of more columns than fit shows each row on lines of its own", "[cli]") {
  std::string row = "<tr>";
  for (int i = 1; i <= 9; ++i) row += "<td>value " + std::to_string(i) + "</td>\n";
  CHECK(shown("<table>" + row + "</tr>\n</table>", 30) ==
        "value 1 | value 2 | value 3 |\nvalue 4 | value 5 | value 6 |\nvalue 7 | value 8 | value 9\n");
}

TEST_CASE("article on a terminal: what follows a list in an item stands apart from it", "[cli]") {
  CHECK(shown("<ul><li>One<ul><li>Inner</li>\n</ul>\n<p>After.</p>\n</li>\n<li>Two</li>\n<li>Three</li>\n</ul>\n") ==
        "• One\n  • Inner\n\n  After.\n\n• Two\n• Three\n");
}

TEST_CASE("article on a terminal: a task has its box as mark, a definition stands below its term", "[cli]") {
  CHECK(shown("<ul><li><span class=\"task\">☐</span> Write</li>\n<li><span class=\"task\">☑</span> Read the whole "
              "of it</li>\n</ul>\n",
              21) == "☐ Write\n☑ Read the whole of\n  it\n");
  CHECK(shown("<dl><dt>Term</dt>\n<dd><p>One.</p>\n</dd>\n<dd><p>Two.</p>\n</dd>\n<dt>Other</dt>\n<dd><p>Three.</p>\n"
              "</dd>\n</dl>\n") == "Term\n    One.\n    Two.\n\nOther\n    Three.\n");
}

TEST_CASE("article on a terminal: with colour lines break where they do without", "[cli]") {
  Style plain, painted;
  plain.width = painted.width = 30;
  painted.color = true;
  const std::string html = "<p>A <a href=\"https://a.example/a/very/long/address/of/a/page\">link over more words than "
                           "one line holds</a> and <strong>bold</strong> words.</p>\n"
                           "<blockquote><p><strong>One two three four five six seven.</strong></p>\n</blockquote>\n";
  CHECK(without_sequences(html_for_people(html, painted)) == html_for_people(html, plain));
}

TEST_CASE("article on a terminal: nothing reaches it that it would interpret", "[cli]") {
  const std::string out = shown("<p>a\x1b[31mb</p><pre><code>c\x1b]0;x\x07 d</code></pre>");
  CHECK(out.find('\x1b') == std::string::npos);
  CHECK(out.find('\x07') == std::string::npos);
  CHECK(safe_lines("a\tb\n\x1b[1mc\n") == "a\tb\n[1mc\n");
}

} // namespace article_text_test
