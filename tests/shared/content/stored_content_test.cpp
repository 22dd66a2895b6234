// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/stored_content.h"
#include "tests/support/random_content.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace stored_content_test {

using namespace trawl::content;

namespace {

Node text(std::string words) { return {.kind = Kind::Text, .text = std::move(words)}; }
Node paragraph(std::string words) { return {.kind = Kind::Paragraph, .children = {text(std::move(words))}}; }
Node item(std::string words) { return {.kind = Kind::Item, .children = {paragraph(std::move(words))}}; }
Node cell(std::string words) { return {.kind = Kind::Cell, .children = {text(std::move(words))}}; }

} // namespace

TEST_CASE("stored content: the plain text separates blocks by blank lines, items and rows by line feeds", "[content]") {
  const Content content{
      paragraph("Before."),
      {.kind = Kind::List, .children = {item("One"), item("Two")}},
      {.kind = Kind::Table,
       .children = {{.kind = Kind::Row, .children = {cell("a"), cell("b")}},
                    {.kind = Kind::Row, .children = {cell("c"), {.kind = Kind::Cell}, cell("d")}}}},
      {.kind = Kind::Code, .text = "if x:\n\n\treturn  1", .attribute = "python"},
      paragraph("After."),
  };
  CHECK(pack(content).text == "Before.\n\nOne\nTwo\n\na | b\nc |  | d\n\nif x:\n\n\treturn  1\n\nAfter.");
}

TEST_CASE("stored content: pictures, and captions that are not text, are not in the plain text", "[content]") {
  const Content content{
      paragraph("Before."),
      {.kind = Kind::Figure,
       .children = {{.kind = Kind::Picture, .text = "A cat", .attribute = "https://a.example/cat.png"},
                    {.kind = Kind::Caption, .children = {text("Our cat.")}}}},
      paragraph("After."),
  };
  const StoredContent stored = pack(content);
  CHECK(stored.text == "Before.\n\nAfter.");
  CHECK(unpack(stored.text, stored.structure) == content);
}

TEST_CASE("stored content: any content is read back as it was", "[content]") {
  constexpr unsigned kSeed = 20'261;
  RandomContent random(kSeed);
  for (int round = 0; round < 3'000; ++round) {
    const Content content = random();
    const StoredContent stored = pack(content);
    INFO("seed " << kSeed << ", round " << round);
    REQUIRE(unpack(stored.text, stored.structure) == content);
  }
}

TEST_CASE("stored content: the headings are found in the structure alone", "[content]") {
  RandomContent random(20'262);
  std::size_t found = 0;
  for (int round = 0; round < 2'000; ++round) {
    const Content content = random();
    const StoredContent stored = pack(content);
    std::vector<std::pair<std::uint32_t, std::string>> expected; // level and text, in which blanks may differ
    const auto add = [&](const auto& self, const std::vector<Node>& nodes) -> void {
      for (const Node& node : nodes) {
        if (node.kind == Kind::Caption && !node.flag) continue;
        if (node.kind != Kind::Heading) {
          self(self, node.children);
          continue;
        }
        const std::string words = pack({node}).text;
        if (!words.empty()) expected.emplace_back(node.number, words);
      }
    };
    add(add, content);
    const std::vector<HeadingPlace> headings = headings_of(stored.structure);
    CAPTURE(round);
    REQUIRE(headings.size() == expected.size());
    for (std::size_t i = 0; i < headings.size(); ++i) {
      REQUIRE(headings[i].level == expected[i].first);
      REQUIRE(stored.text.substr(headings[i].begin, headings[i].end - headings[i].begin) == expected[i].second);
    }
    found += headings.size();
  }
  CHECK(found > 500);
}

TEST_CASE("stored content: headings of damaged bytes are some headings", "[content]") {
  RandomContent contents(10);
  std::mt19937 random(10);
  for (int round = 0; round < 4'000; ++round) {
    std::string structure = pack(contents()).structure;
    for (std::size_t left = 1 + random() % 3; left > 0 && !structure.empty(); --left)
      structure[random() % structure.size()] = static_cast<char>(random());
    for (const HeadingPlace& heading : headings_of(structure)) REQUIRE(heading.begin < heading.end);
  }
}

TEST_CASE("stored content: a structure of another text is rejected", "[content]") {
  const StoredContent stored = pack({paragraph("Some words."), item("More")});
  CHECK_FALSE(unpack("Some other words.", stored.structure));
  CHECK_FALSE(unpack(stored.text + " ", stored.structure));
  CHECK_FALSE(unpack(stored.text, ""));
  CHECK(unpack_or_text("One.\nTwo.\n\nThree.", "").size() == 2);
}

TEST_CASE("stored content: damaged bytes are rejected or read as some content within the limits", "[content]") {
  constexpr unsigned kSeed = 9;
  RandomContent contents(kSeed);
  std::mt19937 random(kSeed);
  for (int round = 0; round < 4'000; ++round) {
    StoredContent stored = pack(contents());
    for (std::size_t left = 1 + random() % 3; left > 0 && !stored.structure.empty(); --left) {
      stored.structure[random() % stored.structure.size()] = static_cast<char>(random());
    }
    if (round % 4 == 0) stored.structure.resize(random() % (stored.structure.size() + 1));
    const auto content = unpack(stored.text, stored.structure);
    if (!content) continue;
    const StoredContent again = pack(*content);
    INFO("seed " << kSeed << ", round " << round);
    REQUIRE(unpack(again.text, again.structure) == content);
  }
}

TEST_CASE("stored content: a structure with an ill-formed character is rejected", "[content]") {
  const Node link{
      .kind = Kind::Link, .attribute = "https://a.example/é", .children = {{.kind = Kind::Text, .text = "b"}}};
  StoredContent linked = pack({{.kind = Kind::Paragraph, .children = {link}}});
  REQUIRE(unpack(linked.text, linked.structure));
  linked.structure[linked.structure.find("\xc3")] = '\xe9';
  CHECK_FALSE(unpack(linked.text, linked.structure));
}

TEST_CASE("stored content: a part of the text that begins inside a character is rejected", "[content]") {
  const auto text = [](const char* said) { return Node{.kind = Kind::Text, .text = said}; };
  const StoredContent two =
      pack({{.kind = Kind::Paragraph, .children = {text("ab"), {.kind = Kind::Strong, .children = {text("cd")}}}}});
  REQUIRE(two.text == "abcd");
  REQUIRE(unpack("abcd", two.structure));
  CHECK_FALSE(unpack("aéd", two.structure)); // the second part would begin in its middle
}

TEST_CASE("stored content: nesting and counts beyond the limits are rejected", "[content]") {
  Node deep = paragraph("x");
  for (std::size_t level = 0; level < kMaxDepth; ++level) deep = {.kind = Kind::Quote, .children = {deep}};
  const StoredContent stored = pack({deep});
  CHECK_FALSE(unpack(stored.text, stored.structure));
  const std::string many{1, '\xFF', '\xFF', '\xFF', '\xFF', '\x0F'}; // four thousand million nodes in six bytes
  CHECK_FALSE(unpack("", many));
}

} // namespace stored_content_test
