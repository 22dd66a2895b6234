// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/prescan.h"

#include <string>

#include <catch2/catch.hpp>

using trawl::html::prescan;

namespace {

std::string scanned(std::string_view html) {
  const auto result = prescan(html, {});
  REQUIRE(result.has_value());
  return *result;
}

} // namespace

TEST_CASE("prescan: scripts, styles, comments and drawings are emptied", "[prescan]") {
  CHECK(scanned("a<script>if (a<b) x()</script>b") == "a<script></script>b");
  CHECK(scanned("<style>p{}</style>") == "<style></style>");
  CHECK(scanned("a<!-- <p> -->b<!-->c") == "abc");
  CHECK(scanned("<svg viewBox='0'><path d=M></svg>x") == "<svg viewBox='0'></svg>x");
  CHECK(scanned("<svg/><p>x</p>") == "<svg/><p>x</p>");
  CHECK(scanned("<SCRIPT>x</sCript>y") == "<SCRIPT></sCript>y");
}

TEST_CASE("prescan: JSON-LD, TeX and titles stay", "[prescan]") {
  for (const std::string_view kept :
       {"<script type=\"application/ld+json\">{\"a\":\"<b>\"}</script>", "<script type='math/tex'>a<b</script>",
        "<script type=\"text/json\">{}</script>", "<title>a < b</title>", "<!DOCTYPE html><p class=x>a</p>"}) {
    CHECK(scanned(kept) == kept);
  }
}

TEST_CASE("prescan: data: URLs are emptied, other attributes are copied as they are", "[prescan]") {
  CHECK(scanned("<img src='data:image/png;base64,AAAA' alt=x>") == "<img src=\"\" alt=x>");
  CHECK(scanned("<img src=DATA:x alt=x>") == "<img src=\"\" alt=x>");
  CHECK(scanned("<a href = \"a>b\" b c='d'>") == "<a href = \"a>b\" b c='d'>");
}

TEST_CASE("prescan: attributes nobody reads are left out", "[prescan]") {
  CHECK(scanned("<a onclick=\"x('>')\" href=y>") == "<a  href=y>");
  CHECK(scanned("<img srcset='a 1x, b 2x' sizes=100vw src=a>") == "<img   src=a>");
  const std::string state(65, 'x');
  CHECK(scanned("<p data-state='" + state + "' data-id=1>") == "<p  data-id=1>");
  CHECK(scanned("<p data-math='" + state + "'>") == "<p data-math='" + state + "'>");
  CHECK(scanned("<a on>") == "<a on>");
}

TEST_CASE("prescan: what has no end does no harm", "[prescan]") {
  for (const std::string_view text :
       {"<", "<a", "<a b", "<a b=", "<a b='", "<!--", "<!", "</", "</a", "<svg>", "<script>", "<?x"}) {
    CAPTURE(text);
    CHECK(prescan(text, {}).has_value());
  }
}

TEST_CASE("prescan: a conditional comment without an end hides nothing", "[prescan]") {
  CHECK(scanned("<!--[if IE 8]><html class=ie><![endif]--><!--[if gt IE 8]><p>x</p>") == "<p>x</p>");
  CHECK(scanned("<!--[if gt IE 8]><p>x</p><!--[if IE 7]><b><![endif]-->y") == "<p>x</p>y");
  CHECK(scanned("<!--[if gt IE 8]><!--><p>x</p><!--<![endif]-->y") == "<p>x</p>y");
  CHECK(scanned("<!--[if IE 8]><p>x</p><![endif]-->y") == "y");
  CHECK(scanned("a<!--[if gt IE 8") == "a");
  CHECK(scanned("a<!-- b > c") == "a");
}

TEST_CASE("prescan: elements that close each other are no depth", "[prescan]") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "<p>a<br><li>b<td>c";
  CHECK(prescan(text, {}).has_value());
}

TEST_CASE("prescan: an end tag closes what was left open inside", "[prescan]") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "<div><b><i>a</div>";
  CHECK(prescan(text, {}).has_value());
}
