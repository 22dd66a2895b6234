// SPDX-License-Identifier: GPL-3.0-or-later
/// Documentation and technical articles as their generators write them: Sphinx, Docusaurus, mdBook, Quarto.
#include <string>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;

TEST_CASE("documentation: headings are kept, whatever their classes and those of their links", "[main_content]") {
  for (const std::string heading :
       {"<h2 class='anchor anchorWithStickyNavbar_LWe7'>Setting up</h2>",
        "<h2><a class=toc-backref role=doc-backlink href='#id1'>Setting up</a><a class=headerlink href='#x'>¶</a></h2>",
        "<h2 id=x><a class=header href='#x'>Setting up</a></h2>",
        "<h2><button class=accordion__button>Setting up"
        "</button></h2>",
        "<h2>Setting up <span class=badge>new</span><button>Copy</button></h2>"}) {
    CAPTURE(heading);
    const std::string text = text_of("<article>" + paragraphs(3) + heading + paragraphs(2) + "</article>");
    CHECK(has(text, "\n\nSetting up\n\n"));
  }
}

TEST_CASE("documentation: code is kept, whatever its classes", "[main_content]") {
  const std::string text = text_of("<article>" + paragraphs(3) +
                                   "<div class='sourceCode embed'><pre class='sourceCode python code-with-copy'>x = 1"
                                   "</pre></div>" +
                                   paragraph(4) + "</article>");
  CHECK(has(text, "x = 1"));
}

TEST_CASE("documentation: notes, tabs and signatures are text", "[main_content]") {
  const std::string text = text_of("<article>" + paragraphs(3) +
                                   "<div class='alert alert-info'><p>Mind the gap.</p></div>"
                                   "<div role=tabpanel hidden><pre>apt install it</pre></div>"
                                   "<dl><dt id='auth.LoginMixin.url'>class LoginMixin</dt><dd>" +
                                   paragraph(4) + "</dd></dl></article>");
  CHECK(has(text, "Mind the gap."));
  CHECK(has(text, "apt install it"));
  CHECK(has(text, "class LoginMixin"));
}

TEST_CASE("documentation: a section named after the table of contents is text", "[main_content]") {
  const std::string text =
      text_of("<main>" + paragraphs(6) + "<div id=toc_faq><h2>Questions</h2>" + paragraph(71) + paragraph(72) +
              paragraph(73) + "</div><div class=toc><a href='#a'>Beginning</a></div></main>");
  CHECK(has(text, "Paragraph 72"));
  CHECK_FALSE(has(text, "Beginning"));
}

TEST_CASE("documentation: a list of links is kept if the text introduces it", "[main_content]") {
  const auto list = [](const std::string& item) {
    return "<ul><li><a href=/a>" + item + " one</a></li><li><a href=/b>" + item + " two</a></li></ul>";
  };
  const std::string text =
      text_of("<article>" + paragraphs(3) + "<p>Many patches were sent:</p>" + list("Patch") + paragraph(4) +
              list("Teaser") + paragraph(5) + "<h2>Papers</h2>" + list("Paper") + paragraph(6) + "</article>");
  CHECK(has(text, "Patch one\nPatch two"));
  CHECK(has(text, "Paper one\nPaper two"));
  CHECK_FALSE(has(text, "Teaser"));
  CHECK(has(
      text_of("<article>" + paragraphs(3) + "<p>例如下面两篇博客：</p>" + list("Post") + paragraph(4) + "</article>"),
      "Post one\nPost two"));
}

TEST_CASE("documentation: paragraphs of links are kept if a line with a colon introduces them", "[main_content]") {
  const std::string text = text_of(
      "<article>" + paragraphs(3) + "<p><strong>Nodes</strong>:</p><p><a href=/a>Input</a></p>" +
      "<p><a href=/b>Output</a></p>" + paragraph(4) + "<p><a href=/c>Teaser</a></p>" + paragraph(5) + "</article>");
  CHECK(has(text, "Nodes:\n\nInput\n\nOutput\n\nParagraph 4"));
  CHECK_FALSE(has(text, "Teaser"));
}

TEST_CASE("documentation: short steps before the first code block are text", "[main_content]") {
  const std::string code =
      "<div class=language-sh><pre>docker run --interactive --tty --detach image:latest</pre></div>";
  const std::string text =
      text_of("<main><h1>Making images</h1><div><h2>From a container</h2><ol><li>Start it:</li></ol>" + code +
                  paragraph(1) + code + paragraph(2) + "<h2>Next steps</h2>" + paragraph(3) + "</div></main>",
              {.title = "Making images", .url = {}, .article_body = {}});
  CHECK(text.starts_with("From a container\n\nStart it:"));
  CHECK(has(text, "Next steps"));
}

TEST_CASE("documentation: a note of little more than code begins with its first line", "[main_content]") {
  const std::string text =
      text_of("<div class=post><h1>Addresses</h1><div class=body><p>The address of a public store is</p>"
              "<pre>http://name.s3-website-region.example.org</pre><p>and of yours</p>"
              "<pre>http://mine.s3-website-north.example.org</pre></div></div>",
              {.title = "Addresses", .url = {}, .article_body = {}});
  CHECK(text.starts_with("The address of"));
}

TEST_CASE("documentation: footnotes are kept, even after a list of other posts", "[main_content]") {
  const std::string text = text_of("<article>" + paragraphs(5) +
                                   "<h4>More Posts</h4><div><h3><a href=/a>Another</a></h3>"
                                   "</div><section class=footnotes><ol><li><p>A note on the first paragraph, of some "
                                   "length.</p></li></ol></section></article>");
  CHECK_FALSE(has(text, "Another"));
  CHECK(text.ends_with("A note on the first paragraph, of some length."));
}

TEST_CASE("documentation: notes with a linked number are not teasers", "[main_content]") {
  std::string notes;
  for (int i = 1; i < 5; ++i) {
    notes += "<div class=footnote><a href='#a'>" + std::to_string(i) + "</a><div>" + paragraph(90 + i) + "</div></div>";
  }
  CHECK(has(text_of("<div class=body>" + paragraphs(9) + notes + "</div>"), "Paragraph 92"));
}

TEST_CASE("documentation: an option that begins like a button is kept", "[main_content]") {
  const std::string text = text_of("<article>" + paragraphs(3) +
                                   "<ul><li>save_steps (int) is how often to save</li><li>"
                                   "print_steps (int) is how often to print</li></ul>" +
                                   paragraph(4) + "</article>");
  CHECK(has(text, "save_steps"));
  CHECK(has(text, "print_steps"));
}

TEST_CASE("documentation: an undated overview keeps its teasers, an article does not", "[main_content]") {
  std::string cards;
  for (int i = 0; i < 4; ++i) {
    cards += "<section><div><h3><a href=/" + std::to_string(i) + ">Guide " + std::to_string(i) + "</a></h3>" +
             paragraph(i) + "</div></section>";
  }
  const std::string page = "<main><section><div>" + paragraphs(2) + "</div></section><section><div>" + paragraph(8) +
                           paragraph(9) + "</div></section>" + cards + "</main>";
  ContentHints hints{.title = "Guides", .url = {}, .article_body = {}, .is_dated = false};
  CHECK(has(text_of(page, hints), "Guide 3"));
  hints.is_dated = true;
  CHECK_FALSE(has(text_of(page, hints), "Guide 3"));
}

TEST_CASE("documentation: the items of a list of tasks are text", "[main_content]") {
  const std::string text = text_of("<article>" + paragraphs(3) +
                                   "<ul><li><label><input type=checkbox checked>Measure it twice</label></li>"
                                   "<li><p><label><input type=checkbox>Cut it once</label></p></li></ul>" +
                                   paragraph(4) + "</article>");
  CHECK(has(text, "Measure it twice"));
  CHECK(has(text, "Cut it once"));
}

TEST_CASE("documentation: footnotes in an aside are kept at the end", "[main_content]") {
  CHECK(
      has(text_of("<article>" + paragraphs(5) +
                  "<aside class='footnote-list'><aside class=footnote role=doc-footnote><span class=label>[1]</span><p>"
                  "A note of some length on the first paragraph.</p></aside></aside></article>"),
          "A note of some length"));
}

TEST_CASE("documentation: head and foot of a section, and folded answers, are text", "[main_content]") {
  const std::string text = text_of(
      "<article>" + paragraphs(3) +
      "<section><header><h2>Part</h2><p>What this part is about, in one sentence.</p></header>" + paragraph(4) +
      "<footer><p>What this part has shown, in one sentence.</p></footer></section><div><div role=button>How long does "
      "a measurement take on one of these machines, and what does it cost?</div><nav class=w-dropdown-list><p>It takes "
      "an hour, most of which is spent waiting for the disk to answer.</p></nav></div>" +
      paragraph(5) + "<nav><a href=/>Home</a> The first page of this site, and where else to go from here.</nav>" +
      paragraph(6) + "</article>");
  CHECK(has(text, "What this part is about"));
  CHECK(has(text, "What this part has shown"));
  CHECK(has(text, "It takes an hour"));
  CHECK_FALSE(has(text, "Home"));
}

TEST_CASE("documentation: a heading with text below it is kept, whatever it says", "[main_content]") {
  for (const std::string heading : {"Copyright and training data", "Trending terms without a clock", "Next steps",
                                    "Newsletter mails as a test set", "Related posts in a corpus"}) {
    CAPTURE(heading);
    CHECK(has(text_of("<article>" + paragraphs(4) + "<h2>" + heading + "</h2>" + paragraph(5) + paragraph(6) +
                      paragraph(7) + "</article>"),
              "\n\n" + heading + "\n\n"));
  }
}

TEST_CASE("documentation: lines that link to other sites are sources, lines that link to the same site are not",
          "[main_content]") {
  const auto list = [](const std::string& host) {
    return "<ul><li><a href='https://" + host + "/a'>First paper</a></li><li><p><a href='https://" + host +
           "/b'>Second paper</a></p></li></ul>";
  };
  const auto read = [&](const std::string& host) {
    return text_of("<article>" + paragraphs(4) + list(host) + paragraph(5) + "</article>",
                   {.title = {}, .url = "https://blog.example.org/p", .article_body = {}});
  };
  CHECK(has(read("papers.example.com"), "First paper"));
  CHECK(has(read("papers.example.com"), "Second paper"));
  CHECK_FALSE(has(read("www.example.org"), "First paper"));
  CHECK(has(text_of("<article>" + paragraphs(4) +
                        "<div class=note><p>Paper: <a href='https://papers.example.com/long/address/of/a/paper'>"
                        "papers.example.com/long/address/of/a/paper</a></p></div>" +
                        paragraph(5) + "</article>",
                    {.title = {}, .url = "https://blog.example.org/p", .article_body = {}}),
            "Paper: papers"));
}

TEST_CASE("documentation: a section of an outline is not a teaser, however short", "[main_content]") {
  std::string sections;
  for (const char* name : {"One", "Two", "Three", "Four"}) {
    sections += std::string("<section class=level3><h3>Part ") + name +
                "</h3><p><a href=/v>Watch (21:52)</a></p><p>A few words on this part.</p></section>";
  }
  CHECK(has(text_of("<article>" + paragraphs(8) + sections + "</article>"), "Part Three"));
}

TEST_CASE("documentation: text that a style sheet hides is left out, a tab panel is kept", "[main_content]") {
  const std::string sentence = "<p>One more sentence of some length stands in this box.</p>";
  const auto read = [&](const std::string& attributes) {
    return text_of("<article>" + paragraphs(3) + "<div " + attributes + ">" + sentence + "</div>" + paragraph(4) +
                   "</article>");
  };
  CHECK(has(read("class='hidden md:block'"), "in this box"));
  CHECK(has(read("class='hidden-state'"), "in this box"));
  CHECK(has(read("class='prose overflow-hidden'"), "in this box"));
  CHECK(has(read("class='hidden' role=tabpanel"), "in this box"));
}

TEST_CASE("documentation: captions of tables and quotes are text", "[main_content]") {
  const std::string text = text_of(
      "<article>" + paragraphs(3) +
      "<table><caption><span class=caption-text>What each model scored.</span></caption><tr><td>a<td>1<tr><td>b<td>2"
      "</table><figure><blockquote><p>All models are wrong, and some of them are useful.</p></blockquote><figcaption "
      "class=source>George Box</figcaption></figure>" +
      paragraph(4) + "</article>");
  CHECK(has(text, "What each model scored."));
  CHECK(has(text, "George Box"));
}

TEST_CASE("documentation: the lines around highlighted code are text", "[main_content]") {
  const std::string code =
      "<div class=highlight><div class=line-wrap><pre>gather(parts)\n" + std::string(600, 'x') + "</pre></div></div>";
  const std::string text =
      text_of("<article class=post-content><ol><li>Each card computes<li>All are gathered</ol><p>The code:</p>" + code +
              "</article>");
  CHECK(has(text, "Each card computes"));
  CHECK(has(text, "The code:"));
}
