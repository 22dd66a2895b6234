// SPDX-License-Identifier: GPL-3.0-or-later
// What is left out and how blocks are cut; whole pages are in text_test.cpp.
#include "indexer/html/text_blocks.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "indexer/html/text.h"

namespace text_blocks_test {

using namespace trawl::html;

namespace {

struct Example {
  std::string html, text;
};

Dom parse(const std::string& html) {
  auto dom = Dom::parse(html);
  REQUIRE(dom);
  return std::move(*dom);
}

/// "kind: text" of each block of the body, one per line.
std::string blocks_of(const std::string& html, Hidden hidden = Hidden::LeftOut) {
  constexpr std::string_view kNames[] = {"paragraph", "heading", "item", "row", "code", "caption"};
  const Dom dom = parse(html);
  std::string out;
  for (const TextBlock& block : text_blocks(dom, dom.body(), {}, hidden))
    out += (out.empty() ? "" : "; ") + std::string(kNames[static_cast<int>(block.kind)]) + ": " + block.text;
  return out;
}

void check_texts(std::initializer_list<Example> rows) {
  for (const Example& row : rows) {
    INFO(row.html);
    CHECK(fragment_text(row.html) == row.text);
  }
}

} // namespace

TEST_CASE("text blocks: the kind is that of the nearest element that has one", "[text_blocks]") {
  const Example rows[] = {
      {"<p>a</p>", "paragraph: a"},
      {"<h3>a</h3>", "heading: a"},
      {"<ul><li>a<p>b</p></ul>", "item: a; item: b"},
      {"<dl><dt>a<dd>b</dl>", "item: a; item: b"},
      {"<table><caption>c</caption><tr><td>a</table>", "caption: c; row: a"},
      {"<table><tr><td><p>a</p><td>b</table>", "row: a; row: b"},
      {"<pre>a\n  b</pre>", "code: a\n  b"},
      {"<pre><code>a</code></pre>", "code: a"},
      {"<figure><img><figcaption>c</figcaption></figure>", "caption: c"},
      {"<blockquote><p>a</p>b</blockquote>", "paragraph: a; paragraph: b"},
      {"a<div>b</div>c", "paragraph: a; paragraph: b; paragraph: c"},
      {"<h2>a<p>b</p></h2>", "heading: a; paragraph: b"},
      {"<p> </p><div></div>\n", ""},
  };
  for (const Example& row : rows) {
    INFO(row.html);
    CHECK(blocks_of(row.html) == row.text);
  }
}

TEST_CASE("text blocks: white space collapses, except in code", "[text_blocks]") {
  check_texts({{"<p> a  b\n\tc </p>", "a b c"},
               {"<p>a <b> b </b> c</p>", "a b c"},
               {"<p>a&nbsp;&nbsp;b</p>", "a b"},
               {"<p>a&#8203;b&#65279;c</p>", "abc"}, // zero width space, byte order mark
               {"<p>a<wbr>b</p>", "ab"},
               {"<div><label>New form</label><label>Old form</label></div>", "New form Old form"},
               {"<p>a<label>b</label>c</p>", "abc"},
               {"<p>a <br> b</p>", "a\nb"},
               {"<p>a<br>\n<br>b</p>", "a\n\nb"},
               {"<p><br><br>a<br></p>", "a"},
               {"<pre>\n\n a  \n\tb \n\n</pre>", " a\n\tb"},
               {"<pre>a<br>b&nbsp;c</pre>", "a\nb c"},
               {"<pre>a\r\nb</pre>", "a\nb"},
               {"<p>日本\n語</p>", "日本 語"}});
}

TEST_CASE("text blocks: cells are separated, empty ones at the end of a row are not", "[text_blocks]") {
  check_texts({{"<table><tr><td>a<td>b<td>c</table>", "a | b | c"},
               {"<table><tr><td>a<td></table>", "a"},
               {"<table><tr><td><td>b</table>", "b"},
               {"<table><tr><th>a<th>b<tr><td>c<td>d</table>", "a | b\nc | d"}});
}

TEST_CASE("text blocks: hidden text is left out, unless requested", "[text_blocks]") {
  const std::string html =
      "<p>a</p><p hidden>b</p><p style='display:none'>c</p><noscript>d</noscript><script>e</script>";
  CHECK(blocks_of(html) == "paragraph: a");
  CHECK(blocks_of(html, Hidden::Shown) == "paragraph: a; paragraph: b; paragraph: c");
  CHECK(blocks_of(html, Hidden::ShownWithNoscript) == "paragraph: a; paragraph: b; paragraph: c; paragraph: d");
}

TEST_CASE("text blocks: what is for screen readers alone is never text, what may describe a figure is",
          "[text_blocks]") {
  const auto shown = [](const std::string& tag) {
    return blocks_of("<p>a <" + tag + ">b</" + tag.substr(0, tag.find(' ')) + "> c</p>", Hidden::Shown);
  };
  for (const char* tag :
       {"span class='external-link-icon-sr-only'", "b class='note visually-hidden'", "span class='screen-reader-text'"})
    CHECK(shown(tag) == "paragraph: a c");
  for (const char* tag : {"span class='sr-only sm:not-sr-only'", "span class='math sr-only'", "span class='note'"})
    CHECK(shown(tag) == "paragraph: a b c");
  CHECK(blocks_of("<p class='sr-only'>The loss falls.</p>") == "paragraph: The loss falls.");
}

TEST_CASE("text blocks: an element is hidden by its attributes", "[text_blocks]") {
  struct Case {
    std::string tag;
    bool hidden;
  };
  const Case cases[] = {{"<p hidden>", true},
                        {"<p hidden=''>", true},
                        {"<p hidden=until-found>", false}, // found by the reader's search
                        {"<p style='display:none'>", true},
                        {"<p style='color: red; DISPLAY : None'>", true},
                        {"<p style='visibility:hidden'>", true},
                        {"<p style='display:block'>", false},
                        {"<p style='visibility:visible'>", false},
                        {"<span aria-hidden=true>", true},
                        {"<span aria-hidden=false>", false},
                        {"<p aria-hidden=true>", false}, // blocks are often hidden from screen readers only
                        {"<span class=math style='display:none'>", false},
                        {"<p class=x>", false},
                        {"<p>", false}};
  for (const Case& one : cases) {
    INFO(one.tag);
    const Dom dom = parse("<body>" + one.tag + "x");
    CHECK(is_hidden(dom, dom[dom.body()].first_child) == one.hidden);
  }
  const Dom dom = parse("<html hidden><body style='display:none'>x");
  CHECK_FALSE(is_hidden(dom, dom.html()));
  CHECK_FALSE(is_hidden(dom, dom.body()));
}

TEST_CASE("text blocks: subtrees of the given set are skipped", "[text_blocks]") {
  const Dom dom = parse("<div>a<p>b</p></div><p>c</p>");
  NodeSet left_out(dom);
  left_out.insert(dom.first(Tag::Div));
  CHECK(join(text_blocks(dom, dom.body(), left_out)) == "c");
  left_out.erase(dom.first(Tag::Div));
  left_out.insert(dom.first(Tag::P));
  CHECK(join(text_blocks(dom, dom.body(), left_out)) == "a\n\nc");
  CHECK_FALSE(NodeSet().contains(0)); // an empty set has no room for nodes
}

TEST_CASE("text blocks: the bytes of links are counted, also across blocks", "[text_blocks]") {
  struct Case {
    std::string html;
    std::size_t link_bytes;
  };
  const Case cases[] = {{"<p>ab<a href=x>cd</a>ef</p>", 2},
                        {"<p><a href=x>c <b>d</b></a></p>", 3},
                        {"<p><a>cd</a></p>", 0}, // without a target
                        {"<p><a href=''>cd</a></p>", 0},
                        {"<a href=x><p>cd</p></a>", 2},
                        {"<h2><a href='#h'>cd</a></h2>", 0}, // a heading's link to itself
                        {"<h2><a href='/x'>cd</a></h2>", 2},
                        {"<p><a href='#h'>cd</a></p>", 2},
                        {"<p>é<a href=x>é</a></p>", 2}};
  for (const Case& one : cases) {
    INFO(one.html);
    const Dom dom = parse(one.html);
    const auto blocks = text_blocks(dom, dom.body());
    REQUIRE(blocks.size() == 1);
    CHECK(blocks[0].link_bytes == one.link_bytes);
  }
}

TEST_CASE("text blocks: a block knows its block element", "[text_blocks]") {
  const Dom dom = parse("<div>a <b>b</b><p><i>c</i></p></div>");
  const auto blocks = text_blocks(dom, dom.body());
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].node == dom.first(Tag::Div));
  CHECK(blocks[1].node == dom.first(Tag::P));
}

TEST_CASE("text blocks: the links of headings to themselves are left out", "[text_blocks]") {
  check_texts({{"<h2>a<a href='#a'>#</a></h2>", "a"},
               {"<h2>a<a href='#a'> ¶ </a></h2>", "a"},
               {"<h2>a <a class=anchor href='/x'>§</a></h2>", "a"},
               {"<h2>a<a href='#a'><span>#</span></a></h2>", "a"},
               {"<h2><a href='#a'>a</a></h2>", "a"},
               {"<h2>a<a href='/x'>#</a></h2>", "a#"},
               {"<p>a <a href='#a'>#tag</a></p>", "a #tag"},
               {"<p>a <a href='#b'>↩</a></p>", "a"}});
}

TEST_CASE("text blocks: line numbers of code are left out", "[text_blocks]") {
  check_texts({{"<pre><span class=lineno>1</span>a</pre>", "a"},
               {"<pre><span class='lineno x'>1 </span>a</pre>", "a"},
               {"<table><tr><td class='rouge-gutter gl'>1<td>a</table>", "a"},
               {"<table><tr><td><pre class=lineno>1</pre></td><td><pre>a</pre></table>", "a"},
               {"<pre><span class=linenobody>a</span></pre>", "a"},
               {"<pre class=lineno>a</pre>", "a"}, // not in a cell
               {"<div class='gutter wide'>a</div>", "a"},
               {"<p class=gutter>a</p>", "a"}});
}

TEST_CASE("text blocks: a formula is its TeX, if the page has it", "[text_blocks]") {
  check_texts({{"<p>a <img class=latex alt='x^2'> b</p>", "a x^2 b"},
               {"<p>a <img src='/latex.php?x' alt='x^2'></p>", "a x^2"},
               {"<p>a <img alt='a photo'></p>", "a"},
               {"<p>a <span data-math='x^2'>x2</span></p>", "a x^2"},
               {"<p>a <span data-latex='x^2'>x2</span></p>", "a x^2"},
               {"<p>a <math><mi>x</mi><annotation-xml><mi>y</mi></annotation-xml></math></p>", "a x"},
               {"<p><script type='math/tex; mode=display'>x^2</script></p>", "x^2"},
               {"<p><span class=MathJax>drawn</span> b</p>", "drawn b"},
               {"<p><span class=katex-html>drawn</span></p>", "drawn"}});
}

TEST_CASE("text blocks: list items and rows are joined by line feeds, other blocks by blank lines", "[text_blocks]") {
  const auto block = [](BlockKind kind, std::string text) { return TextBlock{std::move(text), 0, kind, 0}; };
  using enum BlockKind;
  CHECK(join({}) == "");
  CHECK(join({block(Paragraph, "a"), block(Paragraph, "b")}) == "a\n\nb");
  CHECK(join({block(ListItem, "a"), block(ListItem, "b")}) == "a\nb");
  CHECK(join({block(Row, "a"), block(Row, "b"), block(ListItem, "c")}) == "a\nb\n\nc");
  CHECK(join({block(ListItem, "a"), block(Paragraph, "b"), block(ListItem, "c")}) == "a\n\nb\n\nc");
  CHECK(join({block(Code, "a"), block(Code, "b")}) == "a\n\nb");
}

TEST_CASE("text blocks: no block is empty or ends in a space, and link bytes are part of the text", "[text_blocks]") {
  constexpr unsigned kSeed = 21;
  std::mt19937 random(kSeed);
  constexpr std::string_view kPieces[] = {"<p>",
                                          "</p>",
                                          "<a href=x>",
                                          "</a>",
                                          "<br>",
                                          "word",
                                          " ",
                                          "\n",
                                          "&nbsp;",
                                          "<pre>",
                                          "</pre>",
                                          "<dd>",
                                          "<div>",
                                          "</div>",
                                          "<li>",
                                          "<ul>",
                                          "</ul>",
                                          "<h2>",
                                          "</h2>",
                                          "<b>",
                                          "</b>",
                                          "<sup>1</sup>",
                                          "<math><mi>x</mi></math>",
                                          "<button>b</button>",
                                          "é"};
  for (int round = 0; round < 2'000; ++round) {
    std::string html;
    for (auto left = random() % 25; left > 0; --left) html += kPieces[random() % std::size(kPieces)];
    INFO("seed " << kSeed << ": " << html);
    const Dom dom = parse(html);
    for (const TextBlock& block : text_blocks(dom, dom.body())) {
      INFO("[" << block.text << "]");
      REQUIRE_FALSE(squeeze(block.text).empty());
      REQUIRE_FALSE(block.text.ends_with(' '));
      REQUIRE_FALSE(block.text.ends_with('\n'));
      REQUIRE_FALSE(block.text.contains(" \n"));
      REQUIRE(is_block(dom[block.node].tag));
    }
  }
}

} // namespace text_blocks_test
