// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/article_text.h"

#include <string>

#include <catch2/catch.hpp>

#include "tests/support/without_sequences.h"

namespace article_text_test {

using namespace trawl::cli;
using trawl::content::Content, trawl::content::Kind, trawl::content::Node;
using trawl::test::without_sequences;

namespace {

std::string shown(const Content& content, std::size_t width = 60) {
  Style style;
  style.width = width;
  return content_for_people(content, style);
}

Node text(std::string words) { return {.kind = Kind::Text, .text = std::move(words)}; }
Node p(std::string words) { return {.kind = Kind::Paragraph, .children = {text(std::move(words))}}; }
Node item(std::string words) { return {.kind = Kind::Item, .children = {p(std::move(words))}}; }
Node cell(std::string words, bool is_head = false) {
  return {.kind = Kind::Cell, .flag = is_head, .number = 1, .children = {text(std::move(words))}};
}
Node row(std::vector<Node> cells) { return {.kind = Kind::Row, .children = std::move(cells)}; }
Node table(std::vector<Node> rows) { return {.kind = Kind::Table, .children = std::move(rows)}; }

} // namespace

TEST_CASE("article on a terminal: headings, paragraphs and lists", "[cli]") {
  Node one = item("One");
  one.children.push_back({.kind = Kind::List, .children = {item("Inner")}});
  CHECK(
      shown({{.kind = Kind::Heading, .number = 2, .children = {text("How")}},
             {.kind = Kind::Paragraph,
              .children = {text("Some "), {.kind = Kind::Strong, .children = {text("bold")}}, text(" words & more.")}},
             {.kind = Kind::List, .flag = true, .number = 3, .children = {one, item("Two")}},
             p("End.")}) == "## How\n\nSome bold words & more.\n\n3. One\n   • Inner\n4. Two\n\nEnd.\n");
}

TEST_CASE("article on a terminal: a footnote follows its mark, further paragraphs stand below", "[cli]") {
  const Node mark{.kind = Kind::FootnoteMark, .text = "[1]", .attribute = "1"};
  CHECK(shown({{.kind = Kind::Paragraph, .children = {text("Fast"), mark, text(".")}},
               {.kind = Kind::Footnote, .attribute = "1", .children = {p("Six words that do not fit."), p("More.")}},
               p("End.")},
              24) == "Fast[1].\n\n[1] Six words that\n    do not fit.\n\n    More.\n\nEnd.\n");
}

TEST_CASE("article on a terminal: a table in a footnote does not end it", "[cli]") {
  CHECK(shown({{.kind = Kind::Footnote, .attribute = "1", .children = {table({row({cell("a")})}), p("More.")}}}) ==
        "[1]\n\n    a\n\n    More.\n");
}

TEST_CASE("article on a terminal: pictures are named, digits and single letters raised and lowered", "[cli]") {
  const auto script = [](Kind kind, const char* words) { return Node{.kind = kind, .children = {text(words)}}; };
  CHECK(shown({{.kind = Kind::Picture, .text = "A cat", .attribute = "https://a.example/c.png"},
               {.kind = Kind::Paragraph,
                .children = {text("x"), script(Kind::Subscript, "i"), script(Kind::Superscript, "2"), text(", the 2"),
                             script(Kind::Superscript, "nd")}}}) == "[A cat]\n\nxᵢ², the 2nd\n");
}

TEST_CASE("article on a terminal: code keeps every space, tab and blank line, and is not wrapped", "[cli]") {
  CHECK(shown({{.kind = Kind::Code, .text = "def f(a, b):\n\n\tif a < b:\n        return  1\n"}}, 20) ==
        "def f(a, b):\n\n\tif a < b:\n        return  1\n");
}

TEST_CASE("article on a terminal: tables stand in columns, quotes behind a bar", "[cli]") {
  CHECK(shown({table({row({cell("a", true), cell("long", true)}), row({cell("wider"), cell("c")})})}) ==
        "a      long\n─────  ────\nwider  c\n");
  CHECK(shown({{.kind = Kind::Quote, .children = {p("One two three four five six.")}}}, 24) ==
        "│ One two three four\n│ five six.\n");
}

TEST_CASE("article on a terminal: cells are aligned as the page says", "[cli]") {
  const auto aligned = [](Node one, const char* alignment) { return one.attribute = alignment, one; };
  CHECK(shown({table({row({cell("model", true), aligned(cell("accuracy", true), "right")}),
                      row({aligned(cell("a"), "center"), aligned(cell("9.5"), "right")})})}) ==
        "model  accuracy\n─────  ────────\n  a         9.5\n");
}

TEST_CASE("article on a terminal: a table wider than the screen is wrapped in its columns", "[cli]") {
  const Node wide = row({cell("Wide"), cell("a linear model for the interactions of features")});
  const Node deep = row({cell("Deep"), cell("")});
  CHECK(shown({table({row({cell("Name", true), cell("Description", true)}), wide, deep})}, 30) ==
        "Name  Description\n────  ────────────────────────\nWide  a linear model for the\n      interactions of "
        "features\n"
        "Deep\n");
  CHECK(shown({table({wide, deep})}, 60) == "Wide  a linear model for the interactions of features\nDeep\n");
}

TEST_CASE("article on a terminal: a cell over several columns does not widen the first", "[cli]") {
  Node title = cell("Speedup of all (geometric mean)", true);
  title.number = 3;
  CHECK(shown({table({row({title}), row({cell("inductor"), cell("1.81x"), cell("2.35x")})})}, 34) ==
        "Speedup of all (geometric mean)\n───────────  ────────  ────────\n"
        "inductor     1.81x     2.35x\n");
}

TEST_CASE("article on a terminal: a table of more columns than fit shows each row on lines of its own", "[cli]") {
  std::vector<Node> cells;
  for (int i = 1; i <= 9; ++i) cells.push_back(cell("value " + std::to_string(i)));
  CHECK(shown({table({row(cells)})}, 30) ==
        "value 1 | value 2 | value 3 |\nvalue 4 | value 5 | value 6 |\nvalue 7 | value 8 | value 9\n");
}

TEST_CASE("article on a terminal: what follows a list in an item stands apart from it", "[cli]") {
  Node one = item("One");
  one.children.push_back({.kind = Kind::List, .children = {item("Inner")}});
  one.children.push_back(p("After."));
  CHECK(shown({{.kind = Kind::List, .children = {one, item("Two"), item("Three")}}}) ==
        "• One\n  • Inner\n\n  After.\n\n• Two\n• Three\n");
}

TEST_CASE("article on a terminal: a task has its box as mark, a definition stands below its term", "[cli]") {
  Node open = item("Write"), done = item("Read the whole of it");
  open.number = static_cast<std::uint32_t>(trawl::content::TaskState::Open);
  done.number = static_cast<std::uint32_t>(trawl::content::TaskState::Done);
  CHECK(shown({{.kind = Kind::List, .children = {open, done}}}, 21) == "☐ Write\n☑ Read the whole of\n  it\n");
  const auto term = [](const char* words) { return Node{.kind = Kind::Term, .children = {text(words)}}; };
  const auto definition = [](const char* words) { return Node{.kind = Kind::Definition, .children = {p(words)}}; };
  CHECK(shown({{.kind = Kind::DefinitionList,
                .children = {term("Term"), definition("One."), definition("Two."), term("Other"),
                             definition("Three.")}}}) == "Term\n    One.\n    Two.\n\nOther\n    Three.\n");
}

TEST_CASE("article on a terminal: with colour lines break where they do without", "[cli]") {
  Style plain, painted;
  plain.width = painted.width = 30;
  painted.color = true;
  const Node link{.kind = Kind::Link,
                  .attribute = "https://a.example/a/very/long/address/of/a/page",
                  .children = {text("link over more words than one line holds")}};
  const auto strong = [](const char* words) { return Node{.kind = Kind::Strong, .children = {text(words)}}; };
  const Node quoted{.kind = Kind::Paragraph, .children = {strong("One two three four five six seven.")}};
  const Content content{
      {.kind = Kind::Paragraph, .children = {text("A "), link, text(" and "), strong("bold"), text(" words.")}},
      {.kind = Kind::Quote, .children = {quoted}}};
  CHECK(without_sequences(content_for_people(content, painted)) == content_for_people(content, plain));
}

TEST_CASE("article on a terminal: nothing reaches it that it would interpret", "[cli]") {
  const std::string out = shown({p("a\x1b[31mb"), {.kind = Kind::Code, .text = "c\x1b]0;x\x07 d"}});
  CHECK(out.find('\x1b') == std::string::npos);
  CHECK(out.find('\x07') == std::string::npos);
  CHECK(safe_lines("a\tb\n\x1b[1mc\n") == "a\tb\n[1mc\n");
}

TEST_CASE("article on a terminal: formulas are Unicode where that reads well, else code", "[cli]") {
  const auto formula = [](std::string tex, bool is_displayed) {
    return Node{.kind = Kind::Formula, .flag = is_displayed, .text = std::move(tex)};
  };
  CHECK(shown({{.kind = Kind::Paragraph, .children = {text("Let "), formula("\\hat{x}_t \\in \\mathbb{R}", false)}}}) ==
        "Let x̂ₜ ∈ ℝ\n");
  CHECK(shown({{.kind = Kind::Paragraph,
                .children = {formula("\\begin{aligned} a &= b \\\\ &= c \\end{aligned}", true)}}}) == "a = b\n= c\n");
  CHECK(shown({{.kind = Kind::Paragraph, .children = {formula("\\unknown{x}", false)}}}) == "\\unknown{x}\n");
  Style style;
  style.color = true;
  const Content coloured{{.kind = Kind::Paragraph, .children = {formula("y", false), formula("\\unknown{x}", false)}}};
  CHECK(content_for_people(coloured, style) == "y\x1b[36m\\unknown{x}\x1b[0m\n");
}

} // namespace article_text_test
