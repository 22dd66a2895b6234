// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/css_selector.h"

#include <algorithm>
#include <random>

#include <catch2/catch.hpp>

namespace css_selector_test {

using namespace trawl;
using namespace trawl::html;

namespace {

Dom parse(std::string_view html) {
  auto dom = Dom::parse(std::string(html));
  REQUIRE(dom.has_value());
  return std::move(*dom);
}

std::string mistake(std::string_view css) {
  const auto selector = CssSelector::parse(css);
  REQUIRE_FALSE(selector);
  CHECK(selector.error().code == ErrorCode::BadInput);
  return selector.error().what;
}

} // namespace

TEST_CASE("css selector: outermost() returns the outer one of nested matches", "[html]") {
  const auto dom = parse("<div class=a><div class=a></div></div><div class=a></div>");
  const auto selector = CssSelector::parse(".a");
  REQUIRE(selector);
  CHECK(selector->all(dom).size() == 3);
  CHECK(selector->outermost(dom).size() == 2);
}

TEST_CASE("css selector: an error names the position of the mistake", "[html]") {
  CHECK(mistake("p:first-child") == "the selector \"p:first-child\" has an unexpected character at character 2");
  CHECK(mistake("p[").ends_with("ends unexpectedly at character 3"));
  CHECK(mistake("p[a='x]").ends_with("is missing a closing quote at character 6"));
  CHECK(mistake("p[a^x]").ends_with("is missing a = at character 5"));
  CHECK(mistake("p > ").ends_with("ends unexpectedly at character 5"));
  CHECK(mistake("> p").ends_with("has an unexpected character at character 1"));
  CHECK(mistake("p,").ends_with("has an empty part at character 3"));
  CHECK(mistake("").ends_with("has an empty part at character 1"));
  CHECK(mistake("p..a").ends_with("has an unexpected character at character 3"));
  CHECK(mistake("p + p").ends_with("has an unexpected character at character 3"));
  CHECK(mistake(std::string(2'000, 'p')).find("longer than 1000") != std::string::npos);
}

namespace {

/// A backtracking matcher for chains of class names, to compare with.
struct Step {
  std::string name;
  bool is_child = false;
};

bool matches(const Dom& dom, NodeId node, const std::vector<Step>& path, std::size_t step) {
  if (node == kNoNode || node == 0 || dom.attribute(node, "class") != path[step].name) return false;
  if (step == 0) return true;
  for (NodeId above = dom[node].parent; above != kNoNode && above != 0; above = dom[above].parent) {
    if (matches(dom, above, path, step - 1)) return true;
    if (path[step].is_child) return false;
  }
  return false;
}

} // namespace

TEST_CASE("css selector: linear matching agrees with backtracking", "[html]") {
  std::mt19937 random(7);
  const auto pick = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
  for (int round = 0; round < 300; ++round) {
    std::string html;
    for (unsigned i = 0, open = 0; i < 30; ++i) {
      if (open > 0 && pick(3) == 0) {
        html += "</div>";
        --open;
      } else {
        html += std::string("<div class=") + "abc"[pick(3)] + ">";
        ++open;
      }
    }
    std::vector<Step> path(1 + pick(4));
    std::string css;
    for (auto& step : path) {
      step = {std::string(1, "abc"[pick(3)]), !css.empty() && pick(2) == 0};
      css += (css.empty() ? "." : step.is_child ? " > ." : " .") + step.name;
    }
    const auto dom = parse(html);
    std::vector<NodeId> expected;
    for (NodeId node = 1; node < dom.size(); ++node) {
      if (matches(dom, node, path, path.size() - 1)) expected.push_back(node);
    }
    const auto selector = CssSelector::parse(css);
    REQUIRE(selector);
    INFO(css << "  in  " << html);
    REQUIRE(selector->all(dom) == expected);
  }
}

TEST_CASE("css selector: 32 parts and 1,000 characters are allowed, more are not", "[html][limits]") {
  const auto parts = [](int count) {
    std::string css = "b";
    for (int i = 1; i < count; ++i) css += " b";
    return CssSelector::parse(css);
  };
  CHECK(parts(32));
  CHECK(parts(33).error().what.ends_with("has more than 32 parts at character 66"));
  CHECK(CssSelector::parse(std::string(1'000, 'p')));
  CHECK_FALSE(CssSelector::parse(std::string(1'001, 'p')));
}

TEST_CASE("css selector: all 32 parts of a selector are compared", "[html]") {
  std::string html, css;
  for (int i = 0; i < 32; ++i) {
    html += "<div class=c" + std::to_string(i) + ">";
    css += std::string(i == 0 ? "" : " > ") + ".c" + std::to_string(i);
  }
  const auto dom = parse(html);
  CHECK(CssSelector::parse(css)->all(dom).size() == 1);
  CHECK(CssSelector::parse(".x" + css.substr(3))->all(dom).empty()); // its first class is another one
}

TEST_CASE("css selector: matches are inside the scope, combinators look above it", "[html]") {
  const auto dom = parse("<div class=a><p class=b><i>1</i></p><i>2</i></div><i>3</i>");
  const auto count = [&](std::string_view css, NodeId scope) {
    return CssSelector::parse(css)->all(dom, scope).size();
  };
  const NodeId p = dom.first(Tag::P);
  CHECK(count("i", 0) == 3);
  CHECK(count("i", p) == 1);
  CHECK(count(".b", p) == 0); // not the scope itself
  CHECK(count(".a i", p) == 1);
  CHECK(count(".a > .b > i", p) == 1);
  CHECK(count("html i", p) == 1);
}

TEST_CASE("css selector: a list matches what any of its parts matches, in document order", "[html]") {
  const auto dom = parse("<b>1</b><i>2</i><b>3</b>");
  const auto found = CssSelector::parse("i, b, b")->all(dom);
  REQUIRE(found.size() == 3);
  CHECK(std::ranges::is_sorted(found));
}

} // namespace css_selector_test
