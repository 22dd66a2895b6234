// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/paragraph_box.h"

#include <string>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

bool have_same_key(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  const auto blocks = html::text_blocks(*dom, dom->body(), html::NodeSet(*dom));
  REQUIRE(blocks.size() == 2);
  return markup_key(*dom, blocks[0]) == markup_key(*dom, blocks[1]);
}

} // namespace

TEST_CASE("markup keys: element and first class of a block and its parent", "[markup_keys]") {
  CHECK(have_same_key("<p>a</p><p>b</p>"));
  CHECK(have_same_key("<p class='a b'>a</p><p class='a c'>b</p>"));
  CHECK(have_same_key("<div id=x><p>a</p></div><div id=y><p>b</p></div>"));
  CHECK_FALSE(have_same_key("<p class=a>a</p><p class=b>b</p>"));
  CHECK_FALSE(have_same_key("<p>a</p><h2>b</h2>"));
  CHECK_FALSE(have_same_key("<div class=a><p>a</p></div><div class=b><p>b</p></div>"));
  CHECK_FALSE(have_same_key("<div><p>a</p></div><section><p>b</p></section>"));
}

TEST_CASE("text by markup: the article continues while its usual markup does", "[markup_keys]") {
  constexpr std::size_t kParagraph = 1, kAppended = 2;
  TextByMarkup text;
  text.add_after(kParagraph, 500);
  text.add_after(kParagraph, 300);
  text.add_after(kAppended, 400);
  const auto pass = [&](std::size_t key, std::size_t bytes) {
    text.remove_after(key, bytes);
    text.add_before(key, bytes);
  };
  pass(kParagraph, 500);
  CHECK(text.bytes_before() == 500);
  CHECK(text.continues());
  pass(kParagraph, 300);
  CHECK_FALSE(text.continues()); // only text with other markup follows
}

TEST_CASE("text by markup: rare markup above the line does not count", "[markup_keys]") {
  constexpr std::size_t kParagraph = 1, kNote = 2;
  TextByMarkup text;
  text.add_after(kNote, 900);
  text.add_before(kParagraph, 1000);
  text.add_before(kNote, 100);
  CHECK_FALSE(text.continues());
  text.add_before(kNote, 400);
  CHECK(text.continues());
}
