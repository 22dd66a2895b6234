// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/html.h"
#include "tests/support/random_content.h"
#include "tests/support/safe_html.h"

#include <catch2/catch.hpp>

namespace html_test {

using namespace trawl::content;

namespace {

Node text(std::string words) { return {.kind = Kind::Text, .text = std::move(words)}; }

} // namespace

TEST_CASE("content as HTML: any content is safe and balanced, with pictures and without", "[content]") {
  constexpr unsigned kSeed = 77;
  RandomContent random(kSeed);
  for (int round = 0; round < 3'000; ++round) {
    const Content content = random();
    for (const bool has_pictures : {false, true}) {
      const std::string html = to_html(content, {.has_pictures = has_pictures});
      INFO("seed " << kSeed << ", round " << round << "\n" << html);
      REQUIRE(what_is_unsafe(html).empty());
    }
  }
}

TEST_CASE("content as HTML: text cannot become markup, and unsafe addresses do not become links", "[content]") {
  const Content content{
      {.kind = Kind::Paragraph,
       .children = {text("<img onerror=\"x\"> & "),
                    {.kind = Kind::Link, .attribute = "javascript:alert(1)", .children = {text("x")}},
                    {.kind = Kind::Link, .attribute = "https://a.example/?a&b", .children = {text("y")}}}}};
  CHECK(to_html(content) == "<p>&lt;img onerror=&quot;x&quot;&gt; &amp; x<a href=\"https://a.example/?a&amp;b\" "
                            "rel=\"noopener noreferrer\">y</a></p>\n");
}

TEST_CASE("content as HTML: a picture is a link unless pictures are enabled", "[content]") {
  const Content content{{.kind = Kind::Picture, .text = "A cat", .attribute = "https://a.example/c.png"}};
  CHECK(to_html(content) ==
        "<p class=\"picture\"><a class=\"picture\" href=\"https://a.example/c.png\" rel=\"noopener noreferrer\">A cat"
        "</a></p>\n");
  CHECK(to_html(content, {.has_pictures = true}) ==
        "<p class=\"picture\"><img src=\"https://a.example/c.png\" alt=\"A cat\" loading=\"lazy\" "
        "referrerpolicy=\"no-referrer\"></p>\n");
}

TEST_CASE("content as HTML: if a picture's text is its caption, the link does not repeat it", "[content]") {
  const Node caption{.kind = Kind::Caption, .children = {{.kind = Kind::Text, .text = "Two gates"}}};
  const auto shown = [&](std::string alternative) {
    const Node picture{.kind = Kind::Picture, .text = std::move(alternative), .attribute = "https://a.example/x.png"};
    return to_html({{.kind = Kind::Figure, .children = {picture, caption}}}, {});
  };
  CHECK(shown("Two gates").contains(">Picture from a.example</a>"));
  CHECK(shown("Two gates, one open").contains(">Two gates, one open</a>"));
}

TEST_CASE("content as HTML: a picture between paragraphs is a block, one in a line or figure is not", "[content]") {
  const Node picture{.kind = Kind::Picture, .attribute = "https://a.example/c.png"};
  const auto starts = [](const Content& content, std::string_view html) {
    INFO(to_html(content));
    return to_html(content).starts_with(html);
  };
  CHECK(starts({{.kind = Kind::Quote, .children = {picture}}}, "<blockquote><p class=\"picture\"><a "));
  CHECK(starts({{.kind = Kind::Figure, .children = {picture}}}, "<figure><a "));
  CHECK(starts({{.kind = Kind::Paragraph, .children = {picture}}}, "<p><a "));
  CHECK(to_html({{.kind = Kind::Picture, .attribute = "javascript:x"}}).empty());
}

/// The HTML with marks at each `word` of the text that it shows.
HtmlContent with_marks(const Content& content, std::string_view word) {
  HtmlOptions options{.has_heading_ids = true};
  const std::string shown = shown_text(content, options);
  std::vector<TextRange> marks;
  for (std::size_t at = shown.find(word); at != std::string::npos; at = shown.find(word, at + word.size()))
    marks.push_back({at, at + word.size()});
  options.marks = marks;
  return to_html_content(content, options);
}

TEST_CASE("content as HTML: words are marked in the text, not in tags and references", "[content]") {
  const Node link{.kind = Kind::Link, .attribute = "https://amp.example/", .children = {text("x")}};
  CHECK(with_marks({{.kind = Kind::Paragraph, .children = {link, text(" & amp<amp>")}}}, "amp").html ==
        "<p><a href=\"https://amp.example/\" rel=\"noopener noreferrer\">x</a> &amp; "
        "<mark>amp</mark>&lt;<mark>amp</mark>&gt;</p>\n");
}

TEST_CASE("content as HTML: a word continues across inline elements, and ends with a block", "[content]") {
  const Node light{.kind = Kind::Emphasis, .children = {text("light")}};
  const HtmlContent split = with_marks({{.kind = Kind::Paragraph, .children = {text("flash"), light}}}, "flashlight");
  CHECK(split.html == "<p><mark>flash</mark><em><mark>light</mark></em></p>\n");
  CHECK(split.marks == 1);
  const auto item = [](const char* words) {
    return Node{.kind = Kind::Item, .children = {{.kind = Kind::Paragraph, .children = {text(words)}}}};
  };
  CHECK(with_marks({{.kind = Kind::List, .children = {item("flash"), item("light")}}}, "flashlight").marks == 0);
  CHECK(with_marks({{.kind = Kind::Paragraph, .children = {text("flash")}}, {.kind = Kind::Code, .text = "flash = 1"}},
                   "flash")
            .marks == 2);
}

TEST_CASE("content as HTML: headings can have ids as link targets", "[content]") {
  const HtmlContent content = with_marks(
      {{.kind = Kind::Heading, .number = 1, .children = {text("Why & how")}},
       {.kind = Kind::Heading, .number = 3, .children = {text("The "), {.kind = Kind::CodeSpan, .text = "flash"}}}},
      "flash");
  CHECK(content.html == "<h2 id=\"part-1\">Why &amp; how</h2>\n"
                        "<h3 id=\"part-2\">The <code><mark>flash</mark></code></h3>\n");
  REQUIRE(content.headings.size() == 2);
  CHECK(content.headings[0].html == "Why &amp; how");
  CHECK(content.headings[1].html == "The flash");
  CHECK(content.headings[1].level == 3);
}

TEST_CASE("content as HTML: a picture that is not shown is called by its file where that is words, else by its server",
          "[content]") {
  const auto name = [](const std::string& address) {
    return picture_name({.kind = Kind::Picture, .attribute = address}, "");
  };
  CHECK(name("https://a.example/posts/saddle-point.png") == "Picture: saddle point");
  CHECK(name("https://a.example/yolov2_loc-prediction.png#center?x-y") == "Picture: yolov2 loc prediction");
  CHECK(name("https://a.example:81/20230312170956.png") == "Picture from a.example:81");
  CHECK(name("https://someone@a.example/fig1.png?of=many-words-here") == "Picture from a.example");
  CHECK(name("https://a.example") == "Picture from a.example");
  CHECK(name("") == "Picture from ");
}

TEST_CASE("content as HTML: a header of a table without words is no header", "[content]") {
  const Node empty{.kind = Kind::Cell, .flag = true};
  const Node named{.kind = Kind::Cell, .flag = true, .children = {text("Model")}};
  const std::string html =
      to_html({{.kind = Kind::Table, .children = {{.kind = Kind::Row, .children = {empty, named}}}}});
  CHECK(html.contains("<td></td>\n<th>Model</th>"));
}

TEST_CASE("content as HTML: cells are aligned, and by nothing else", "[content]") {
  const auto cell = [](const char* alignment) {
    return Node{.kind = Kind::Cell, .attribute = alignment, .children = {text("x")}};
  };
  const std::string html =
      to_html({{.kind = Kind::Table, .children = {{.kind = Kind::Row, .children = {cell("right"), cell("\"><p>")}}}}});
  CHECK(html.contains("<td align=\"right\">x</td>\n<td>x</td>"));
}

TEST_CASE("content as HTML: a heading is one level below the one it stands under, the title is the page's only h1",
          "[content]") {
  const auto levels = [](std::initializer_list<std::uint32_t> numbers) {
    Content content;
    for (const std::uint32_t number : numbers) content.push_back({.kind = Kind::Heading, .number = number});
    Content quoted{{.kind = Kind::Quote, .children = content}};
    std::vector<std::uint32_t> out;
    for (const HtmlHeading& heading : to_html_content(quoted, {.has_heading_ids = true}).headings)
      out.push_back(heading.level);
    return out;
  };
  CHECK(levels({1, 2, 2, 3, 1, 6}) == std::vector<std::uint32_t>{2, 3, 3, 4, 2, 3});
  CHECK(levels({2, 3, 4}) == std::vector<std::uint32_t>{2, 3, 4});
  CHECK(levels({3, 2}) == std::vector<std::uint32_t>{2, 2});
  CHECK(levels({2, 4, 4, 3}) == std::vector<std::uint32_t>{2, 3, 3, 3});
  CHECK(levels({1, 2, 3, 4, 5, 6}) == std::vector<std::uint32_t>{2, 3, 4, 5, 6, 6});
}

std::string without(std::string html, const std::string& part) {
  for (std::size_t at = html.find(part); at != std::string::npos; at = html.find(part, at)) html.erase(at, part.size());
  return html;
}

TEST_CASE("content as HTML: marks add only balanced elements, whatever the content", "[content]") {
  constexpr unsigned kSeed = 11;
  RandomContent random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    const Content content = random();
    const HtmlContent marked = with_marks(content, "a");
    INFO("seed " << kSeed << ", round " << round << "\n" << marked.html);
    REQUIRE(what_is_unsafe(without(without(marked.html, "<mark>"), "</mark>")).empty());
    REQUIRE(without(without(marked.html, "<mark>"), "</mark>") ==
            to_html_content(content, {.has_heading_ids = true}).html);
    bool is_open = false;
    for (std::size_t at = marked.html.find("mark>"); at != std::string::npos; at = marked.html.find("mark>", at + 1)) {
      REQUIRE((marked.html[at - 1] == '/') == is_open);
      is_open = !is_open;
    }
    REQUIRE_FALSE(is_open);
  }
}

TEST_CASE("content as HTML: code keeps its characters and names its language", "[content]") {
  CHECK(to_html({{.kind = Kind::Code, .text = "if a < b:\n\tpass", .attribute = "python"}}) ==
        "<pre><code class=\"language-python\">if a &lt; b:\n\tpass\n</code></pre>\n");
}

TEST_CASE("content as HTML: runs of code are coloured, and marks go through them", "[content]") {
  const Content content{{.kind = Kind::Code, .text = "if flash():\n", .attribute = "py"}};
  HtmlOptions options{.has_code_colours = true};
  CHECK(to_html_content(content, options).html == "<pre><code class=\"language-py\"><span class=\"keyword\">if</span> "
                                                  "flash():\n</code></pre>\n");
  const std::vector<TextRange> marks{
      {shown_text(content, options).find("if"), shown_text(content, options).find("sh()")}};
  options.marks = marks;
  const HtmlContent marked = to_html_content(content, options);
  CHECK(marked.html == "<pre><code class=\"language-py\"><span class=\"keyword\"><mark>if</mark></span><mark> "
                       "fla</mark>sh():\n</code></pre>\n");
  CHECK(marked.marks == 1);
}

TEST_CASE("content as HTML: a page has a limited number of coloured runs", "[content]") {
  std::string numbers;
  for (int i = 0; i < 20'000; ++i) numbers += "1 ";
  const Node code{.kind = Kind::Code, .text = numbers, .attribute = "py"};
  const std::string html = to_html_content({code, code}, {.has_code_colours = true}).html;
  CHECK(html.size() < numbers.size() / 2 * 40);
  CHECK(html.find("<span class=\"number\">") < html.find("</pre>")); // the first is coloured
}

TEST_CASE("content as HTML: a formula is MathML where it can be written, else code", "[content]") {
  const Content content{{.kind = Kind::Paragraph,
                         .children = {{.kind = Kind::Text, .text = "If "},
                                      {.kind = Kind::Formula, .text = "x<y"},
                                      {.kind = Kind::Text, .text = " and "},
                                      {.kind = Kind::Formula, .flag = true, .text = "\\bad"}}}};
  HtmlOptions options;
  options.write_formula = [](std::string_view tex, bool is_displayed) {
    return tex == "x<y" && !is_displayed ? "<math>M</math>" : "";
  };
  CHECK(to_html(content, options) == "<p>If <span class=\"formula\"><math>M</math></span> and <code class=\"formula "
                                     "display\">\\bad</code>\n</p>\n");
}

TEST_CASE("content as HTML: a mark within a formula marks the whole formula, and the marks after it stay in place",
          "[content]") {
  const Content content{
      {.kind = Kind::Paragraph,
       .children = {{.kind = Kind::Formula, .text = "\\alpha + \\beta"}, {.kind = Kind::Text, .text = " is beta"}}}};
  HtmlOptions options;
  options.write_formula = [](std::string_view, bool) { return "<math>M</math>"; };
  const std::string text = shown_text(content, options);
  const std::size_t first = text.find("beta"), second = text.rfind("beta");
  const std::vector<TextRange> marks{{first, first + 4}, {second, second + 4}};
  options.marks = marks;
  const HtmlContent html = to_html_content(content, options);
  CHECK(html.html == "<p><span class=\"formula\"><mark><math>M</math></mark></span> is <mark>beta</mark></p>\n");
  CHECK(html.marks == 2);
}

TEST_CASE("content as HTML: the table of contents has the formulas of headings", "[content]") {
  const Content content{{.kind = Kind::Heading,
                         .number = 2,
                         .children = {{.kind = Kind::Text, .text = "Why "}, {.kind = Kind::Formula, .text = "x"}}}};
  HtmlOptions options{.has_heading_ids = true};
  options.write_formula = [](std::string_view, bool) { return "<math>M</math>"; };
  CHECK(to_html_content(content, options).headings[0].html == "Why <math>M</math>");
}

} // namespace html_test
