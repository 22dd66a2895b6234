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

TEST_CASE("content as HTML: text cannot become markup, and other addresses are no links", "[content]") {
  const Content content{
      {.kind = Kind::Paragraph,
       .children = {text("<img onerror=\"x\"> & "),
                    {.kind = Kind::Link, .attribute = "javascript:alert(1)", .children = {text("x")}},
                    {.kind = Kind::Link, .attribute = "https://a.example/?a&b", .children = {text("y")}}}}};
  CHECK(to_html(content) == "<p>&lt;img onerror=&quot;x&quot;&gt; &amp; x<a href=\"https://a.example/?a&amp;b\" "
                            "rel=\"noopener noreferrer\">y</a></p>\n");
}

TEST_CASE("content as HTML: a picture is a link unless pictures are wanted", "[content]") {
  const Content content{{.kind = Kind::Picture, .text = "A cat", .attribute = "https://a.example/c.png"}};
  CHECK(to_html(content) ==
        "<a class=\"picture\" href=\"https://a.example/c.png\" rel=\"noopener noreferrer\">A cat</a>\n");
  CHECK(to_html(content, {.has_pictures = true}) ==
        "<img src=\"https://a.example/c.png\" alt=\"A cat\" loading=\"lazy\" referrerpolicy=\"no-referrer\">\n");
}

TEST_CASE("content as HTML: code keeps its characters and names its language", "[content]") {
  CHECK(to_html({{.kind = Kind::Code, .text = "if a < b:\n\tpass", .attribute = "python"}}) ==
        "<pre><code class=\"language-python\">if a &lt; b:\n\tpass\n</code></pre>\n");
}

} // namespace html_test
