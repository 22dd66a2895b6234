// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/text.h"

#include <string>

#include <catch2/catch.hpp>

#include "indexer/html/text_blocks.h"

using namespace trawl::html;

TEST_CASE("text: an inline element and a run of text have text too", "[text]") {
  const auto dom = Dom::parse("<p>by <a href=/jane>Jane <b>Doe</b></a></p>");
  REQUIRE(dom.has_value());
  const NodeId link = dom->first(Tag::A);
  CHECK(line_text(*dom, link) == "Jane Doe");
  CHECK(line_text(*dom, dom->first(Tag::B)) == "Doe");
  CHECK(line_text(*dom, (*dom)[link].first_child) == "Jane");
}

TEST_CASE("text: the number of a footnote is separate from the word before it", "[text]") {
  CHECK(fragment_text("<p>The main<sup id=r1><a href='#fn1'>2</a></sup> benefit</p>") == "The main[2] benefit");
  CHECK(fragment_text("<p>main<a href='#fn1'><sup>2</sup></a>, then</p>") == "main[2], then");
  CHECK(fragment_text("<p>main<sup><a href='#cite'>[2]</a></sup></p>") == "main[2]");
  CHECK(fragment_text("<p>x<sup>2</sup> and x<sup><a href='/power'>2</a></sup></p>") == "x2 and x2");
}

TEST_CASE("text: code keeps its lines, without line numbers", "[text]") {
  CHECK(fragment_text("<pre>\nif x:\n    y()\n</pre>") == "if x:\n    y()");
  CHECK(fragment_text("<table><tr><td class=gutter><pre>1\n2</pre></td><td class=code><pre>a\nb</pre></td></table>") ==
        "a\nb");
  CHECK(fragment_text("<pre><div>a</div><div>b</div></pre>") == "a\nb");
}

TEST_CASE("text: invisible content is left out", "[text]") {
  CHECK(fragment_text(
            "a<img alt=no><script>no</script><style>no</style><button>no</button><select><option>no</select>"
            "<span hidden>no</span><p style='display: none'>no</p><template>no</template><noscript>no</noscript>") ==
        "a");
  CHECK(fragment_text("<h2>Title<a class=headerlink href='#t'>¶</a></h2>") == "Title");
  CHECK(fragment_text("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>") == "漢");
}

TEST_CASE("text: a formula appears once, as TeX if the page has it", "[text]") {
  CHECK(fragment_text(
            "so <span class=katex><span class=katex-mathml><math><mi>x</mi><annotation encoding='application/x-tex'>"
            "x^2</annotation></math></span><span class=katex-html aria-hidden=true>x2</span></span> holds") ==
        "so x^2 holds");
  CHECK(fragment_text(
            "<span class=MathJax_Preview>x</span><span class=MathJax>x</span><script type='math/tex'>x_1</script>") ==
        "x_1");
  CHECK(fragment_text("<math><mi>a</mi><mo>+</mo><mi>b</mi></math>") == "a+b");
}

TEST_CASE("text: squeeze strips and collapses white space", "[text]") {
  CHECK(squeeze(" a \n\t b\xC2\xA0 c ") == "a b c");
  CHECK(squeeze(" \n") == "");
}

TEST_CASE("text: a heading that is never closed does not make headings of paragraphs", "[text]") {
  const auto dom = Dom::parse("<h4>Head<article><p>text</p></article>");
  REQUIRE(dom.has_value());
  const auto blocks = text_blocks(*dom, dom->body());
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].kind == BlockKind::Heading);
  CHECK(blocks[1].kind == BlockKind::Paragraph);
}

TEST_CASE("text: only siblings near a formula are searched for its source", "[text][limits]") {
  const std::string drawn = "<span class=MathJax>drawn</span>";
  const auto text = [](const std::string& html) { return fragment_text("<p>" + html + "</p>"); };
  CHECK(text(drawn + "<script type=math/tex>x</script>") == "x");
  CHECK(text(drawn + drawn + "<script type=math/tex>x</script>") == "x");
  std::string many; // each would look at all following siblings
  for (int i = 0; i < 20; ++i) many += drawn;
  CHECK(text(many + "<script type=math/tex>x</script>").starts_with("drawn"));
}
