// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctime>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;

TEST_CASE("main content: the box with most running text and least boilerplate", "[main_content]") {
  const std::string text =
      text_of("<nav><a href=/a>Home</a></nav><div class=x><h2>Section</h2>" + paragraphs(6) +
              "</div><div class=y><a href=/1>One</a><a href=/2>Two</a></div><footer>Imprint</footer>");
  CHECK(text.starts_with("Section\n\nParagraph 0"));
  CHECK(text.ends_with("should be believed."));
  CHECK_FALSE(has(text, "Home"));
  CHECK_FALSE(has(text, "Two"));
}

TEST_CASE("main content: title, byline and date before the text are removed", "[main_content]") {
  const std::string text = text_of("<article><h1>A Finding of Note</h1><p>By Jane Doe</p><p>March 3, 2024</p>" +
                                       paragraphs(5) + "</article>",
                                   {.title = "A Finding of Note", .url = {}, .article_body = {}});
  CHECK(text.starts_with("Paragraph 0"));
}

TEST_CASE("main content: a related list in the middle is removed, the article after it is kept", "[main_content]") {
  const std::string related =
      "<p>Related articles</p><ul><li><a href=/a>Another finding</a></li><li><a href=/b>More of it</a></li></ul>";
  const std::string text =
      text_of("<article>" + paragraphs(4) + related + paragraph(7) + paragraph(8) + paragraph(9) + "</article>");
  CHECK_FALSE(has(text, "Another finding"));
  CHECK(has(text, "Paragraph 9"));
}

TEST_CASE("main content: teasers of other articles are recognised by their form", "[main_content]") {
  std::string cards;
  for (int i = 0; i < 4; ++i) {
    cards += "<div class=c><h3><a href=/n>Heading of another article</a></h3><p>What it is about, told in a sentence "
             "or so, no more.</p></div>";
  }
  const std::string text = text_of("<main>" + paragraphs(8) + cards + "</main>");
  CHECK(has(text, "Paragraph 7"));
  CHECK_FALSE(has(text, "told in a sentence"));
}

TEST_CASE("main content: comments are text only in a discussion", "[main_content]") {
  const std::string comments = "<section class=comments><div class=comment><p>I disagree with every word of this, for "
                               "reasons I shall give at length.</p></div></section>";
  const std::string page = "<article>" + paragraphs(6) + "</article>" + comments;
  CHECK_FALSE(has(text_of(page), "I disagree"));
  CHECK(has(text_of("<body>" + page, {.title = {}, .url = "https://forum.example.org/t/1", .article_body = {}}),
            "I disagree"));
}

TEST_CASE("main content: captions are removed, code and tables are kept", "[main_content]") {
  const std::string text =
      text_of("<article>" + paragraphs(3) +
              "<figure><img src=x><figcaption>A caption</figcaption></figure>"
              "<pre>def f():\n    return 1</pre><table><tr><th>model<th>score<tr><td>a<td>1</table>" +
              paragraphs(2) + "</article>");
  CHECK_FALSE(has(text, "A caption"));
  CHECK(has(text, "def f():\n    return 1"));
  CHECK(has(text, "model | score\na | 1"));
}

TEST_CASE("main content: long hidden text is kept, short hidden text is removed", "[main_content]") {
  const std::string text = text_of("<article>" + paragraphs(5) + "<div style='display:none'>" + paragraph(77) +
                                   paragraph(78) + "</div><div hidden>Please wait</div></article>");
  CHECK(has(text, "Paragraph 78"));
  CHECK_FALSE(has(text, "Please wait"));
}

TEST_CASE("main content: a page of few words keeps them", "[main_content]") {
  CHECK(text_of("<h1>Head</h1><p>Only these.</p>") == "Head\n\nOnly these.");
  CHECK(text_of("").empty());
}

TEST_CASE("main content: the text in the page's data is used when the page shows none", "[main_content]") {
  const std::string body(600, 'x');
  CHECK(text_of("<div id=app></div>", {.title = {}, .url = {}, .article_body = body}) == body);
  CHECK(text_of("<article>" + paragraphs(9) + "</article>", {.title = {}, .url = {}, .article_body = body}) != body);
}

TEST_CASE("main content: class names inside code and sentences remove nothing", "[main_content]") {
  const std::string text = text_of(
      "<article>" + paragraphs(3) + "<pre>x = 1 <span class='token comment'># why</span></pre><p>Read the " +
      "<a href=/m class='label'><b class='label'>Manual</b></a> before you begin.</p>" + paragraph(4) + "</article>");
  CHECK(has(text, "# why"));
  CHECK(has(text, "the Manual before"));
}

TEST_CASE("main content: a sentence among the paragraphs that begins like a button is kept", "[main_content]") {
  const std::string text =
      text_of("<article>" + paragraphs(3) + "<p>Next, install the package that your system offers.</p><p>Next</p>" +
              paragraph(4) + "</article>");
  CHECK(has(text, "Next, install"));
}

TEST_CASE("main content: a repetition among the paragraphs is kept, a second rendering is removed", "[main_content]") {
  const std::string twice = paragraph(1) + paragraph(2) + paragraph(3);
  const std::string refrain = text_of("<article>" + paragraphs(6) + paragraph(2) + paragraph(7) + "</article>");
  CHECK(refrain.rfind("Paragraph 2") != refrain.find("Paragraph 2"));
  const std::string boxes = text_of("<main><div>" + paragraphs(9) + "</div><div class=b>" + twice + "</div></main>");
  CHECK(boxes.rfind("Paragraph 2") == boxes.find("Paragraph 2"));
}

TEST_CASE("main content: a heading like the title does not cut the introduction above it", "[main_content]") {
  const std::string text =
      text_of("<article><h1>How Much It Costs to Run</h1>" + paragraph(1) + "<h2>How Much It Costs to Run</h2>" +
                  paragraph(2) + paragraph(3) + paragraph(4) + "</article>",
              {.title = "How Much It Costs to Run", .url = {}, .article_body = {}});
  CHECK(text.starts_with("Paragraph 1"));
}

TEST_CASE("main content: a list of news above the article is not the article", "[main_content]") {
  std::string news;
  for (int i = 0; i < 9; ++i) {
    news +=
        "<li><a href=/n>Headline of something that happened elsewhere</a> What it was, told at some length, as lists "
        "of news do under each of their headlines, number " +
        std::to_string(i) + ".</li>";
  }
  const std::string text =
      text_of("<div><div class=b><ul>" + news + "</ul></div><div class=a><h2>A Finding of Note</h2>" + paragraphs(4) +
                  "</div></div>",
              {.title = "A Finding of Note", .url = {}, .article_body = {}});
  CHECK(text.starts_with("Paragraph 0"));
}

TEST_CASE("main content: a first sentence full of links opens the article", "[main_content]") {
  const std::string lead = "<p>Today <a href=/a>a new model of some size</a> and <a href=/b>a larger data set</a> came "
                           "out, from two laboratories.</p>";
  CHECK(
      text_of("<article><p><a href=/x>Home</a></p>" + lead + paragraphs(5) + "</article>").starts_with("Today a new"));
}

TEST_CASE("main content: a linked heading is kept above its paragraph, and removed elsewhere", "[main_content]") {
  const std::string text =
      text_of("<article>" + paragraphs(3) + "<h2><a href=/a>A model is out</a></h2>" + paragraph(3) +
              "<h2><a href=/b>What others read</a></h2><div>Photo</div>" + paragraph(4) + "</article>");
  CHECK(has(text, "A model is out"));
  CHECK_FALSE(has(text, "What others read"));
}

TEST_CASE("main content: an undated page of many boxes keeps its headings and links", "[main_content]") {
  std::string boxes;
  for (int i = 0; i < 6; ++i) {
    boxes += "<section><div><h3><a href=/" + std::to_string(i) + ">Offer " + std::to_string(i) + "</a></h3>" +
             paragraph(i) + paragraph(i + 20) + paragraph(i + 40) + paragraph(i + 60) + "</div></section>";
  }
  ContentHints hints{.title = "Offers", .url = {}, .article_body = {}, .is_dated = false};
  CHECK(has(text_of("<main>" + boxes + "</main>", hints), "Offer 3"));
  hints.is_dated = true;
  CHECK_FALSE(has(text_of("<main>" + boxes + "</main>", hints), "Offer 3"));
}

TEST_CASE("main content: a page with thousands of linked titles takes linear time", "[main_content]") {
  const ContentHints hints;
  const auto seconds_for = [&](const std::string& part, int times) {
    std::string html = "<article>" + paragraphs(5) + "<p>";
    for (int i = 0; i < times; ++i) html += "Most of the text is in the first of all parts. ";
    for (int i = 0; i < times; ++i) html += part;
    const auto dom = html::Dom::parse(html + "</article>");
    REQUIRE(dom.has_value());
    const std::clock_t begin = std::clock();
    NameLookup names;
    CHECK(has(read_main_content(*dom, names, hints).text, "Paragraph 4"));
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  const std::string part = "<h2><a href=/x>Another article</a></h2>";
  CHECK(seconds_for(part, 16'000) < 8 * seconds_for(part, 4'000) + 0.1);
}

TEST_CASE("main content: below the last sentence, sources and text are kept, other lines are removed",
          "[main_content]") {
  const auto read = [](const std::string& tail) {
    return text_of("<article><div>" + paragraphs(5) + tail + "</article>",
                   {.title = {}, .url = "https://blog.example.org/p", .article_body = {}});
  };
  CHECK(has(read("<p>Source code: <a href='https://code.example.com/x'>code.example.com/x</a></p></div>"),
            "Source code"));
  CHECK(has(read("<p>8 queens and 146 legal moves for white</p></div>"), "8 queens"));
  CHECK(has(read("<p>这些方法的源代码都可以下载</p></div>"), "这些方法"));
  CHECK_FALSE(has(read("<p>Filed here</p></div>"), "Filed here"));
}
