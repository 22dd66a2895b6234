// SPDX-License-Identifier: GPL-3.0-or-later
/// Random content of any shape, with texts and addresses that could be mistaken for markup.
#pragma once

#include "shared/content/content.h"

#include <random>
#include <string>
#include <vector>

namespace trawl::content {

class RandomContent {
 public:
  /// `has_code`: with code, which may contain anything.
  explicit RandomContent(unsigned seed, bool has_code = true) : random_(seed), has_code_(has_code) {}

  Content operator()() {
    Content content;
    for (std::size_t left = below(6); left > 0; --left) content.push_back(block(0));
    return content;
  }

  /// A few characters, many of them with a meaning in Markdown or HTML.
  std::string text() {
    static const std::vector<std::string> kPieces{
        "a",  "word", " ",   "*",        "**", "_",       "~~",  "`",           "```",    "[",  "]",
        "(",  ")",    "<b>", "<script>", "&",  "&lt;",    "\\",  "|",           "$",      "$5", "#",
        "# ", "- ",   "1.",  "> ",       "![", "]: http", "é",   "好",          "“",      "！", "😀",
        "\"", "'",    "=",   "+ ",       "$$", "[^1]",    "-->", "javascript:", "\u00A0", "2"};
    std::string text;
    for (std::size_t left = 1 + below(5); left > 0; --left) text += kPieces[below(kPieces.size())];
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }
  bool coin() { return below(2) == 0; }

  std::string address() {
    static const std::vector<std::string> kAddresses{"https://a.example/b_c*d",
                                                     "http://a.example/(x)?a=1&b=2#c",
                                                     "mailto:a@b.example",
                                                     "javascript:alert(1)",
                                                     "https://a.example/\"onload=\"x",
                                                     "data:text/html,<script>",
                                                     "https://a.example/ b",
                                                     "",
                                                     " https://a.example/"};
    return kAddresses[below(kAddresses.size())];
  }

  std::vector<Node> line(std::size_t depth) {
    std::vector<Node> nodes;
    for (std::size_t left = 1 + below(4); left > 0; --left) nodes.push_back(inside(depth));
    return nodes;
  }

  Node inside(std::size_t depth) {
    static const std::vector<Kind> kMarks{Kind::Link,          Kind::Emphasis,    Kind::Strong,
                                          Kind::Strikethrough, Kind::Superscript, Kind::Subscript};
    switch (below(depth < 4 ? 9 : 6)) {
    case 0:
      return {.kind = Kind::LineBreak};
    case 1:
      return {.kind = Kind::CodeSpan, .text = has_code_ ? text() : "x"};
    case 2:
      return {.kind = Kind::Formula, .text = text()};
    case 3:
      return {.kind = Kind::Picture, .text = text(), .attribute = address()};
    case 4:
      return {.kind = Kind::FootnoteMark, .text = "[1]", .attribute = coin() ? "1" : text()};
    case 5:
      return {.kind = Kind::Text, .text = text()};
    default: {
      Node mark{.kind = kMarks[below(kMarks.size())]};
      if (mark.kind == Kind::Link) mark.attribute = address();
      mark.children = line(depth + 1);
      return mark;
    }
    }
  }

  std::vector<Node> blocks(std::size_t depth) {
    std::vector<Node> nodes;
    for (std::size_t left = 1 + below(3); left > 0; --left) nodes.push_back(block(depth + 1));
    return nodes;
  }

  Node parts(Node whole, Kind part, std::size_t depth) {
    for (std::size_t left = 1 + below(3); left > 0; --left) {
      Node child{.kind = part, .flag = part == Kind::Row && coin()};
      if (part == Kind::Item) child.number = static_cast<std::uint32_t>(below(3));
      if (part == Kind::Row) {
        for (std::size_t cells = 1 + below(3); cells > 0; --cells) {
          child.children.push_back(
              {.kind = Kind::Cell, .flag = coin(), .number = static_cast<std::uint32_t>(below(3))});
          if (coin()) child.children.back().children = line(2);
        }
      } else {
        child.children = blocks(depth);
      }
      whole.children.push_back(std::move(child));
    }
    return whole;
  }

  Node block(std::size_t depth) {
    switch (below(depth < 4 ? 14 : 6)) {
    case 0:
      return {.kind = Kind::Heading, .number = 1 + static_cast<std::uint32_t>(below(6)), .children = line(0)};
    case 1:
      return {.kind = Kind::Code,
              .text = has_code_ ? text() + "\n\n  " + text() : "x",
              .attribute = coin() ? "c++" : text()};
    case 2:
      return {.kind = Kind::Picture, .text = text(), .attribute = address()};
    case 3:
      return {.kind = Kind::Formula, .flag = true, .text = text()};
    case 4:
      return {.kind = Kind::Caption, .flag = coin(), .children = line(0)};
    case 6:
      return {.kind = Kind::Quote, .children = blocks(depth)};
    case 7:
      return {.kind = Kind::Note,
              .number = static_cast<std::uint32_t>(below(6)),
              .text = coin() ? text() : "",
              .children = blocks(depth)};
    case 8:
      return parts({.kind = Kind::List, .flag = coin(), .number = static_cast<std::uint32_t>(below(12))}, Kind::Item,
                   depth);
    case 9:
      return parts({.kind = Kind::DefinitionList}, Kind::Definition, depth);
    case 10:
      return parts({.kind = Kind::Table}, Kind::Row, depth);
    case 11:
      return {.kind = Kind::Figure, .children = blocks(depth)};
    case 12:
      return {.kind = Kind::Footnote, .attribute = coin() ? "1" : text(), .children = blocks(depth)};
    default:
      return {.kind = Kind::Paragraph, .children = line(0)};
    }
  }

  std::mt19937 random_;
  bool has_code_;
};

} // namespace trawl::content
