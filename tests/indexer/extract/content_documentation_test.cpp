// SPDX-License-Identifier: GPL-3.0-or-later
/// Documentation and technical articles as their generators write them: Sphinx, Docusaurus, mdBook, Quarto.
#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/boilerplate_names.h"
#include "tests/indexer/extract/content_support.h"

using namespace trawl;
using namespace trawl::extract;

TEST_CASE("documentation: headings stay, whatever they and their links are called", "[main_content]") {
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

TEST_CASE("documentation: code is no furniture, whatever it is called", "[main_content]") {
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

TEST_CASE("documentation: what build tools hang on a name says nothing", "[boilerplate]") {
  CHECK(roles_of_name("mdx-table_root__adKqa") == kNoRole);
  CHECK(roles_of_name("sidebar__adKqa") == kChrome);
  CHECK(roles_of_name("left_sidebar") == kChrome);
}

TEST_CASE("documentation: a section named after the table of contents is text", "[main_content]") {
  const std::string text =
      text_of("<main>" + paragraphs(6) + "<div id=toc_faq><h2>Questions</h2>" + paragraph(71) + paragraph(72) +
              paragraph(73) + "</div><div class=toc><a href='#a'>Beginning</a></div></main>");
  CHECK(has(text, "Paragraph 72"));
  CHECK_FALSE(has(text, "Beginning"));
}
