// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/formula/mathml.h"

#include <chrono>
#include <string>

#include <catch2/catch.hpp>

using trawl::formula::FormulaTime;
using trawl::formula::is_plain_mathml;
using trawl::formula::MathmlWriter;

namespace {

std::string math(std::string_view tex, bool is_displayed) {
  static MathmlWriter writer;
  FormulaTime time(std::chrono::hours{1});
  return writer.write(tex, is_displayed, time);
}

std::string inline_math(std::string_view tex) { return math(tex, false); }

} // namespace

TEST_CASE("formula: TeX becomes MathML, without its source", "[formula]") {
  CHECK(inline_math("x_1") ==
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mrow><msub><mi>x</mi><mn>1</mn></msub></mrow></math>");
  CHECK(inline_math("\\frac{a}{b}").contains("<mfrac><mi>a</mi><mi>b</mi></mfrac>"));
  CHECK(math("\\sum_i x_i", true).starts_with("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"));
  CHECK(inline_math("\\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}").contains("<mtable"));
}

TEST_CASE("formula: lines of equations are displayed even within a line", "[formula]") {
  CHECK(inline_math("\\begin{align*} a &= b \\\\ c &= d \\end{align*}").contains("display=\"block\""));
}

TEST_CASE("formula: lines outside an environment are lines", "[formula]") {
  const std::string lines = math("a = b \\\\ c = d", true);
  CHECK(lines.contains("<mtable"));
  CHECK_FALSE(lines.contains("linebreak"));
}

TEST_CASE("formula: what MathJax allows is allowed", "[formula]") {
  for (const char* tex :
       {"1/\\text{num_of_classes}", "x \\label{eq:1}", "Q^\\vec{\\mu}_i", "t_\\max - t_A", "\\text{# tokens}"}) {
    INFO(tex);
    CHECK_FALSE(inline_math(tex).empty());
  }
}

TEST_CASE("formula: a thin space is between a function and its argument, but for parentheses", "[formula]") {
  const std::string space = "<mspace width=\"0.1667em\"></mspace>";
  CHECK(inline_math("\\log p").contains("</mo>" + space + "<mi>p</mi>"));
  CHECK(inline_math("\\log_2 n").contains("</msub>" + space + "<mi>n</mi>"));
  CHECK(inline_math("\\arg\\max_{a} Q").contains("</mo>" + space + "<msub>"));
  CHECK(inline_math("\\arg\\max_{a} Q").contains("</msub>" + space + "<mi>Q</mi>"));
  CHECK(inline_math("p(x) \\log(x)").contains(")</mo>" + space + "<mi>log</mi>"));
  CHECK_FALSE(inline_math("\\exp(x) + \\sin^2(x)").contains("mspace"));
}

TEST_CASE("formula: a sign is not an operation", "[formula]") {
  const std::string sign = "<mo form=\"prefix\">−</mo>";
  for (const char* tex : {"\\sigma(-x)", "y = -x", "(a, -x)", "\\{-x\\}"}) {
    INFO(tex);
    CHECK(inline_math(tex).contains(sign));
  }
  for (const char* tex :
       {"(a) - x", "n! - x", "x' - x", "\\bar{a} - x", "a_{i} - x", "\\begin{aligned}a &- x\\end{aligned}"}) {
    INFO(tex);
    CHECK_FALSE(inline_math(tex).contains(sign));
  }
}

TEST_CASE("formula: letters of another style are the characters of that style", "[formula]") {
  CHECK(inline_math("\\mathbf{x}").contains("<mi>&#119857;</mi>"));
  CHECK(inline_math("\\mathbb{R}").contains("<mi>&#8477;</mi>"));
  CHECK(inline_math("\\mathcal{L}").contains("<mi>&#8466;</mi>"));
  CHECK(inline_math("\\boldsymbol{\\mu}").contains("<mi>&#120641;</mi>"));
  CHECK(inline_math("\\bar{x}").contains("<mo>¯</mo>"));
  CHECK(inline_math("\\vec{x}").contains("<mo>→</mo>"));
  CHECK(inline_math("\\text{a \\textbf{<1}}").contains("&lt;&#120783;"));
}

TEST_CASE("formula: what KaTeX does not know is left to the caller", "[formula]") {
  for (const char* tex : {"\\xx_{t}", "\\frac{1}", "{", "\\begin{align}", "\xff"}) {
    INFO(tex);
    CHECK(inline_math(tex).empty());
  }
  CHECK(inline_math(std::string(10'001, 'x')).empty());
  CHECK_FALSE(inline_math("x").empty()); // and the next one is written
}

TEST_CASE("formula: the same formula is written again in the same way, displayed or not", "[formula]") {
  const std::string first = inline_math("a+b");
  CHECK(math("a+b", true) != first);
  CHECK(inline_math("a+b") == first);
}

TEST_CASE("formula: nothing in TeX reaches the page as anything but MathML", "[formula]") {
  for (const char* tex :
       {"\\href{javascript:alert(1)}{x}", "\\url{https://a.test}", "\\includegraphics{https://a.test/a.png}",
        "\\htmlClass{a}{x}", "\\htmlStyle{color:red}{x}", "\\htmlId{a}{x}", "\\htmlData{a=b}{x}"}) {
    INFO(tex);
    const std::string html = inline_math(tex);
    CHECK((html.empty() || is_plain_mathml(html)));
    CHECK_FALSE(html.contains("href="));
  }
  CHECK(inline_math("\\text{<script>alert(1)</script>}").contains("&lt;script&gt;"));
  CHECK(inline_math("\\color{#f00} x").contains("mathcolor=\"#f00\""));
}

TEST_CASE("formula: hostile TeX ends soon, and the writer goes on", "[formula]") {
  const auto repeated = [](std::string_view part, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
  };
  for (const char* tex :
       {"\\def\\a{\\a\\a}\\a", "\\def\\a#1{#1#1}\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}}}}}}}"})
    CHECK_NOTHROW(inline_math(tex));
  for (const char* part :
       {"{", "^", "_", "\\frac", "\\left(", "\\sqrt{", "x^", "\\begin{matrix}", "&", "\\\\", "'", "x'", "\\mathrm{"})
    CHECK_NOTHROW(inline_math(repeated(part, 10'000 / std::string_view(part).size())));
  CHECK_FALSE(inline_math("y").empty());
}

TEST_CASE("formula: only one balanced element of MathML is plain", "[formula]") {
  const std::string begin = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\">";
  CHECK(is_plain_mathml(begin + "<mi>x</mi></math>"));
  CHECK(is_plain_mathml(begin + "<mi mathvariant=\"bold\">x &lt; y</mi></math>"));
  for (const char* inside :
       {"<script>x</script>", "<mi onclick=\"x\">x</mi>", "<mi href=\"x\">x</mi>", "<mi style=\"x\">x</mi>", "<mi>x",
        "</mi>", "<mi>x</mn>", "<mi/>", "<!-- -->", "<mi mathvariant=bold>x</mi>", "<MI>x</MI>",
        "<mi mathvariant=\"bold>x</mi>", "</math><p>", "<annotation>x</annotation>"}) {
    INFO(inside);
    CHECK_FALSE(is_plain_mathml(begin + inside + "</math>"));
  }
  CHECK_FALSE(is_plain_mathml(begin + "x"));
  CHECK_FALSE(is_plain_mathml(begin + "</math>x"));
  CHECK_FALSE(is_plain_mathml(""));
}

TEST_CASE("formula: an article with one that does not end gets no more of them, now and later, and others do",
          "[formula]") {
  MathmlWriter writer;
  const std::string hostile = "\\begin{matrix}" + std::string(9'000, '&') + "\\end{matrix}"; // many times the limit
  FormulaTime first = writer.time_for("a");
  CHECK_FALSE(writer.write("x_1", false, first).empty());
  CHECK_FALSE(first.ran_out());
  CHECK(writer.write(hostile, false, first).empty());
  CHECK(writer.write("x_2", false, first).empty());
  CHECK(first.ran_out());
  FormulaTime second = writer.time_for("a");
  CHECK_FALSE(writer.write("x_1", false, second).empty()); // is known
  CHECK(writer.write("x_2", false, second).empty());
  FormulaTime other = writer.time_for("b");
  CHECK(writer.write(hostile, false, other).empty()); // is known, and costs nothing
  CHECK_FALSE(writer.write("x_2", false, other).empty());
  CHECK_FALSE(other.ran_out());
}

TEST_CASE("formula: without time only what is known is written", "[formula]") {
  MathmlWriter writer;
  FormulaTime none(std::chrono::nanoseconds(0)), some(std::chrono::nanoseconds(1));
  CHECK(writer.write("x_1", false, none).empty());
  CHECK_FALSE(writer.write("x_1", false, some).empty());
  CHECK(writer.write("x_2", false, some).empty()); // the first took it all
  CHECK_FALSE(writer.write("x_1", false, none).empty());
}
