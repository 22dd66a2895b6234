// SPDX-License-Identifier: GPL-3.0-or-later
// Short lines of the author at the head, between the paragraphs and at the end of an article, and lines of the page
// that look like them.
#include <string>

#include "tests/indexer/extract/content/content_support.h"

namespace authors_lines_test {

using namespace trawl::extract;

/// A dated article on example.org.
std::string article_text(const std::string& body) {
  ContentHints hints;
  hints.url = "https://example.org/post";
  return text_of("<body><article>" + body + "</article></body>", hints);
}

TEST_CASE("content: links to sources above the first paragraph are kept, links into the site are removed",
          "[content]") {
  const std::string text =
      article_text("<p><a href='https://arxiv.org/abs/1'>PAPER</a> <a href='https://github.com/x'>CODE</a></p>"
                   "<p><a href='/archive'>All posts</a> <a href='/about'>About us</a></p>" +
                   paragraphs(4));
  CHECK(has(text, "PAPER CODE"));
  CHECK_FALSE(has(text, "All posts"));
}

TEST_CASE("content: figures in a box named for statistics, a licence and ingredients are the author's", "[content]") {
  const std::string text = article_text(
      paragraphs(3) + "<div class=model-stats><p>Loss: 0.31</p><p>Tokens: 12 billion</p></div>" + paragraph(4) +
      "<div class=recipe><p>Two cups of flour, sieved, and one of sugar.</p><input type=number value=2></div>" +
      paragraph(5) +
      "<div><p>This post is licensed under a Creative Commons licence, so take it and share it.</p></div>");
  for (const char* line : {"Loss: 0.31", "Tokens: 12", "Two cups", "Creative Commons"}) CHECK(has(text, line));
}

TEST_CASE("content: a first sentence that ends with its link is kept", "[content]") {
  const std::string text =
      article_text("<p>We’re thrilled to announce the <a href='/e'>results of this year’s election of the steering "
                   "committee</a>.</p>"
                   "<p><a href='/e'>Results of this year’s election of the steering committee are out now</a>.</p>" +
                   paragraphs(4));
  CHECK(has(text, "We’re thrilled"));
  CHECK_FALSE(has(text, "are out now"));
}

TEST_CASE("content: a link without text does not make a line a source", "[content]") {
  const std::string advert = "<p>Advert<noscript><a href='https://ads.net/1'><img src='/1.gif'></a></noscript></p>";
  CHECK_FALSE(has(article_text(advert + paragraphs(4)), "Advert"));
}

TEST_CASE("content: a source in a list does not end the article, whatever its first word", "[content]") {
  const std::string text = article_text(
      paragraphs(5) +
      "<h2>Where to look</h2><ul><li>Related work: <a href='https://arxiv.org/abs/2'>https://arxiv.org/abs/2</a></li>"
      "<li>Survey: <a href='https://arxiv.org/abs/3'>https://arxiv.org/abs/3</a></li></ul>");
  CHECK(has(text, "Related work: https://arxiv.org/abs/2"));
  CHECK(has(text, "Survey: https://arxiv.org/abs/3"));
}

TEST_CASE("content: quotes belong to the paragraphs around them", "[content]") {
  CHECK(has(article_text("<blockquote><p>In God we trust. All others bring data. ~ W. Edwards Deming</p></blockquote>" +
                         paragraphs(3)),
            "In God we trust"));
  CHECK(has(article_text(paragraphs(3) + "<blockquote><p>With thanks to all of the teams</p></blockquote>"),
            "With thanks"));
}

TEST_CASE("content: a section of an outline is never the whole text", "[content]") {
  const std::string text = text_of(
      "<body><main><section><h2>Why</h2>" + paragraphs(4) +
      "</section><section><h2>Other tools</h2><ul><li>Frame</li><li>Premiere</li></ul></section></main></body>");
  CHECK(has(text, "Other tools"));
  CHECK(has(text, "Premiere"));
}

TEST_CASE("content: a source with its URL written out is kept anywhere among the paragraphs", "[content]") {
  const std::string source = "<p>Source: <a href='https://arxiv.org/abs/1'>https://arxiv.org/abs/1</a></p>";
  CHECK(has(article_text(source + paragraphs(4)), "Source: https"));
  CHECK(has(article_text(paragraphs(2) + source + paragraphs(2)), "Source: https"));
  CHECK(has(article_text(paragraphs(4) + "<p>Issues: https://code.example.com/issues</p>"), "Issues: https"));
}

TEST_CASE("content: a first sentence that contains the title is kept", "[content]") {
  ContentHints hints;
  hints.url = "https://example.org/post";
  hints.title = "A proxy in ten minutes";
  const auto read = [&](const std::string& first) {
    return text_of("<body><article><p>" + first + "</p>" + paragraphs(4) + "</article></body>", hints);
  };
  CHECK(has(read("This shows how to set up a proxy in ten minutes."), "This shows how"));
  CHECK_FALSE(has(read("A proxy in ten minutes."), "A proxy in ten"));
}

TEST_CASE("content: a section of the text is kept even if its heading sounds like the end of the page", "[content]") {
  const std::string heading = "<h2>Join the conversation</h2>";
  const std::string below = "If you have questions about the course, you can ask the community, which answers most of "
                            "them within a day.";
  const auto read = [](const std::string& tail) {
    return article_text("<div class=a>" + paragraphs(5) + tail + "</article>");
  };
  const std::string text = read(heading + "<p class=b>" + below + "</p></div>");
  CHECK(has(text, "Join the conversation"));
  CHECK(has(text, "questions about the course"));
}

TEST_CASE("content: text about tags, and rows that begin like buttons, are kept", "[content]") {
  CHECK(has(article_text(paragraphs(2) + "<p>&lt;method&gt; or &lt;steps&gt;</p>" + paragraphs(2)), "<method>"));
  const std::string table =
      "<div><table><tr><td>Conversation ID</td><td>Primary issue</td></tr><tr><td>Share</td><td>of "
      "all</td></tr></table></div>";
  const std::string text = article_text(paragraphs(4) + table + paragraphs(2));
  CHECK(has(text, "Conversation ID | Primary issue"));
  CHECK(has(text, "Share | of all"));
}

TEST_CASE("content: a box after that of the paragraphs is removed, unless the article continues there", "[content]") {
  const std::string words = "A sentence that stands apart from the others and is as long as any of them, more or less";
  const auto read = [&](const std::string& box, const std::string& last = "") {
    return article_text("<div class='body'>" + paragraphs(5) + "</div><aside-box><div class='box'>" + box +
                        "</div></aside-box>" + last);
  };
  CHECK_FALSE(has(read("<span>" + words + ".</span>"), words));
  CHECK(has(read("<ul><li>" + words + ".</li><li>Second</li><li>Third</li></ul>"), words));
  CHECK(has(read("<table><tr><th>What</th><th>How many</th></tr><tr><td>" + words + "</td><td>7</td></tr></table>"),
            words));
  CHECK(has(read("<h4>Why?</h4><span>" + words + ".</span><h4>For whom?</h4><span>" + words + ".</span>"), words));
  CHECK(
      has(read("<h3>Acknowledgments</h3><span>" + words + ".</span><h3>Contributions</h3><span>" + words + ".</span>"),
          words));
  CHECK(has(read("<pre>run --all</pre><span>" + words + ".</span>"), words));
  const std::string same = "<div class='body'>" + paragraph(7) + "</div>";
  CHECK(has(read("<span>" + words + ".</span>", same), words)); // it is between paragraphs
  const ContentHints undated{.title = "", .url = "", .article_body = "", .is_dated = false};
  CHECK(has(text_of("<body><main><div class='body'>" + paragraphs(5) + "</div><div class='box'><span>" + words +
                        ".</span></div></main></body>",
                    undated),
            words));
}

} // namespace authors_lines_test
