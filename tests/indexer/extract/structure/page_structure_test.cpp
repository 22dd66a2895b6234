// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/page_structure.h"
#include "shared/content/html.h"
#include "shared/content/markdown.h"
#include "shared/content/stored_content.h"
#include "tests/support/safe_html.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace page_structure_test {

using namespace trawl;
using namespace trawl::extract;

namespace {

std::string markdown(std::string_view html) {
  std::string out = content::to_markdown(fragment_structure(html, "https://a.example/blog/post"));
  if (!out.empty()) out.pop_back();
  return out;
}

std::string text(std::string_view html) {
  return content::pack(fragment_structure(html, "https://a.example/blog/post")).text;
}

} // namespace

TEST_CASE("structure: headings, paragraphs and their inline elements", "[extract]") {
  CHECK(
      markdown(
          "<h2>One <a href=#one>#</a></h2><p>A <b>bold</b>,<i> slanted</i> word and <a href='../x?a=1'>a link</a>.") ==
      "## One\n\nA **bold**, *slanted* word and [a link](https://a.example/x?a=1).");
  CHECK(markdown(
            "<p>a <code>b_c</code> <del>d</del> 10<sup>6</sup>, the 2<sup>nd</sup>, <a href='javascript:x()'>e</a>") ==
        "a `b_c` ~~d~~ 10⁶, the 2nd, e");
  CHECK(markdown("one<br>two<br><br>three") == "one\\\ntwo\n\nthree");
  CHECK(markdown("<b>a<p>b</p>c</b>") == "**a**\n\n**b**\n\n**c**");
  CHECK(markdown("<a href='/x'><code>f()</code></a> <code><a href='/y'>g()</a></code>") ==
        "[`f()`](https://a.example/x) [`g()`](https://a.example/y)");
  CHECK(markdown("<div><label for=a>New form</label><label for=b>Old form</label></div>") == "New form Old form");
}

TEST_CASE("structure: a heading keeps the page's own name for its place", "[extract]") {
  const auto fragment = [](std::string_view html) {
    const auto headings =
        content::headings_of(content::pack(fragment_structure(html, "https://a.example/blog/post")).structure);
    REQUIRE(headings.size() == 1);
    return headings.front().fragment;
  };
  CHECK(fragment("<h2 id=one>One</h2>") == "one");
  CHECK(fragment("<h2>One <a href='#the%20one'>#</a></h2>") == "the one");
  CHECK(fragment("<h2><a name=one></a>One</h2>") == "one");
  CHECK(fragment("<h2><span id=one>One</span></h2>") == "one");
  CHECK(fragment("<section id=one> <h2>One</h2><p>Text.</section>") == "one");
  CHECK(fragment("<section id=one><p>Text.</p><h2>Two</h2></section>").empty());
  CHECK(fragment("<h2>One <a href='/#x'>link</a></h2>").empty());
  CHECK(fragment("<h2 id='a b'>One</h2>").empty());
}

TEST_CASE("structure: lists are nested, numbered from their start, and tasks are done or open", "[extract]") {
  CHECK(markdown("<ol start=3><li>a<ul><li>b</ul><li><p>c</p></ol>") == "3. a\n   - b\n4. c");
  CHECK(markdown("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>") == "- a\n  - b\n- c"); // a list in no item
  CHECK(markdown("<ul><li><label><input type=checkbox checked> a</label><li><input type=checkbox>b</ul>") ==
        "- [x] a\n- [ ] b");
  CHECK(markdown("<ul>bare<li>a</ul>") == "- bare\n- a");
  CHECK(markdown("<ul><li><h3>First</h3><p>Text.</p><li><h3>Second</h3><p>More.</p></ul>") ==
        "### First\n\nText.\n\n### Second\n\nMore."); // sections displayed as a list
  CHECK(markdown("<ol><li><h3>First</h3><p>Text.</p><li><h3>Second</h3><p>More.</p></ol>") ==
        "1. ### First\n\n   Text.\n\n2. ### Second\n\n   More."); // steps
  CHECK(markdown("<ol><li class=entry><h3>First</h3><p>Text.</p></ol>") == "### First\n\nText.");
}

TEST_CASE("structure: a list that contains only another list is that list", "[extract]") {
  CHECK(markdown("<ul><ol><li>a</li><li>b</li></ol></ul>") == "1. a\n2. b");
  CHECK(markdown("<ul><li>a<ol><li>b</ol></ul>") == "- a\n  1. b");
}

TEST_CASE("structure: tables have heads, captions, and cells over several rows and columns", "[extract]") {
  CHECK(markdown(
            "<table><caption>Speed</caption><tr><th>a<th>b</tr><tr><td rowspan=2>c<td>d<br>e</tr><tr><td>f</table>") ==
        "Speed\n\n| a | b |\n| --- | --- |\n| c | d e |\n| | f |");
  CHECK(markdown("<table><tr><td colspan=2>a<tr><td>b<td>c</table>") == "| | |\n| --- | --- |\n| a | |\n| b | c |");
  CHECK(markdown("<table><tr><td><h2>a</h2><p>b</p></td></tr></table>") == "## a\n\nb"); // arranges the page
  CHECK(text("<table><tr><td>a<td>b<tr><td>c<td>d</table>") == "a | b\nc | d");
}

TEST_CASE("structure: cells of a table stay aligned as the page says", "[extract]") {
  CHECK(
      markdown("<table><tr><th style='text-align: left'>a<th style='color: red; TEXT-ALIGN:Right;'>b<th align=center>c"
               "<th style='text-align: inherit'>d</tr></table>") == "| a | b | c | d |\n| :--- | ---: | :---: | --- |");
  CHECK(markdown("<table><tr><th>a<th>b<tr><td align=right>1<td style='text-align'>2</table>") ==
        "| a | b |\n| ---: | --- |\n| 1 | 2 |");
}

TEST_CASE("structure: code keeps every character, names its language and loses line numbers", "[extract]") {
  CHECK(markdown("<div class='highlight'><pre><code class='language-python'>\n  def f():\n\n\treturn 1  "
                 "\n\n</code></pre></div>") == "```python\n  def f():\n\n\treturn 1\n```");
  CHECK(markdown(
            "<table><tr><td class=gutter><pre>1\n2\n3</pre></td><td class=code><pre>a\nb\nc</pre></td></tr></table>") ==
        "```\na\nb\nc\n```");
  CHECK(markdown(
            "<table><tr><td><div>1</div><div>2</div><div>3</div><td><div>a</div><div>  b</div><div>c</div></table>") ==
        "```\na\n  b\nc\n```");
  CHECK(markdown("<pre class='sourceCode rust'><code>a<br>b</code></pre><pre>c<button>Copy</button></pre>") ==
        "```rust\na\nb\n```\n\n```\nc\n```");
}

TEST_CASE("structure: each formula occurs once, as the page's TeX, and prices are not formulas", "[extract]") {
  const std::string math =
      "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>";
  CHECK(markdown("<p>Let <span class=katex><span class=katex-mathml>" + math +
                 "</span><span class=katex-html aria-hidden=true>x2</span></span> be.") == "Let $x^2$ be.");
  CHECK(markdown("<p>a \\(b\\) c</p><p>\\[d\\]</p><p>e $$f$$ g") == "a $b$ c\n\n$$\nd\n$$\n\ne\n\n$$\nf\n$$\n\ng");
  CHECK(markdown("<p>from $5 to $7") == "from \\$5 to \\$7");
  CHECK(markdown("<script src='https://cdn.example/mathjax.js'></script><p>Let $x_t$ cost $5 or $7.") ==
        "Let $x_t$ cost \\$5 or \\$7.");
  CHECK(markdown("<script src='https://cdn.example/mathjax.js'></script><p>$ x_t = \\sum y $</p><p>$ 5 or $ 7 $") ==
        "$$\nx_t = \\sum y\n$$\n\n\\$ 5 or \\$ 7 \\$");
  CHECK(markdown("<p>x</p><script type='math/tex; mode=display'>y</script>") == "x\n\n$$\ny\n$$");
  CHECK(markdown("<p>Let <math><mi>a</mi><mo>+</mo><mi>b</mi></math> be.</p>") ==
        "Let a+b be."); // without TeX, as it is shown
}

TEST_CASE("structure: an environment for formulas is one without delimiters, too", "[extract]") {
  CHECK(markdown("<p>So<br>\\begin{align*} a &amp;= b \\\\ c &amp;= d \\end{align*} and on.") ==
        "So\n\n$$\n\\begin{align*} a &= b \\\\ c &= d \\end{align*}\n$$\n\nand on.");
  CHECK(markdown("<p>A \\begin{itemize} and \\begin{align} here.") ==
        "A \\\\begin{itemize} and \\\\begin{align} here.");
  CHECK(markdown("<p>By \\eqref{eq:rate} and \\ref{fig} we \\eqref{open") ==
        "By $\\eqref{eq:rate}$ and $\\ref{fig}$ we \\\\eqref{open");
}

TEST_CASE("structure: notes have kinds and titles, and boxes with similar names are not notes", "[extract]") {
  CHECK(markdown(
            "<p>x</p><p>y</p><div class='admonition warning'><p class=admonition-title>Warning</p><p>Hot.</p></div>") ==
        "x\n\ny\n\n> [!WARNING]\n> Hot.");
  CHECK(markdown("<p>x</p><p>y</p><aside class='callout-note'><p class=title>On heat</p><p>Hot.</p></aside>") ==
        "x\n\ny\n\n> [!NOTE]\n>\n> **On heat**\n>\n> Hot.");
  CHECK(markdown("<p>x</p><p>y</p><div class=note><h4 id=tip>Tip</h4><p>Hot.</p></div>") ==
        "x\n\ny\n\n> [!NOTE]\n> #### Tip\n>\n> Hot."); // a heading of the author's
  CHECK(markdown("<p>x</p><p>y</p><div class='sidebar-note block text-primary'><p>Cool.</p></div>") ==
        "x\n\ny\n\nCool.");
}

TEST_CASE("structure: elements of the page's own kind are blocks if they say so or hold blocks", "[extract]") {
  CHECK(markdown("<d-article><p>x</p>Let <d-math>y</d-math> be.<d-math block>z</d-math>"
                 "<d-code block language=python>\nif a:\n    b\n</d-code></d-article>") ==
        "x\n\nLet $y$ be.\n\n$$\nz\n$$\n\n```python\nif a:\n    b\n```");
}

TEST_CASE("structure: footnotes are joined to their marks, wherever they are", "[extract]") {
  CHECK(markdown("<p>So.<sup id=r1><a href='#n1'>1</a></sup></p><ol><li id=n1><p>Why. <a href='#r1'>↩</a></p></ol>") ==
        "So.[^1]\n\n[^1]: Why.");
  CHECK(markdown("<p>So.<sup><a href='#n1' name=b1>1</a></sup></p><p><a name=n1 href='#b1'>1.</a> Why.") ==
        "So.[^1]\n\n[^1]: Why.");
  CHECK(markdown("<p>So.<span class=sidenote>Why.</span> On.") == "So.[^1] On.\n\n[^1]: Why.");
  CHECK(markdown("<p>So.<sup><a href='#gone'>1</a></sup> On.") == "So.\\[1\\] On."); // its note is not on the page
}

TEST_CASE("structure: a footnote that is folded behind its mark is joined to it", "[extract]") {
  CHECK(markdown("<p>Networks<span id=fn1><sup>1</sup><span><span><sup>1</sup><span>1</span>Code is online."
                 "</span></span></span> are old.</p>") == "Networks[^1] are old.\n\n[^1]: Code is online.");
  CHECK(markdown("<p>The area is 4 <span>m<sup>2</sup><span>2 rooms</span></span></p>") == "The area is 4 m²2 rooms");
}

TEST_CASE("structure: code and formulas of distill's elements", "[extract]") {
  CHECK(markdown("<p>Run <d-code language=python>f(1)</d-code> for <d-math>x^2</d-math>.</p><d-code block "
                 "language=python>\ndef f(x):\n    return x\n</d-code><d-math block>\\sum_i x</d-math>") ==
        "Run `f(1)` for $x^2$.\n\n```python\ndef f(x):\n    return x\n```\n\n$$\n\\sum_i x\n$$");
}

TEST_CASE("structure: a citation that the page's script would number has the keys of the works", "[extract]") {
  CHECK(markdown(
            "<p>Krogh and Hertz <d-cite key='krogh1991,hertz-2'></d-cite> and Bos<dt-cite key=bos></dt-cite>.</p>") ==
        "Krogh and Hertz \\[krogh1991, hertz-2\\] and Bos\\[bos\\].");
  CHECK(text("<p>So <d-cite key='a, b'></d-cite>.</p>") == "So [a, b].");
  CHECK(text("<p>So <d-cite key=a>[1]</d-cite> and <d-cite></d-cite> so.</p>") == "So [1] and so.");
}

TEST_CASE("structure: a link behind a heading that leads to it is not part of it", "[extract]") {
  CHECK(markdown("<h2 id=setup>Setup<a href=#setup title=Permalink><span>Permalink</span><i></i></a></h2><p>a</p>") ==
        "## Setup\n\na");
  CHECK(markdown("<h2 id=setup><a href=#setup>Setup</a></h2><p>a</p>") == "## Setup\n\na");
  CHECK(markdown("<h2>Setup <a class=anchor>now</a></h2><p>a</p>") == "## Setup now\n\na");
}

TEST_CASE("structure: quotes name who is quoted, and pictures have addresses and captions", "[extract]") {
  CHECK(markdown("<blockquote><p>To be.</p><footer>W. S.</footer></blockquote>") == "> To be.\n>\n> — W. S.");
  CHECK(markdown("<p>x</p><figure><img data-src='/real.png' src='data:,' alt='A "
                 "cat'><figcaption>Ours.</figcaption></figure>") ==
        "x\n\n![A cat](https://a.example/real.png)\n\nOurs.");
  CHECK(markdown("<p>x <img src='/pixel.gif' width=1 height=1> y") == "x y");
  CHECK(markdown("<p>x</p><iframe src='https://www.youtube.com/embed/abc' title='A talk'></iframe>") ==
        "x\n\n[A talk](https://www.youtube.com/watch?v=abc)");
  CHECK(markdown("<table><tr><th>a<th>b<tr><td>c<td><audio src=https://x.org/d.wav></audio></table><h2>E</h2>") ==
        "| a | b |\n| --- | --- |\n| c | |\n\n[x.org](https://x.org/d.wav)\n\n## E");
}

TEST_CASE("structure: a picture and the caption below it are a figure, whatever the page calls them", "[extract]") {
  const auto content =
      fragment_structure("<p>x</p><figure><img src='/a.png'></figure><figcaption><div>Ours.</div>Yours."
                         "</figcaption><p>y</p>",
                         "https://a.example/");
  REQUIRE(content.size() == 3);
  CHECK(content[1].kind == content::Kind::Figure);
  CHECK(content::to_html(content, {}).contains("<figcaption>Ours.<br>Yours.</figcaption>"));
}

TEST_CASE("structure: definitions and details", "[extract]") {
  CHECK(markdown("<dl><dt>KV</dt><dd>Keys.</dd></dl>") == "**KV**\n\nKeys.");
  CHECK(markdown("<details><summary>More</summary><p>Text.</p></details>") == "**More**\n\nText.");
}

TEST_CASE("structure: any page gives content that is well-formed, safe as HTML, and stored without loss", "[extract]") {
  static const std::vector<std::string> kPieces{"<p>",
                                                "</p>",
                                                "<div>",
                                                "</div>",
                                                "<ul>",
                                                "</ul>",
                                                "<li>",
                                                "</li>",
                                                "<table>",
                                                "</table>",
                                                "<tr>",
                                                "<td>",
                                                "<th>",
                                                "</td>",
                                                "<pre>",
                                                "</pre>",
                                                "<code>",
                                                "</code>",
                                                "<b>",
                                                "</b>",
                                                "<a href='/x'>",
                                                "</a>",
                                                "<a href='javascript:x'>",
                                                "<h2>",
                                                "</h2>",
                                                "<blockquote>",
                                                "</blockquote>",
                                                "<br>",
                                                "<sup>",
                                                "</sup>",
                                                "<dl>",
                                                "<dt>",
                                                "<dd>",
                                                "</dl>",
                                                "<figure>",
                                                "</figure>",
                                                "<figcaption>",
                                                "</figcaption>",
                                                "<img src=/i.png alt='<b>'>",
                                                "<aside>",
                                                "</aside>",
                                                "<div class='note tip'>",
                                                "<math><mi>x</mi></math>",
                                                "\\(y\\)",
                                                "\\[z\\]",
                                                "words ",
                                                "<script>alert(1)</script>",
                                                "<td rowspan=3 colspan=9>",
                                                "<caption>",
                                                "<summary>",
                                                "<details>",
                                                "<a href='#n' role=doc-noteref>1</a>",
                                                "<li id=n>",
                                                "<span class=sidenote>",
                                                "</span>",
                                                "\n",
                                                "  ",
                                                "<hr>",
                                                "<ol start=7>"};
  constexpr unsigned kSeed = 4'242;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2'000; ++round) {
    std::string html;
    for (std::size_t left = random() % 60; left > 0; --left) html += kPieces[random() % kPieces.size()];
    INFO("seed " << kSeed << ", round " << round << "\n" << html);
    const content::Content content = fragment_structure(html, "https://a.example/");
    const content::StoredContent stored = content::pack(content);
    REQUIRE(content::unpack(stored.text, stored.structure) == content);
    REQUIRE(content::what_is_unsafe(content::to_html(content)).empty());
  }
}

TEST_CASE("structure: a page nested a hundred deep keeps its words", "[extract]") {
  std::string html;
  for (int level = 0; level < 100; ++level) html += "<ul><li>level" + std::to_string(level) + "<blockquote>";
  const content::Content content = fragment_structure(html, "https://a.example/");
  const content::StoredContent stored = content::pack(content);
  CHECK(content::unpack(stored.text, stored.structure));
  CHECK(stored.text.contains("level99"));
}

} // namespace page_structure_test
