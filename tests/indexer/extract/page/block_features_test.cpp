// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/block_features.h"

#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/content/container.h"
#include "tests/indexer/extract/content/content_support.h"

namespace block_features_test {

using namespace trawl;
using namespace trawl::extract;
using html::BlockKind;

namespace {

html::TextBlock block(std::string text, BlockKind kind = BlockKind::Paragraph, std::size_t link_bytes = 0) {
  return {std::move(text), 0, kind, link_bytes};
}

const std::string kLong(100, 'x');

} // namespace

TEST_CASE("block features: link density is the share of bytes inside links", "[block_features]") {
  CHECK(link_density(block("12345678", BlockKind::Paragraph, 2)) == Approx(0.25));
  CHECK(link_density(block("12345678")) == 0);
}

TEST_CASE("block features: running text is long, or a sentence", "[block_features]") {
  CHECK(is_running_text(block(kLong)));
  CHECK(is_running_text(block("A sentence of at least thirty bytes.")));
  CHECK_FALSE(is_running_text(block("A line of at least thirty bytes")));
  CHECK_FALSE(is_running_text(block("A short sentence.")));
}

TEST_CASE("block features: headings, captions and links are not running text, code always is", "[block_features]") {
  CHECK_FALSE(is_running_text(block(kLong, BlockKind::Heading)));
  CHECK_FALSE(is_running_text(block(kLong, BlockKind::Caption)));
  CHECK_FALSE(is_running_text(block(kLong, BlockKind::Paragraph, 60)));
  CHECK(is_running_text(block("x = 1", BlockKind::Code)));
}

TEST_CASE("block features: paragraphs add to the score, short lines and links subtract", "[block_features]") {
  CHECK(content_score(block(kLong)) == Approx(100));
  CHECK(content_score(block(kLong, BlockKind::Paragraph, 20)) == Approx(80));
  CHECK(content_score(block("Menu")) == Approx(-0.8));
  CHECK(content_score(block(kLong, BlockKind::Paragraph, 90)) == Approx(-100));
  CHECK(content_score(block(kLong, BlockKind::ListItem, 90)) == Approx(-25));
  CHECK(content_score(block("Item", BlockKind::ListItem)) == 0);
  CHECK(content_score(block("Linked heading", BlockKind::Heading, 14)) == Approx(-14));
  CHECK(content_score(block("Heading", BlockKind::Heading)) == 0);
  CHECK(content_score(block(kLong, BlockKind::Code)) == Approx(50));
  CHECK(content_score(block(kLong, BlockKind::Row)) == Approx(20));
}

TEST_CASE("element stats: an element has the sums of all blocks inside", "[block_features]") {
  const auto dom = html::Dom::parse("<main><div>" + paragraph(1) + "<p><a href=/x>Link</a></p></div>" + paragraph(2) +
                                    "</main><p>Beside.</p>");
  REQUIRE(dom.has_value());
  const auto blocks = html::text_blocks(*dom, dom->body(), html::NodeSet(*dom));
  const auto stats = element_stats(*dom, blocks);
  const auto& main = stats[dom->first(html::Tag::Main)];
  const auto& div = stats[dom->first(html::Tag::Div)];
  CHECK(main.blocks == 3);
  CHECK(div.blocks == 2);
  CHECK(div.link_lines == 1);
  CHECK(div.link_bytes == 4);
  CHECK(main.running_bytes == blocks[0].text.size() + blocks[2].text.size());
  CHECK(stats[dom->body()].bytes == main.bytes + 7);
  double sum = 0;
  for (const auto& one : blocks) sum += content_score(one);
  CHECK(stats[dom->body()].content_score == Approx(sum));
}

TEST_CASE("element stats: a page of 65,536 lines has that many blocks", "[block_features]") {
  std::string html;
  for (int i = 0; i < 65'536; ++i) html += "<p>x</p>";
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  const auto stats = element_stats(*dom, html::text_blocks(*dom, dom->body(), html::NodeSet(*dom)));
  CHECK(stats[dom->body()].blocks == 65'536);
  CHECK(stats[dom->html()].bytes == 65'536);
}

} // namespace block_features_test
