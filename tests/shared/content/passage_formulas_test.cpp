// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/passage_formulas.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace trawl::content;

namespace passage_formulas_test {

/// Shows which parts were taken for formulas.
std::string shown(const std::string& text, std::vector<std::string>* seen = nullptr) {
  return with_formulas_as_text({text, {}},
                               [&](const std::string& tex) {
                                 if (seen != nullptr) seen->push_back(tex);
                                 return "⟨" + tex + "⟩";
                               })
      .text;
}

} // namespace passage_formulas_test
using namespace passage_formulas_test;

TEST_CASE("passage: a formula goes from command to command, over signs, numbers and single letters", "[content]") {
  CHECK(shown("we sample \\mathbf{x}_t at any step t") == "we sample ⟨\\mathbf{x}_t⟩ at any step t");
  CHECK(shown("Let \\alpha_t = 1 - \\beta_t and \\bar{\\alpha}_t = \\prod_{i=1}^t \\alpha_i: so") ==
        "Let ⟨\\alpha_t = 1 - \\beta_t⟩ and ⟨\\bar{\\alpha}_t = \\prod_{i=1}^t \\alpha_i:⟩ so");
  CHECK(shown("plain text, snake_case and f(x) = 1") == "plain text, snake_case and f(x) = 1");
  CHECK(shown("weights \\phi^+ for the base learner g from") == "weights ⟨\\phi^+⟩ for the base learner g from");
}

TEST_CASE("passage: where words have no blanks between them, a formula is what is in ASCII", "[content]") {
  CHECK(shown("两侧的\\frac{w}{2}个tokens。复杂度为O(n \\star w)，与n") ==
        "两侧的⟨\\frac{w}{2}⟩个tokens。复杂度为O(n ⟨\\star⟩ w)，与n");
  CHECK(shown("행렬 \\mathbf{x}는 길다") == "행렬 ⟨\\mathbf{x}⟩는 길다");
  CHECK(shown("在\\text{注意力 层}之后") == "在⟨\\text{注意力 层}⟩之后");
}

TEST_CASE("passage: words in open braces belong to the formula", "[content]") {
  CHECK(shown("a \\text{, where } \\epsilon b") == "a ⟨\\text{, where } \\epsilon⟩ b");
}

TEST_CASE("passage: a formula that the passage cuts is closed", "[content]") {
  CHECK(shown("…\\mathbf{z} &= \\mu \\\\ \\sigma_{x} \\end{aligned} where") ==
        "…⟨\\mathbf{z}  = \\mu   \\sigma_{x} ⟩ where");
  CHECK(shown("in \\sqrt{x + 1…") == "in ⟨\\sqrt{x + 1}⟩…");
}

TEST_CASE("passage: what is no TeX stays, what does not read well is named", "[content]") {
  const auto write = [](const std::string& tex) { return tex.contains("frac") ? std::string() : tex; };
  CHECK(with_formulas_as_text({"in C:\\Users\\ada there is \\frac{a}{b} now", {}}, write).text ==
        "in C:\\Users\\ada there is [formula] now");
  CHECK(with_formulas_as_text({"that P \\cdot \\vec { u } + \\vec", {}}, write).text == "that P [formula]");
  CHECK(with_formulas_as_text({"of \\begin{align} a = softmax of b \\end{align} where", {}}, write).text ==
        "of [formula] where");
  CHECK(with_formulas_as_text({"print('\\n{name}\\n')", {}}, write).text == "print('\\n{name}\\n')");
}

TEST_CASE("passage: marks move with the text, and one in a formula marks all of it", "[content]") {
  const auto write = [](const std::string&) { return std::string("xₜ"); };
  const std::string text = "one \\mathbf{x}_t two";
  const MarkedText made = with_formulas_as_text({text, {{0, 3}, {12, 13}, {17, 20}}}, write);
  CHECK(made.text == "one xₜ two");
  REQUIRE(made.marks.size() == 3);
  CHECK(made.text.substr(made.marks[1].begin, made.marks[1].end - made.marks[1].begin) == "xₜ");
  CHECK(made.text.substr(made.marks[2].begin, made.marks[2].end - made.marks[2].begin) == "two");
  const std::string chinese = "注意力\\mathbf{x}_t注意";
  const std::size_t begin = chinese.rfind("注意");
  const MarkedText second = with_formulas_as_text({chinese, {{begin, begin + 6}}}, write);
  REQUIRE(second.marks.size() == 1);
  CHECK(second.text.substr(second.marks[0].begin, second.marks[0].end - second.marks[0].begin) == "注意");
}
