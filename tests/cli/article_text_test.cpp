// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/article_text.h"

#include <string>

#include <catch2/catch.hpp>

namespace article_text_test {

using namespace trawl::cli;

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
              "table></div>\n") == "a      long\nwider  c\n");
  CHECK(shown("<blockquote><p>One two three four five six.</p>\n</blockquote>\n", 24) ==
        "│ One two three four\n│ five six.\n");
}

TEST_CASE("article on a terminal: nothing reaches it that it would interpret", "[cli]") {
  const std::string out = shown("<p>a\x1b[31mb</p><pre><code>c\x1b]0;x\x07 d</code></pre>");
  CHECK(out.find('\x1b') == std::string::npos);
  CHECK(out.find('\x07') == std::string::npos);
  CHECK(safe_lines("a\tb\n\x1b[1mc\n") == "a\tb\n[1mc\n");
}

} // namespace article_text_test
