// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/markdown.h"
#include "tests/support/random_content.h"

#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

namespace markdown_test {

using namespace trawl::content;

namespace {

Node text(std::string words) { return {.kind = Kind::Text, .text = std::move(words)}; }
Node mark(Kind kind, std::string words) { return {.kind = kind, .children = {text(std::move(words))}}; }
Node paragraph(std::vector<Node> line) { return {.kind = Kind::Paragraph, .children = std::move(line)}; }
Node paragraph(std::string words) { return paragraph(std::vector<Node>{text(std::move(words))}); }
Node item(std::vector<Node> blocks, TaskState state = TaskState::NoTask) {
  return {.kind = Kind::Item, .number = static_cast<std::uint32_t>(state), .children = std::move(blocks)};
}
Node cell(std::string words, std::uint32_t columns = 0) {
  return {.kind = Kind::Cell, .number = columns, .children = {text(std::move(words))}};
}

/// A paragraph as Markdown, without its line feed.
std::string line(std::vector<Node> nodes) {
  std::string out = to_markdown({paragraph(std::move(nodes))});
  if (!out.empty()) out.pop_back();
  return out;
}

} // namespace

TEST_CASE("content as Markdown: characters are escaped where they would be markup", "[content]") {
  CHECK(line({text("*.safetensors or __init__.py costs $5 and 3 < 4 | x")}) ==
        "\\*.safetensors or \\_\\_init\\_\\_.py costs \\$5 and 3 \\< 4 \\| x");
  CHECK(line({text("snake_case stays")}) == "snake_case stays");
  CHECK(line({text("# no heading")}) == "\\# no heading");
  CHECK(line({text("1. no item, but 2.5 is a number")}) == "1\\. no item, but 2.5 is a number");
  CHECK(line({text("2.5 is a number")}) == "2.5 is a number");
  CHECK(line({text("- no item"), {.kind = Kind::LineBreak}, text("> no quote")}) == "\\- no item\\\n\\> no quote");
  CHECK(line({text("&lt; & done; R&D")}) == "\\&lt; & done; R&D");
  CHECK(line({text("wow!"), {.kind = Kind::Link, .attribute = "https://a.example/", .children = {text("x")}}}) ==
        "wow\\![x](https://a.example/)");
}

TEST_CASE("content as Markdown: emphasis is recognised beside any character", "[content]") {
  CHECK(line({text("a "), mark(Kind::Strong, "b"), text(" c")}) == "a **b** c");
  // Without the reference the second pair of stars would not close: punctuation inside, a letter outside.
  CHECK(line({mark(Kind::Strong, "注意："), text("请")}) == "**注意：**&#35831;");
  CHECK(line({text("见"), mark(Kind::Strong, "“甲”")}) == "&#35265;**“甲”**");
  CHECK(line({mark(Kind::Strong, "重点"), text("在此")}) == "**重点**在此");
  CHECK(line({mark(Kind::Emphasis, "a"), mark(Kind::Strong, "b"), text("c")}) == "*a*__b__&#99;");
  CHECK(line({mark(Kind::Strong, "a"), mark(Kind::Strong, "b")}) == "**ab**");
  CHECK(line({mark(Kind::Strong, "a "), text("b")}) == "**a** b");
}

TEST_CASE("content as Markdown: inline code is fenced by more backticks than it contains", "[content]") {
  CHECK(line({{.kind = Kind::CodeSpan, .text = "a_b*c"}}) == "`a_b*c`");
  CHECK(line({{.kind = Kind::CodeSpan, .text = "`x` and ``y``"}}) == "``` `x` and ``y`` ```");
}

TEST_CASE("content as Markdown: formulas are between dollar signs, even before a digit", "[content]") {
  CHECK(line({text("Let "), {.kind = Kind::Formula, .text = "x_{t}"}, text(" be")}) == "Let $x_{t}$ be");
  CHECK(line({{.kind = Kind::Formula, .text = "x"}, text("2")}) == "$x$&#50;");
  CHECK(to_markdown({{.kind = Kind::Formula, .flag = true, .text = "a\n\n= b"}}) == "$$\na\n    = b\n$$\n");
}

TEST_CASE("content as Markdown: no line of a formula is read as a heading, an item or a quote", "[content]") {
  const auto block = [](const char* tex) { return to_markdown({{.kind = Kind::Formula, .flag = true, .text = tex}}); };
  CHECK(block("a\n=\nb") == "$$\na\n    =\nb\n$$\n");
  CHECK(block("+ a\n- b\n> c\n1. d\n# e") == "$$\n    + a\n    - b\n    > c\n    1. d\n    # e\n$$\n");
  CHECK(block("a % so\n- b") == "$$\na % so\n    - b\n$$\n"); // on the comment's line it would be one
}

TEST_CASE("content as Markdown: digits and single letters stay superscripts and subscripts, words do not",
          "[content]") {
  const auto script = [](Kind kind, const char* inside) { return line({text("x"), mark(kind, inside)}); };
  CHECK(script(Kind::Subscript, "i") == "xᵢ");
  CHECK(script(Kind::Subscript, "12") == "x₁₂");
  CHECK(script(Kind::Subscript, "b") == "xb"); // it has no such letter
  CHECK(script(Kind::Superscript, "n") == "xⁿ");
  CHECK(script(Kind::Superscript, "th") == "xth");
}

TEST_CASE("content as Markdown: only addresses that are safe become links", "[content]") {
  CHECK(line({{.kind = Kind::Link, .attribute = "javascript:x", .children = {text("a")}}}) == "a");
  CHECK(line({{.kind = Kind::Link, .attribute = "https://a.example/f(x)", .children = {text("a")}}}) ==
        "[a](<https://a.example/f(x)>)");
  CHECK(line({{.kind = Kind::Picture, .text = "a [b]", .attribute = "https://a.example/x.png"}}) ==
        "![a \\[b\\]](https://a.example/x.png)");
}

TEST_CASE("content as Markdown: lists keep their numbers, tasks, nesting and code", "[content]") {
  const Node inner{.kind = Kind::List, .children = {item({paragraph("c")})}};
  CHECK(to_markdown({{.kind = Kind::List,
                      .flag = true,
                      .number = 9,
                      .children = {item({paragraph("a")}), item({paragraph("b"), inner})}}}) ==
        "9. a\n10. b\n    - c\n");
  CHECK(to_markdown({{.kind = Kind::List,
                      .children = {item({paragraph("a")}, TaskState::Done),
                                   item({paragraph("b")}, TaskState::Open)}}}) == "- [x] a\n- [ ] b\n");
  CHECK(to_markdown({{.kind = Kind::List,
                      .children = {item({paragraph("a"), {.kind = Kind::Code, .text = "x\n\n  y"}}),
                                   item({paragraph("b")})}}}) == "- a\n\n  ```\n  x\n\n    y\n  ```\n\n- b\n");
  const Node list{.kind = Kind::List, .children = {item({paragraph("a")})}};
  CHECK(to_markdown({list, list}) == "- a\n\n* a\n"); // two lists, not one
}

TEST_CASE("content as Markdown: a table has a header row, equally long rows, and only escaped bars", "[content]") {
  const Node head{.kind = Kind::Row, .flag = true, .children = {cell("a"), cell("b|c")}};
  const Node wide{.kind = Kind::Row, .children = {cell("d", 2)}};
  CHECK(to_markdown({{.kind = Kind::Table, .children = {head, wide}}}) == "| a | b\\|c |\n| --- | --- |\n| d | |\n");
  CHECK(to_markdown({{.kind = Kind::Table, .children = {wide}}}) == "| | |\n| --- | --- |\n| d | |\n");
}

TEST_CASE("content as Markdown: code is fenced with its language and keeps every character", "[content]") {
  CHECK(to_markdown({{.kind = Kind::Code, .text = "def f():\n\n\treturn '```'", .attribute = "python"}}) ==
        "````python\ndef f():\n\n\treturn '```'\n````\n");
}

TEST_CASE("content as Markdown: blank lines of code keep their spaces, even inside items and quotes", "[content]") {
  const Node code{.kind = Kind::Code, .text = "a\n    \n\n\tb"};
  const Node item{.kind = Kind::Item,
                  .children = {{.kind = Kind::Paragraph, .children = {{.kind = Kind::Text, .text = "x"}}}, code}};
  CHECK(to_markdown({{.kind = Kind::List, .children = {item}}}) == "- x\n\n  ```\n  a\n      \n\n  \tb\n  ```\n");
  CHECK(to_markdown({{.kind = Kind::Quote, .children = {code}}}) == "> ```\n> a\n>     \n>\n> \tb\n> ```\n");
}

TEST_CASE("content as Markdown: notes, quotes, definitions and footnotes", "[content]") {
  CHECK(to_markdown({{.kind = Kind::Note, .number = 4, .text = "Warning", .children = {paragraph("Hot.")}}}) ==
        "> [!WARNING]\n> Hot.\n");
  CHECK(to_markdown({{.kind = Kind::Note, .number = 1, .text = "On heat", .children = {paragraph("Hot.")}}}) ==
        "> [!NOTE]\n>\n> **On heat**\n>\n> Hot.\n");
  CHECK(to_markdown({{.kind = Kind::Quote,
                      .children = {paragraph("To be."), {.kind = Kind::Attribution, .children = {text("W. S.")}}}}}) ==
        "> To be.\n>\n> — W. S.\n");
  CHECK(to_markdown({{.kind = Kind::DefinitionList,
                      .children = {{.kind = Kind::Term, .children = {text("KV")}},
                                   {.kind = Kind::Definition, .children = {paragraph("Keys and values.")}}}}}) ==
        "**KV**\n\nKeys and values.\n");
  CHECK(
      to_markdown({paragraph({text("So."), {.kind = Kind::FootnoteMark, .text = "[1]", .attribute = "1"}}),
                   {.kind = Kind::Footnote, .attribute = "1", .children = {paragraph("Why."), paragraph("More.")}}}) ==
      "So.[^1]\n\n[^1]: Why.\n\n    More.\n");
}

TEST_CASE("content as Markdown: no content of any shape makes an unsafe address a link", "[content]") {
  constexpr unsigned kSeed = 5;
  RandomContent random(kSeed, false);
  for (int round = 0; round < 2'000; ++round) {
    const std::string markdown = to_markdown(random());
    INFO("seed " << kSeed << ", round " << round << "\n" << markdown);
    for (std::size_t at = markdown.find("]("); at != std::string::npos; at = markdown.find("](", at + 1)) {
      const std::string_view rest = std::string_view(markdown).substr(at + 2);
      const bool is_escaped = at > 0 && markdown[at - 1] == '\\';
      REQUIRE((is_escaped || !rest.starts_with("javascript:")));
      REQUIRE((is_escaped || !rest.starts_with("data:")));
    }
    REQUIRE((markdown.empty() || markdown.ends_with('\n')));
  }
}

} // namespace markdown_test
