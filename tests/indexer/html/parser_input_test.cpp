// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/parser_input.h"

#include <iterator>
#include <random>
#include <string>

#include <catch2/catch.hpp>

using trawl::html::make_parser_input;

namespace {

std::string scanned(std::string_view html) {
  const auto result = make_parser_input(html, {});
  REQUIRE(result.has_value());
  return result->html;
}

} // namespace

TEST_CASE("parser input: scripts, styles, comments and SVG are emptied", "[parser_input]") {
  CHECK(scanned("a<script>if (a<b) x()</script>b") == "a<script></script>b");
  CHECK(scanned("<style>p{}</style>") == "<style></style>");
  CHECK(scanned("a<!-- <p> -->b<!-->c") == "abc");
  CHECK(scanned("<svg viewBox='0'><path d=M></svg>x") == "<svg viewBox='0'></svg>x");
  CHECK(scanned("<svg/><p>x</p>") == "<svg /><p>x</p>");
  CHECK(scanned("<SCRIPT>x</sCript>y") == "<SCRIPT></sCript>y");
}

TEST_CASE("parser input: JSON-LD, TeX and titles are kept", "[parser_input]") {
  CHECK(scanned("<script type=\"application/ld+json\">{\"a\":\"<b>\"}</script>").contains("{\"a\":\"<b>\"}"));
  CHECK(scanned("<script type='math/tex'>a<b</script>").contains("a<b"));
  CHECK(scanned("<script type=\"text/json\">{}</script>").contains("{}"));
  for (const std::string_view kept : {"<title>a < b</title>", "<title>a</titles></title>", "<!DOCTYPE html><p>a</p>",
                                      "<xmp><a href=x></xmp>", "<plaintext></plaintext><a href=x>"}) {
    CHECK(scanned(kept) == kept);
  }
}

TEST_CASE("parser input: a placeholder replaces the attributes of a tag, the same one for equal attributes",
          "[parser_input]") {
  CHECK(scanned("<a href = \"a>b\" b c='d'>") == "<a ~0>");
  CHECK(scanned("<b class=x><i class=y><b class=x>") == "<b ~0><i ~1><b ~0>");
  const auto result = make_parser_input("<a href = \"a>b\" b c='d' b=e>", {});
  REQUIRE(result.has_value());
  const auto range = result->attributes.find("~0");
  REQUIRE(range.has_value());
  CHECK(range->count == 3);
  for (const std::string_view none : {"~1", "~", "~0x", "0", "", "~-0", "~99999999999999999999"}) {
    CAPTURE(none);
    CHECK_FALSE(result->attributes.find(none).has_value());
  }
}

TEST_CASE("parser input: attributes that the parser decodes or acts on are kept", "[parser_input]") {
  for (const std::string_view kept :
       {"<a href='x&amp;y'>", "<a title=\"é\">", "<a HREF=x>", "<p xml:lang=de>", "<html lang=de>",
        "<input type=hidden>", "<font color=red>", "<annotation-xml encoding=text/html>"}) {
    CHECK(scanned(kept) == kept);
  }
}

TEST_CASE("parser input: when the table is full, attributes are left to the parser and its budget", "[parser_input]") {
  std::string text;
  for (int i = 0; i < 140'000; ++i) text += "<p a" + std::to_string(i) + ">";
  CHECK(scanned(text).ends_with("<p a139999>"));
}

TEST_CASE("parser input: unused attributes are removed, and data: URLs emptied", "[parser_input]") {
  CHECK(scanned("<input onclick=\"x('>')\" title=y>") == "<input title=y>");
  CHECK(scanned("<input srcset='a 1x, b 2x' sizes=100vw src=a>") == "<input src=a>");
  const std::string state(65, 'x');
  CHECK(scanned("<input data-state='" + state + "' data-id=1>") == "<input data-id=1>");
  CHECK(scanned("<input data-math='" + state + "'>") == "<input data-math='" + state + "'>");
  CHECK(scanned("<input on>") == "<input on>");
  CHECK(scanned("<input src='data:image/png;base64,AAAA' alt=x>") == "<input src alt=x>");
  CHECK(scanned("<input src=DATA:x>") == "<input src>");
}

TEST_CASE("parser input: white space between tags is shortened, except in code", "[parser_input]") {
  CHECK(scanned("<p>  a  b </p> \n <p>") == "<p>  a  b </p> <p>");
  CHECK(scanned("<pre><i>  </i>  </pre>  </pre>  <b>") == "<pre><i>  </i>  </pre> </pre> <b>");
}

TEST_CASE("parser input: a conditional comment without an end hides nothing", "[parser_input]") {
  CHECK(scanned("<!--[if IE 8]><html class=ie><![endif]--><!--[if gt IE 8]><p>x</p>") == "<p>x</p>");
  CHECK(scanned("<!--[if gt IE 8]><p>x</p><!--[if IE 7]><b><![endif]-->y") == "<p>x</p>y");
  CHECK(scanned("<!--[if gt IE 8]><!--><p>x</p><!--<![endif]-->y") == "<p>x</p>y");
  CHECK(scanned("<!--[if IE 8]><p>x</p><![endif]-->y") == "y");
  CHECK(scanned("a<!--[if gt IE 8") == "a");
  CHECK(scanned("a<!-- b > c") == "a");
}

TEST_CASE("parser input: a comment inside a tag or a character reference stays, so that they remain text",
          "[parser_input]") {
  CHECK(scanned("<<!-- x -->b>") == "<<!---->b>");
  CHECK(scanned("&#x<!>dddddddd") == "&#x<!---->dddddddd");
  CHECK(scanned("&l<?x?>t;") == "&l<!---->t;");
  CHECK(scanned("AT&T <!-- x -->b") == "AT&T b");
  const std::string zeros(60, '0');
  CHECK(scanned("&#" + zeros + "<!-- x -->65;") == "&#" + zeros + "<!---->65;");
}

TEST_CASE("parser input: elements that close each other do not count as depth", "[parser_input]") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "<p>a<br><li>b<td>c";
  CHECK(make_parser_input(text, {}).has_value());
}

TEST_CASE("parser input: an end tag closes what was left open inside", "[parser_input]") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "<div><b><i>a</div>";
  CHECK(make_parser_input(text, {}).has_value());
}

TEST_CASE("parser input: a script that contains a script in a comment ends after it", "[parser_input]") {
  const std::string written = "<script><!--\nwrite('<script src=a></script>');\nx();\n//--></script>";
  CHECK(scanned(written + "b") == "<script></script>b");
  CHECK(scanned("<script><!-- a --> '<script>'</script>b") == "<script></script>b");
  CHECK(scanned("<script><!--> '<script>'</script>b</script>") == "<script></script>b</script>");
  CHECK(scanned("<script><!-- '<script>'</script>b<i>c</i>") == "<script></script>b<i>c</i>");
  CHECK(scanned("<script><!-- '<script>'</script> '<script>'</script> --></script>b") == "<script></script>b");
}

TEST_CASE("parser input: 512 open elements are allowed, 513 are rejected", "[parser_input][limits]") {
  const auto nested = [](int depth, std::string_view part) {
    std::string html;
    for (int i = 0; i < depth; ++i) html += part;
    return make_parser_input(html, {});
  };
  for (const std::string_view part : {"<div>", "<x-y>", "<B>", "<a href=x>"}) {
    INFO(part);
    CHECK(nested(512, part).has_value());
    CHECK(nested(513, part).error().code == trawl::ErrorCode::TooLarge);
  }
  for (const std::string_view part :
       {"<p>", "<br>", "<li>", "<div/>", "<div></div>", "<div></DIV>", "<!-- <div> -->", "<div"}) {
    INFO(part);
    CHECK(nested(2'000, part).has_value());
  }
}

TEST_CASE("parser input: an end tag without an element closes nothing", "[parser_input]") {
  std::string html;
  for (int i = 0; i < 600; ++i) html += "<div></span>";
  CHECK_FALSE(make_parser_input(html, {}).has_value());
}

TEST_CASE("parser input: only white space between two tags is shortened, and only if it is short", "[parser_input]") {
  CHECK(scanned("<b>\n \n</b>") == "<b>\n</b>");
  CHECK(scanned("<b> x </b>") == "<b> x </b>");
  const std::string shorter(59, ' '), longer(60, ' ');
  CHECK(scanned("<b>" + shorter + "</b>") == "<b> </b>");
  CHECK(scanned("<b>" + longer + "</b>") == "<b>" + longer + "</b>");
}

TEST_CASE("parser input: the input of the parser is never longer than the page by more than its placeholders",
          "[parser_input]") {
  constexpr unsigned kSeed = 19;
  std::mt19937 random(kSeed);
  constexpr std::string_view kPieces[] = {
      "<div>", "</div>", "<p a=b>", "<a href='x'>", "<script>", "</script>", "<!--",     "-->",
      "text",  "  ",     "<svg>",   "</svg>",       "<style>",  "</style>",  "<pre>",    "</pre>",
      "<br/>", "<x y='", "'>",      "<template>",   "&amp;",    "<title>",   "</title>", "<!doctype html>"};
  for (int round = 0; round < 3'000; ++round) {
    std::string html;
    int tags = 0;
    for (auto left = random() % 30; left > 0; --left) {
      html += kPieces[random() % std::size(kPieces)];
      ++tags;
    }
    INFO("seed " << kSeed << ": " << html);
    const auto input = make_parser_input(html, {});
    REQUIRE(input.has_value());
    REQUIRE(input->html.size() <= html.size() + static_cast<std::size_t>(tags) * 6);
  }
}
