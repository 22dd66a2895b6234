// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/html_fragment.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "shared/base/utf8.h"

using namespace trawl::feed;

namespace {

struct Row {
  std::string_view input, expected;
};

/// Random markup: tags, quotes, references and text in any order.
std::string markup(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {"<a href='/x'>",
                                          "<img src=y.png>",
                                          "</a>",
                                          "<p>",
                                          "<!-- c -->",
                                          "<think>",
                                          "<",
                                          ">",
                                          "&amp;",
                                          "&lt;b>",
                                          " ",
                                          "\u00A0",
                                          "word",
                                          "é",
                                          "<br/>",
                                          "<!--",
                                          "&#8217;",
                                          "<b title=\"a>b\">",
                                          "<a href= \"p>q\">",
                                          "\n"};
  std::string text;
  for (auto left = random() % 12; left > 0; --left) text += kPieces[random() % std::size(kPieces)];
  return text;
}

} // namespace

TEST_CASE("html fragment: plain text has no tags of HTML, and its references are decoded", "[html_fragment]") {
  const Row rows[] = {
      {"", ""},
      {"<b>bold</b> and <i>not</i>", "bold and not"},
      {"one<br>two<p>three</p><div>four</div>", "one two three four"},
      {"un<b>bro</b>ken", "unbroken"},
      {"a &amp; b &lt; c", "a & b < c"},
      {"&lt;b&gt;", "<b>"}, // decoded once: the author's text
      {"a &nope; &", "a &nope; &"},
      {"<think>x</think>", "<think>x</think>"},
      {"vector<int> and a<b", "vector<int> and a<b"},
      {"<img alt='a > b' src=x>c", "c"},
      {"a<!-- b -->c<!-- d", "ac"},
      {"<a href='x'", "<a href='x'"},
      {"5 < 6 > 4", "5 < 6 > 4"},
      {"<H2>Upper</H2 >", "Upper"},
      {"\u00A0 no \u00A0\u00A0 break \u00A0", "no break"},
      {"日本<b>語</b>", "日本語"},
  };
  for (const Row& row : rows) {
    INFO(row.input);
    CHECK(plain_text(row.input) == row.expected);
  }
}

TEST_CASE("html fragment: white space is folded to single spaces, and folding again changes nothing",
          "[html_fragment]") {
  CHECK(fold_spaces("  a \t\r\n\f b\u00A0c  ") == "a b c");
  CHECK(fold_spaces("") == "");
  CHECK(fold_spaces(" \u00A0\n") == "");
  CHECK(fold_spaces("\xC2") == "\xC2");         // the first byte of a no-break space, alone
  CHECK(fold_spaces("a\u3000b") == "a\u3000b"); // an ideographic space is a character of its own
  constexpr unsigned kSeed = 47;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    const std::string text = markup(random);
    INFO("seed " << kSeed << ": " << text);
    const std::string once = fold_spaces(text);
    REQUIRE(fold_spaces(once) == once);
    REQUIRE(fold_spaces(" " + text + "\n") == once);
    REQUIRE_FALSE(once.contains("  "));
  }
}

TEST_CASE("html fragment: links in tags become absolute", "[html_fragment]") {
  const Row rows[] = {
      {"<a href=x>t</a>", "<a href=\"https://b.example/d/x\">t</a>"},
      {"<a href='/x?a=1&amp;b=2'>", "<a href=\"https://b.example/x?a=1&amp;b=2\">"},
      {"<img alt=a src = \"../i.png\" width=3>", "<img alt=a src = \"https://b.example/i.png\" width=3>"},
      {"<A HREF='#top'>", "<A HREF=\"https://b.example/d/p#top\">"},
      {"<a href=//c.example/y>", "<a href=\"https://c.example/y\">"},
      {"<video poster=p><source src=s></video>",
       "<video poster=\"https://b.example/d/p\"><source src=\"https://b.example/d/s\"></video>"},
      {"<img src=\"a\"/>", "<img src=\"https://b.example/d/a\"/>"},
      {"<a href= \"x>y\">t", "<a href= \"https://b.example/d/x%3Ey\">t"},
  };
  for (const Row& row : rows) {
    INFO(row.input);
    CHECK(with_absolute_links(row.input, "https://b.example/d/p") == row.expected);
  }
}

TEST_CASE("html fragment: everything but relative links stays byte for byte", "[html_fragment]") {
  for (const std::string_view same :
       {"", "text", "<a href='https://x.example/?a&b'>", "<a href=mailto:a@b.example>", "<a>", "<a href>",
        "<a href=''>", "</a href='x'>", "<!-- <a href=x> -->", "<a title='href=x'>", "<a data-href=x>", "<p>href=x</p>",
        "a < b & c > d", "<a href='x", "<img src=data:image/png;base64,AA>", "<br/>", "<a  b = c   d='e'>",
        "<a href=HTTP://X.example/>"}) {
    INFO(same);
    CHECK(with_absolute_links(same, "https://b.example/") == same);
  }
  CHECK(with_absolute_links("<a href=x>", "") == "<a href=x>");
  CHECK(with_absolute_links("<a href=x>", "urn:x") == "<a href=x>");
}

TEST_CASE("html fragment: making links absolute again changes nothing", "[html_fragment]") {
  constexpr unsigned kSeed = 3986;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 3'000; ++round) {
    const std::string text = markup(random);
    INFO("seed " << kSeed << ": " << text);
    const std::string once = with_absolute_links(text, "https://b.example/");
    REQUIRE(with_absolute_links(once, "https://b.example/") == once);
    REQUIRE(with_absolute_links(once, "https://other.example/") == once);
    REQUIRE(trawl::utf8::is_valid(plain_text(text)));
    REQUIRE(plain_text(once) == plain_text(text)); // only attributes changed
  }
}

TEST_CASE("html fragment: a link is resolved only if it has no scheme", "[html_fragment]") {
  struct Link {
    std::string_view reference, base, expected;
  };
  const Link rows[] = {
      {"x", "https://b.example/d/p", "https://b.example/d/x"},
      {" x \n", "https://b.example/d/p", "https://b.example/d/x"},
      {"?q", "https://b.example/d/p?r", "https://b.example/d/p?q"},
      {"//c.example", "http://b.example/", "http://c.example/"},
      {"mailto:a@b", "https://b.example/", "mailto:a@b"},
      {"urn:uuid:1", "https://b.example/", "urn:uuid:1"},
      {"HTTPS://X.example", "https://b.example/", "HTTPS://X.example"},
      {"/a:b", "https://b.example/", "https://b.example/a:b"},
      {"x", "", "x"},
      {"x", "urn:y", "x"},
      {"", "https://b.example/", ""},
      {"  ", "https://b.example/", ""},
  };
  for (const Link& row : rows) {
    INFO(row.reference << " at " << row.base);
    CHECK(absolute_link(row.reference, row.base) == row.expected);
  }
}

TEST_CASE("html fragment: a tag or a reference makes it HTML, a bare < or & does not", "[html_fragment]") {
  for (const std::string_view html :
       {"<b>", "a <b>c</b>", "</p>", "&amp;", "x &#65; y", "&eacute;", "<!-- x -->", "<x y='>'>"})
    CHECK(looks_like_html(html));
  for (const std::string_view text :
       {"", "a < b", "a > b", "AT&T", "R & D", "x <", "&", "&;", "&nope;", "1<2", "<1>", "< b>"})
    CHECK_FALSE(looks_like_html(text));
}

TEST_CASE("html fragment: floods of markup take linear time", "[html_fragment][limits]") {
  for (const std::string_view part : {"<", "<a ", "<!--", "&", "<a href='", "<b>", "&#", "<a href=x "}) {
    INFO(part);
    std::string flood;
    for (int i = 0; i < 50'000; ++i) flood += part;
    CHECK(plain_text(flood).size() <= flood.size());
    CHECK(with_absolute_links(flood, "https://b.example/").size() >= flood.size());
    (void)looks_like_html(flood);
  }
}
