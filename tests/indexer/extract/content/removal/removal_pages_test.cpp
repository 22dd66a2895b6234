// SPDX-License-Identifier: GPL-3.0-or-later
/// tests/data/extract/removal: pages in which every element that a rule should remove says so in `data-removed-by`.
#include <algorithm>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/content/main_content.h"
#include "indexer/extract/content/removal/block_removal.h"
#include "indexer/extract/content/removal/element_removal.h"
#include "indexer/extract/metadata/page_metadata.h"
#include "tests/indexer/extract/page_fixtures.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

MainContent read(const html::Dom& dom, const PageFixture& page) {
  PageInput input;
  input.bytes = page.html;
  input.url = page.url;
  NameLookup names;
  const PageMetadata metadata = read_metadata(dom, names, input);
  return read_main_content(dom, names, {metadata.title, page.url, metadata.article_body, metadata.is_dated});
}

std::string describe(const html::Dom& dom, html::NodeId node, std::string_view rule) {
  std::string attributes;
  for (const auto& [name, value] : dom.attributes(node)) {
    if (name != "data-removed-by") attributes += " " + std::string(name) + "=" + std::string(value);
  }
  return std::string(rule) + ": <" + std::string(dom[node].text) + attributes + "> " + std::to_string(node);
}

std::set<std::string> expected_removals(const html::Dom& dom) {
  std::set<std::string> expected;
  for (html::NodeId node = 1; node < dom.size(); ++node) {
    if (const auto rule = dom.attribute(node, "data-removed-by"); !rule.empty())
      expected.insert(describe(dom, node, rule));
  }
  return expected;
}

std::set<std::string> found_removals(const html::Dom& dom, const std::vector<Removal>& removals) {
  std::set<std::string> found;
  for (const Removal& removal : removals) found.insert(describe(dom, removal.node, removal.reason->name));
  return found;
}

} // namespace

TEST_CASE("removal: each rule removes exactly the marked parts of its pages", "[removal]") {
  const auto pages = read_fixtures("removal");
  REQUIRE_FALSE(pages.empty());
  for (const PageFixture& page : pages) {
    DYNAMIC_SECTION(page.name) {
      const auto dom = html::Dom::parse(page.html);
      REQUIRE(dom.has_value());
      const MainContent content = read(*dom, page);
      CHECK(found_removals(*dom, content.removals) == expected_removals(*dom));
      const auto text = page.expected.find("text");
      REQUIRE(text != page.expected.end());
      CAPTURE(content.text);
      const std::size_t dots = text->second.find(" … ");
      REQUIRE(dots != std::string::npos);
      CHECK(content.text.starts_with(text->second.substr(0, dots)));
      CHECK(content.text.ends_with(text->second.substr(dots + std::string(" … ").size())));
    }
  }
}

TEST_CASE("removal: there is a page for every rule", "[removal]") {
  std::set<std::string, std::less<>> shown;
  for (const PageFixture& page : read_fixtures("removal")) {
    const std::string mark = "data-removed-by=\"";
    for (std::size_t at = page.html.find(mark); at != std::string::npos; at = page.html.find(mark, at + 1)) {
      const std::size_t begin = at + mark.size();
      shown.insert(page.html.substr(begin, page.html.find('"', begin) - begin));
    }
  }
  auto reasons = element_removal_reasons();
  std::ranges::copy(block_removal_reasons(), std::back_inserter(reasons));
  std::set<std::string, std::less<>> named;
  for (const RemovalReason* reason : reasons) {
    CAPTURE(reason->name);
    CHECK_FALSE(reason->why.empty());
    CHECK(named.emplace(reason->name).second); // no name twice
    CHECK(shown.contains(reason->name));
  }
  for (const std::string& rule : shown) {
    CAPTURE(rule);
    CHECK(named.contains(rule));
  }
}
