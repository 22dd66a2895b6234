// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/mathml_tex.h"

#include <catch2/catch.hpp>

using namespace trawl::html;

namespace mathml_tex_test {

std::string tex(const std::string& elements) {
  const auto dom = Dom::parse("<p><math>" + elements + "</math></p>").value();
  return tex_of_mathml(dom, dom.first(Tag::Math, dom.body()));
}

} // namespace mathml_tex_test
using mathml_tex_test::tex;

TEST_CASE("MathML as TeX: fractions, roots and scripts", "[html]") {
  CHECK(tex("<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>") == "\\frac{a}{b+1}");
  CHECK(tex("<msqrt><msub><mi>x</mi><mn>1</mn></msub><mo>+</mo><mi>&alpha;</mi></msqrt>") == "\\sqrt{x_1+\\alpha}");
  CHECK(tex("<mroot><mi>x</mi><mn>3</mn></mroot>") == "\\sqrt[3]{x}");
  CHECK(tex("<msubsup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mi>i</mi><mi>T</mi></msubsup>") ==
        "\\left(x\\right)_i^T");
}

TEST_CASE("MathML as TeX: limits, accents and what stands above something", "[html]") {
  CHECK(tex("<munderover><mo>&sum;</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>") ==
        "\\sum_{i=1}^n");
  CHECK(tex("<munder><mi>max</mi><mi>a</mi></munder><mi>Q</mi>") == "\\max_aQ");
  CHECK(tex("<mover accent=true><mi>x</mi><mo>^</mo></mover>") == "\\hat{x}");
  CHECK(tex("<munder><mrow><mi>a</mi><mi>b</mi></mrow><mo>&#x23DF;</mo></munder>") == "\\underbrace{ab}");
  CHECK(tex("<mover><mo>=</mo><mtext>def</mtext></mover>") == "\\overset{\\text{def}}{=}");
}

TEST_CASE("MathML as TeX: names, text, tables, and signs of TeX", "[html]") {
  CHECK(tex("<mi>log</mi><mo>&ApplyFunction;</mo><mi>p</mi>") == "\\log p");
  CHECK(tex("<mi>softmax</mi><mo>{</mo><mi>x</mi><mo>}</mo>") == "\\operatorname{softmax}\\{x\\}");
  CHECK(tex("<mtext>50 % of&nbsp;</mtext><mi>x</mi><mtext>&nbsp;</mtext>") == "\\text{50 \\% of }x\\ ");
  CHECK(tex("<mrow><mo>{</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow>") == "\\left\\{\\frac{a}{b}\\right)");
  CHECK(tex("<mtable columnalign='right left'><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>") ==
        "\\begin{aligned} a & b \\end{aligned}");
  CHECK(tex("<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd>"
            "<mn>1</mn></mtd></mtr></mtable><mo>]</mo>") == "[\\begin{matrix} 1 & 0 \\\\ 0 & 1 \\end{matrix}]");
  CHECK(tex("<semantics><mi>x</mi><annotation-xml><ci>y</ci></annotation-xml></semantics>") == "x");
}

TEST_CASE("MathML as TeX: symbols and alphabets are the commands that authors type", "[html]") {
  CHECK(tex("<mi>&eta;</mi><msub><mi>g</mi><mi>t</mi></msub><mo>&minus;</mo><msub><mi>x</mi><mi>&theta;</mi></msub>") ==
        "\\eta g_t-x_\\theta");
  CHECK(tex("<mi>y</mi><mo>&#x2223;</mo><mi>x</mi><mo>&le;</mo><mi>&#x03F5;</mi>") == "y\\mid x\\leq\\epsilon");
  CHECK(tex("<mi mathvariant=bold>x</mi><mo>&isin;</mo><msup><mi>&#x211D;</mi><mi>d</mi></msup>") ==
        "\\mathbf{x}\\in\\mathbb{R}^d");
  CHECK(tex("<mi>&#x1D431;</mi><mo>&sim;</mo><mi>&#x2112;</mi><mi mathvariant=bold>&Sigma;</mi>") ==
        "\\mathbf{x}\\sim\\mathcal{L}\\boldsymbol{\\Sigma}");
  CHECK(tex("<mrow><mi mathvariant=normal>t</mi><mi mathvariant=normal>r</mi></mrow>") == "\\mathrm{tr}");
  CHECK(tex("<msup><mi>x</mi><mo>&prime;</mo></msup><msup><mn>2</mn><mn>10</mn></msup>") == "x'2^{10}");
  CHECK(tex("<mi>a</mi><mspace width='1em'/><mi>b</mi><menclose notation=box><mi>c</mi></menclose>") ==
        "a\\quad b\\boxed{c}");
  CHECK(tex("<munder><munder><mi>a</mi><mo>&#x23DF;</mo></munder><mi>b</mi></munder>") == "\\underbrace{a}_b");
  CHECK(tex("<mrow><mo fence=true>{</mo><mtable><mtr><mtd><mi>a</mi></mtd></mtr></mtable></mrow>") ==
        "\\begin{cases} a \\end{cases}");
}

TEST_CASE("MathML as TeX: elements that lack their parts, or are deep, do no harm", "[html]") {
  for (const char* elements :
       {"<mfrac>", "<msub>", "<munderover>", "<mroot><mi>x</mi></mroot>", "<mtable><mtr>", "<mi>"}) {
    INFO(elements);
    CHECK(tex(elements).size() < 60);
  }
  std::string row;
  for (int i = 0; i < 50'000; ++i) row += "<mi>a</mi>";
  CHECK(tex(row) == std::string(50'000, 'a')); // in a time that grows with its length
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "<msqrt>";
  CHECK(tex(deep + "<mi>x</mi>").size() < 1'000);
}
