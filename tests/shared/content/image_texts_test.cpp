// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/content/image_texts.h"

namespace image_texts_test {

using namespace trawl::content;

Node picture(std::string text) {
  return {.kind = Kind::Picture, .text = std::move(text), .attribute = "https://a.example/1.png"};
}

Node caption(std::string line) {
  return {.kind = Kind::Caption, .children = {{.kind = Kind::Text, .text = std::move(line)}}};
}

TEST_CASE("image texts: pictures anywhere are read in order, each text once and on one line", "[content]") {
  const Content content{
      picture("A cat on\n a  mat"),
      {.kind = Kind::Paragraph, .children = {picture("Loss by step"), picture("A cat on a mat")}},
      {.kind = Kind::Figure, .children = {{.kind = Kind::Quote, .children = {picture("The last one")}}}},
  };
  CHECK(image_texts(content) == std::vector<std::string>{"A cat on a mat", "Loss by step", "The last one"});
}

TEST_CASE("captions: captions outside the plain text are listed in order, each on one line", "[content]") {
  Node of_text = caption("Part of the text");
  of_text.flag = true;
  Node lines = caption("Loss");
  lines.children.push_back({.kind = Kind::LineBreak});
  lines.children.push_back({.kind = Kind::Text, .text = "by step"});
  const Content content{
      of_text, {.kind = Kind::Figure, .children = {picture("A cat"), lines}}, caption("Loss by step")};
  CHECK(captions(content) == std::vector<std::string>{"Loss by step", "Loss by step"});
}

TEST_CASE("captions: the link to a player is none", "[content]") {
  const Node link{.kind = Kind::Link,
                  .attribute = "https://youtube.com/watch?v=1",
                  .children = {{.kind = Kind::Text, .text = "youtube.com"}}};
  const Node player{.kind = Kind::Figure, .children = {{.kind = Kind::Caption, .children = {link}}}};
  const Node typed{.kind = Kind::Figure, .children = {picture("A cat"), {.kind = Kind::Caption, .children = {link}}}};
  CHECK(captions({player, typed, {.kind = Kind::Figure, .children = {player, caption("The talk")}}}) ==
        std::vector<std::string>{"youtube.com", "The talk"});
}

TEST_CASE("image texts: single words and repeated captions are left out", "[content]") {
  const Content content{
      picture("image"),        picture(""),
      picture("figure_1.png"), {.kind = Kind::Figure, .children = {picture("Loss by step"), caption("Loss by step")}},
      picture("训练损失曲线"),
  };
  CHECK(image_texts(content) == std::vector<std::string>{"训练损失曲线"});
  CHECK(image_texts({}).empty());
}

TEST_CASE("image texts: their number and length have limits", "[content]") {
  Content content{picture("long " + std::string(2 * kMaxImageTextBytes, 'x'))};
  for (std::size_t i = 0; i < 2 * kMaxImageTexts; ++i) content.push_back(picture("picture " + std::to_string(i)));
  const std::vector<std::string> texts = image_texts(content);
  CHECK(texts.size() == kMaxImageTexts);
  CHECK(texts.front().size() == kMaxImageTextBytes);
}

} // namespace image_texts_test
