// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/html.h"
#include "tests/support/random_content.h"
#include "tests/support/safe_html.h"

#include <catch2/catch.hpp>

namespace html_test {

using namespace trawl::content;

namespace {

Node text(std::string words) { return {.kind = Kind::Text, .text = std::move(words)}; }

} // namespace

TEST_CASE("content as HTML: any content is safe and balanced, with pictures and without", "[content]") {
  constexpr unsigned kSeed = 77;
  RandomContent random(kSeed);
  for (int round = 0; round < 3'000; ++round) {
    const Content content = random();
    for (const bool has_pictures : {false, true}) {
      const std::string html = to_html(content, {.has_pictures = has_pictures});
      INFO("seed " << kSeed << ", round " << round << "\n" << html);
      REQUIRE(what_is_unsafe(html).empty());
    }
  }
}

TEST_CASE("content as HTML: text cannot become markup, and unsafe addresses do not become links", "[content]") {
  const Content content{
      {.kind = Kind::Paragraph,
       .children = {text("<img onerror=\"x\"> & "),
                    {.kind = Kind::Link, .attribute = "javascript:alert(1)", .children = {text("x")}},
                    {.kind = Kind::Link, .attribute = "https://a.example/?a&b", .children = {text("y")}}}}};
  CHECK(to_html(content) == "<p>&lt;img onerror=&quot;x&quot;&gt; &amp; x<a href=\"https://a.example/?a&amp;b\" "
                            "rel=\"noopener noreferrer\">y</a></p>\n");
}

TEST_CASE("content as HTML: a picture is a link unless pictures are enabled", "[content]") {
  const Content content{{.kind = Kind::Picture, .text = "A cat", .attribute = "https://a.example/c.png"}};
  CHECK(to_html(content) ==
        "<p class=\"picture\"><a class=\"picture\" href=\"https://a.example/c.png\" rel=\"noopener noreferrer\">A cat"
        "</a></p>\n");
  CHECK(to_html(content, {.has_pictures = true}) ==
        "<p class=\"picture\"><img src=\"https://a.example/c.png\" alt=\"A cat\" loading=\"lazy\" "
        "referrerpolicy=\"no-referrer\"></p>\n");
}

TEST_CASE("content as HTML: if a picture's text is its caption, the link does not repeat it", "[content]") {
  const Node caption{.kind = Kind::Caption, .children = {{.kind = Kind::Text, .text = "Two gates"}}};
  const auto shown = [&](std::string alternative) {
    const Node picture{.kind = Kind::Picture, .text = std::move(alternative), .attribute = "https://a.example/x.png"};
    return to_html({{.kind = Kind::Figure, .children = {picture, caption}}}, {});
  };
  CHECK(shown("Two gates").contains(">Picture</a>"));
  CHECK(shown("Two gates, one open").contains(">Two gates, one open</a>"));
}

TEST_CASE("content as HTML: a picture between paragraphs is a block, one in a line or figure is not", "[content]") {
  const Node picture{.kind = Kind::Picture, .attribute = "https://a.example/c.png"};
  const auto starts = [](const Content& content, std::string_view html) {
    INFO(to_html(content));
    return to_html(content).starts_with(html);
  };
  CHECK(starts({{.kind = Kind::Quote, .children = {picture}}}, "<blockquote><p class=\"picture\"><a "));
  CHECK(starts({{.kind = Kind::Figure, .children = {picture}}}, "<figure><a "));
  CHECK(starts({{.kind = Kind::Paragraph, .children = {picture}}}, "<p><a "));
  CHECK(to_html({{.kind = Kind::Picture, .attribute = "javascript:x"}}).empty());
}

TEST_CASE("content as HTML: marks of the plain text are shown at its words", "[content]") {
  const Content content{
      {.kind = Kind::Heading, .number = 2, .children = {text("Fast cache")}},
      {.kind = Kind::Caption, .children = {text("A hidden cache")}},
      {.kind = Kind::Paragraph,
       .children = {text("The "), {.kind = Kind::Strong, .children = {text("cache & ")}}, text("cache")}}};
  const std::string plain = "Fast cache\n\nThe cache & cache";
  const std::vector<TextRange> marks{{5, 10}, {16, 21}, {24, 29}};
  CHECK(to_html(content, {.text = plain, .marks = marks}) ==
        "<h2>Fast <mark>cache</mark></h2>\n<figcaption>A hidden cache</figcaption>\n"
        "<p>The <strong><mark>cache</mark> &amp; </strong><mark>cache</mark></p>\n");
}

TEST_CASE("content as HTML: code keeps its characters and names its language", "[content]") {
  CHECK(to_html({{.kind = Kind::Code, .text = "if a < b:\n\tpass", .attribute = "python"}}) ==
        "<pre><code class=\"language-python\">if a &lt; b:\n\tpass\n</code></pre>\n");
}

} // namespace html_test
