// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_content.h"
#include "shared/query/parse_query.h"

#include <random>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::searchd;

namespace content_test {

search::Highlighter words(const std::string& q) {
  return search::Highlighter(search::highlight_terms(query::parse_query(q, {}, false)->tree));
}

std::string html_of(const std::string& html, const std::string& q) { return make_readable(html, words(q)).html; }

std::string without(std::string html, const std::string& part) {
  for (std::size_t at = html.find(part); at != std::string::npos; at = html.find(part, at)) html.erase(at, part.size());
  return html;
}

} // namespace content_test
using namespace content_test;

TEST_CASE("content: words are marked in the text, not in tags and references", "[page]") {
  CHECK(html_of("<p>Flash &amp; amp</p>", "flash") == "<p><mark>Flash</mark> &amp; amp</p>");
  CHECK(html_of("<p>a &amp; b amp</p>", "amp") == "<p>a &amp; b <mark>amp</mark></p>");
  CHECK(html_of("<p><a href=\"https://flash.example/\">x</a> flash</p>", "flash") ==
        "<p><a href=\"https://flash.example/\">x</a> <mark>flash</mark></p>");
  CHECK(html_of("<p>R&lt;flash&gt;</p>", "flash") == "<p>R&lt;<mark>flash</mark>&gt;</p>");
}

TEST_CASE("content: a word continues across inline elements, and ends with a block", "[page]") {
  const ReadableContent split = make_readable("<p>flash<em>light</em></p>", words("flashlight"));
  CHECK(split.html == "<p><mark>flash</mark><em><mark>light</mark></em></p>");
  CHECK(split.marks == 1);
  CHECK(html_of("<ul><li>flash</li><li>light</li></ul>", "flashlight").find("<mark>") == std::string::npos);
  CHECK(make_readable("<p>flash</p><pre><code>flash = 1\n</code></pre>", words("flash")).marks == 2);
}

TEST_CASE("content: headings get ids as link targets", "[page]") {
  const ReadableContent content =
      make_readable("<h2>Why &amp; how</h2><p>x</p><h3>The <code>flash</code> way</h3>", words("flash"));
  CHECK(content.html == "<h2 id=\"part-1\">Why &amp; how</h2><p>x</p>"
                        "<h3 id=\"part-2\">The <code><mark>flash</mark></code> way</h3>");
  REQUIRE(content.headings.size() == 2);
  CHECK(content.headings[0].text == "Why & how");
  CHECK(content.headings[1].text == "The flash way");
  CHECK(content.headings[1].level == 3);
}

TEST_CASE("content: only balanced marks are added, whatever the text", "[page]") {
  const std::vector<std::string> parts{"flash ", "<p>",  "</p>", "<em>", "</em>", "&amp;", "&lt;", "attention",
                                       "é",      "注意", "<br>", " ",    "-",     "\n",    "&",    "<"};
  std::mt19937 random(11);
  const search::Highlighter highlighter = words("flash attention 注意");
  for (int round = 0; round < 500; ++round) {
    std::string html;
    for (int i = 0; i < 30; ++i) html += parts[random() % parts.size()];
    INFO(html);
    const std::string marked = make_readable(html, highlighter).html;
    CHECK(without(without(marked, "<mark>"), "</mark>") == html);
    int depth = 0;
    for (std::size_t at = marked.find("mark>"); at != std::string::npos; at = marked.find("mark>", at + 1)) {
      depth += marked[at - 1] == '/' ? -1 : 1;
      CHECK((depth == 0 || depth == 1));
    }
    CHECK(depth == 0);
  }
}
