// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/formula/formula_text.h"

#include "shared/formula/mathml.h"

#include <chrono>

#include <catch2/catch.hpp>

namespace {

std::string text_of_tex(std::string_view tex) {
  static trawl::formula::MathmlWriter writer;
  trawl::formula::FormulaTime time(std::chrono::hours{1});
  const std::string mathml = writer.write(tex, false, time);
  REQUIRE_FALSE(mathml.empty());
  return trawl::formula::formula_text(mathml);
}

} // namespace

TEST_CASE("formula text: letters, scripts and accents are those of Unicode", "[formula]") {
  CHECK(text_of_tex("x_1") == "x₁");
  CHECK(text_of_tex("\\mathbf{x}_{t-1}") == "xₜ₋₁");
  CHECK(text_of_tex("\\hat{x}_t") == "x̂ₜ");
  CHECK(text_of_tex("x^2 + y^{10}") == "x² + y¹⁰");
  CHECK(text_of_tex("\\sum_{i=1}^n x_i") == "∑ᵢ₌₁ⁿxᵢ");
  CHECK(text_of_tex("x \\in \\mathbb{R}^n") == "x ∈ ℝⁿ");
  CHECK(text_of_tex("p_\\theta(x)") == "p_θ(x)");
  CHECK(text_of_tex("x^{a,b}") == "x^(a,b)");
  CHECK(text_of_tex("f'(x) = \\max_{a' \\in A} Q") == "f′(x) = max_(a′∈A) Q");
}

TEST_CASE("formula text: operators between two things have blanks around them, signs have none", "[formula]") {
  CHECK(text_of_tex("a=-b+c") == "a = −b + c");
  CHECK(text_of_tex("f(x,y)") == "f(x, y)");
  CHECK(text_of_tex("x<y") == "x < y");
  CHECK(text_of_tex("\\log p(x)") == "log p(x)");
}

TEST_CASE("formula text: fractions and roots are in one line", "[formula]") {
  CHECK(text_of_tex("\\frac{a}{b}") == "a/b");
  CHECK(text_of_tex("\\frac{a+b}{2}") == "(a + b)/2");
  CHECK(text_of_tex("\\sqrt{1-\\beta_t}") == "√(1 − βₜ)");
}

TEST_CASE("formula text: an aligned equation has a line for each of its lines", "[formula]") {
  CHECK(text_of_tex("\\begin{aligned} a &= b + c \\\\ &= d \\end{aligned}") == "a = b + c\n= d");
}

TEST_CASE("formula text: what does not read well in one line is left to the caller", "[formula]") {
  for (const char* tex :
       {"x = \\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}", "\\frac{\\frac{a}{b}}{c}", "\\overline{abc}"}) {
    INFO(tex);
    CHECK(text_of_tex(tex).empty());
  }
}
