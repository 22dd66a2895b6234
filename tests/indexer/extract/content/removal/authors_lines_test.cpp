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

TEST_CASE("content: a first sentence that ends with its link is kept", "[content]") {
  const std::string text =
      article_text("<p>We’re thrilled to announce the <a href='/e'>results of this year’s election of the steering "
                   "committee</a>.</p>"
                   "<p><a href='/e'>Results of this year’s election of the steering committee are out now</a>.</p>" +
                   paragraphs(4));
  CHECK(has(text, "We’re thrilled"));
  CHECK_FALSE(has(text, "are out now"));
}

TEST_CASE("content: items above and below the text of their list are kept with it", "[content]") {
  const std::string text =
      article_text("<ul><li><a href='/a'>The first</a></li>"
                   "<li>An item that is long enough to be running text, as it goes on for more than a line.</li>"
                   "<li><a href='/b'>The last</a></li></ul>");
  CHECK(has(text, "The first"));
  CHECK(has(text, "The last"));
  CHECK_FALSE(has(article_text(paragraphs(4) + "<ul><li><a href='/a'>Another page</a></li></ul>"), "Another page"));
}

TEST_CASE("content: rows above and below the text of their table are kept with it", "[content]") {
  const auto row = [](const std::string& name, const std::string& about) {
    return "<tr><td><a href='/n'>" + name + "</a></td><td>" + about + "</td></tr>";
  };
  const std::string about =
      "A note with so many words about what it holds that nobody would take it for a menu, at all.";
  const std::string text =
      article_text("<table>" + row("Jobs and how they are scheduled", "briefly") + row("Pods", about) +
                   row("Containers and what is in them", "more") + "</table>");
  CHECK(has(text, "Jobs and how"));
  CHECK(has(text, "Containers and"));
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

TEST_CASE("content: a last heading is kept if it heads a picture", "[content]") {
  CHECK(has(article_text(paragraphs(4) + "<h3>Shears</h3><p><img src='/shear.png'></p>"), "Shears"));
  CHECK_FALSE(has(article_text(paragraphs(4) + "<h3>Shears</h3><p></p>"), "Shears"));
}

TEST_CASE("content: quotes belong to the paragraphs around them", "[content]") {
  CHECK(has(article_text("<blockquote><p>In God we trust. All others bring data. ~ W. Edwards Deming</p></blockquote>" +
                         paragraphs(3)),
            "In God we trust"));
  CHECK(has(article_text(paragraphs(3) + "<blockquote><p>With thanks to all of the teams</p></blockquote>"),
            "With thanks"));
}

TEST_CASE("content: references after figures that were never closed are kept", "[content]") {
  const std::string text =
      article_text(paragraphs(2) + "<figure><img src='/1.png'><p>" + std::string("A caption.") + "</p>" +
                   "<h2>Results</h2>" + paragraphs(4) + "<figure><img src='/2.png'>" + paragraphs(2) +
                   "<h2>References</h2><p>[1] <a href='https://arxiv.org/abs/3'>Ann Lee, Deep things, 2018</a></p>");
  CHECK(has(text, "[1] Ann Lee"));
}

TEST_CASE("content: if most paragraphs are in items, those beside the items belong to the article, too", "[content]") {
  std::string items;
  for (int i = 0; i < 6; ++i) items += "<li>" + paragraph(i) + "</li>";
  const std::string text =
      article_text(paragraph(7) + "<ul>" + items + "</ul>" + paragraph(8) +
                   "<p>Issues</p><ul><li><p><a href='https://github.com/x/1'>Action items</a></p></li></ul>");
  CHECK(has(text, "Issues"));
  CHECK(has(text, "Action items"));
}

TEST_CASE("content: if boxes contain most of the text, the paragraphs around them belong to the article", "[content]") {
  std::string chats;
  for (int i = 0; i < 5; ++i) chats += "<div class='chat'><div>" + paragraph(i) + "</div></div>";
  const std::string text =
      article_text(paragraphs(3) + chats + paragraphs(1) +
                   "<ul><li>Code: <a href='https://github.com/x'>https://github.com/x</a></li></ul>");
  CHECK(has(text, "Code: https://github.com/x"));
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
  CHECK_FALSE(has(
      article_text(paragraphs(2) + "<p>Source: <a href='https://wire.example.com/'>The Wire</a></p>" + paragraphs(2)),
      "The Wire"));
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

TEST_CASE("content: a page's statements about itself in a separate box are removed", "[content]") {
  const std::string licence = "<p>Unless stated otherwise this text is under a Creative Commons license.</p>";
  const std::string call = "<h3>Corrections</h3><p>If you see mistakes, please open a ticket.</p>";
  CHECK_FALSE(
      has(article_text("<div>" + paragraphs(3) + "<div class=box>" + licence + "</div>" + paragraphs(3) + "</div>"),
          "Creative Commons"));
  CHECK(has(article_text("<div>" + paragraphs(3) + licence + paragraphs(3) + "</div>"), "Creative Commons"));
  const std::string tail = article_text("<div>" + paragraphs(5) + "</div><div class=box>" + call + "</div>");
  CHECK_FALSE(has(tail, "mistakes"));
  CHECK_FALSE(has(tail, "Corrections"));
  CHECK(has(article_text("<div>" + paragraphs(5) + call + "</div>"), "mistakes"));
}

TEST_CASE("content: a link that is only a symbol is a button", "[content]") {
  CHECK_FALSE(
      has(article_text(paragraphs(2) + "<div><a download href='data:text/plain,x'>⬇</a></div>" + paragraphs(2)), "⬇"));
  CHECK(has(article_text(paragraphs(2) + "<p>⬇</p>" + paragraphs(2)), "⬇"));
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

TEST_CASE("content: a small box with a field to type into is removed below the first paragraph", "[content]") {
  const std::string words = "A sentence beside a field, which is about as long as any other sentence of this page";
  const auto read = [&](const std::string& field, const std::string& tag = "div", int others = 0) {
    std::string text = "<p>" + words + ".</p>";
    for (int i = 0; i < others; ++i) text += paragraph(20 + i);
    return article_text(paragraphs(9) + "<" + tag + ">" + text + field + "</" + tag + ">" + paragraph(9));
  };
  for (const std::string field : {"<input>", "<input type='email'>", "<textarea></textarea>"}) {
    CAPTURE(field);
    CHECK_FALSE(has(read(field), words));
  }
  for (const std::string field : {"<input type='checkbox'>", "<input type='hidden'>", "<button>Go</button>"}) {
    CAPTURE(field);
    CHECK(has(read(field), words));
  }
  CHECK(has(read("<input>", "figure"), words));
  CHECK(has(read("<input>", "div", 9), words)); // a section
  CHECK(has(article_text("<div><p>" + words + ".</p><input></div>" + paragraphs(9)), words));
}

} // namespace authors_lines_test
