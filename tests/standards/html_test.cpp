// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/dom.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "indexer/feed/discovery.h"
#include "indexer/html/css_selector.h"
#include "tests/standards/cases.h"

using namespace trawl;
using standards::Json;

namespace {

bool is_void(html::Tag tag) {
  using html::Tag;
  return tag == Tag::Br || tag == Tag::Hr || tag == Tag::Img || tag == Tag::Input || tag == Tag::Wbr ||
         tag == Tag::Col || tag == Tag::Frame;
}

/// The tree below `node` as markup, without attributes and without escapes.
std::string markup_below(const html::Dom& dom, html::NodeId node) {
  std::string markup;
  for (auto at = dom[node].first_child; at != html::kNoNode; at = dom[at].next_sibling) {
    const std::string name(dom[at].text);
    if (!dom.is_element(at))
      markup += name;
    else if (is_void(dom[at].tag))
      markup += "<" + name + ">";
    else
      markup += "<" + name + ">" + markup_below(dom, at) + "</" + name + ">";
  }
  return markup;
}

} // namespace

TEST_CASE("standards: HTML is parsed as in the HTML Standard", "[standards]") {
  standards::check_cases("html_parsing", [](const Json& input, const Json& expected) -> Json {
    const auto dom = html::Dom::parse(input.get<std::string>());
    if (!dom) return Json();
    const bool is_document = expected.get<std::string>().starts_with("<html>");
    return markup_below(*dom, is_document ? dom->root() : dom->body());
  });
}

TEST_CASE("standards: CSS selectors match as in Selectors Level 4", "[standards]") {
  standards::check_cases("selectors", [](const Json& input, const Json&) -> Json {
    const auto selector = html::CssSelector::parse(input[0].get<std::string>());
    const auto dom = html::Dom::parse(input[1].get<std::string>());
    if (!selector || !dom) return Json();
    Json ids = Json::array();
    for (const auto node : selector->all(*dom)) ids.push_back(dom->attribute(node, "id"));
    return ids;
  });
}

TEST_CASE("standards: feeds are discovered as in the HTML Standard", "[standards]") {
  standards::check_cases("feed_autodiscovery", [](const Json& input, const Json&) {
    Json urls = Json::array();
    for (const auto& candidate : feed::discover_feeds(input.get<std::string>(), "http://h.example/")) {
      if (candidate.origin == feed::CandidateOrigin::Declared) urls.push_back(candidate.url);
    }
    return urls;
  });
}
