// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/pdf/pdf_page.h"

#include <string>

#include <catch2/catch.hpp>

using trawl::pdf::pdf_page;

namespace pdf_page_test {

const std::string kFonts = R"(<page number="1" position="absolute" top="0" left="0" height="1262" width="892">
  <fontspec id="0" size="26" family="AB+CMR17" color="#000000"/>
  <fontspec id="1" size="18" family="AB+CMR12" color="#000000"/>
  <fontspec id="2" size="15" family="AB+CMR10" color="#000000"/>
  <fontspec id="3" size="18" family="AB+CMBX12" color="#000000"/>
  <fontspec id="4" size="15" family="AB+LMMono10" color="#000000"/>
)";

std::string text(int top, int left, int width, int font, const std::string& html) {
  return "<text top=\"" + std::to_string(top) + "\" left=\"" + std::to_string(left) + "\" width=\"" +
         std::to_string(width) + "\" height=\"15\" font=\"" + std::to_string(font) + "\">" + html + "</text>\n";
}

} // namespace pdf_page_test
using namespace pdf_page_test;

TEST_CASE("PDF page: title, authors and day come from the first sheet", "[pdf]") {
  const std::string page = pdf_page(
      kFonts + text(500, 20, 15, 2, "arXiv:2401.01234v2  [cs.CL]  5 Mar 2024") + text(100, 100, 400, 0, "Sparse") +
      text(130, 100, 400, 0, "Attention &amp; Memory") + text(170, 100, 100, 1, "Ada Example<i>∗+#</i>") +
      text(170, 400, 100, 1, "Bo de Sample") + text(190, 100, 300, 2, "University of Examples") +
      text(230, 200, 80, 3, "<b>Abstract</b>") + text(260, 100, 500, 2, "We study \"sparse\" attention."));
  CHECK(page.contains("<title>Sparse Attention &amp; Memory</title>"));
  CHECK(page.contains("<meta name=\"citation_author\" content=\"Ada Example\">\n<meta name=\"citation_author\" "
                      "content=\"Bo de Sample\">\n<meta name=\"citation_date\" content=\"2024-03-05\">"));
  CHECK(page.contains(
      "<h1>Sparse Attention &amp; Memory</h1>\n<h2>Abstract</h2>\n<p>We study \"sparse\" attention.</p>"));
  CHECK_FALSE(page.contains("University"));
}

TEST_CASE("PDF page: the name of a journal is not the title, though it is larger", "[pdf]") {
  const auto sheet = [](int number) {
    return "<page number=\"" + std::to_string(number) + "\" top=\"0\">\n" +
           text(30, 200, 300, 2, "B. Sample / Examples &amp; Tests 13 (2024) 1–5") +
           text(100, 85, 400, 2, "Text of sheet " + std::string(1, static_cast<char>('a' + number)) + " that is long.");
  };
  const std::string page = pdf_page(
      kFonts +
      "<fontspec id=\"5\" size=\"27\" family=\"AB+CMR17\"/>\n<fontspec id=\"6\" size=\"11\" family=\"AB+CMR8\"/>\n" +
      text(200, 100, 400, 0, "Sparse attention") + text(230, 100, 300, 0, "of tests") +
      text(260, 100, 80, 1, "Bo Sample") + text(256, 182, 6, 6, "a,b") + text(260, 190, 150, 1, ", Ada Ex") +
      text(260, 340, 60, 1, "ample") + text(256, 402, 6, 6, "a") + text(290, 100, 90, 2, "a b s t r a c t") +
      text(320, 100, 400, 2, "We test attention at some length.") +
      text(30, 200, 300, 2, "Examples &amp; Tests 13 (2024) 1–5") + text(100, 250, 300, 5, "Examples &amp; Tests") +
      sheet(2) + sheet(3) + sheet(4));
  CHECK(page.contains("<title>Sparse attention of tests</title>"));
  CHECK(page.contains("content=\"Bo Sample\">\n<meta name=\"citation_author\" content=\"Ada Example\">"));
  CHECK(page.contains("</h1>\n<p>abstract</p>\n<p>We test attention at some length.</p>"));
  CHECK_FALSE(page.contains("Examples &amp; Tests"));
}

TEST_CASE("PDF page: a title that the sheets repeat at their head is still the title", "[pdf]") {
  std::string xml = kFonts + text(100, 100, 400, 0, "Sparse attention") + text(170, 100, 100, 1, "Ada Example") +
                    text(230, 85, 400, 2, "Text that goes on for a while.");
  for (const char* sheet : {"2", "3", "4"}) {
    xml += "<page number=\"" + std::string(sheet) + "\" top=\"0\">\n" +
           text(30, 85, 300, 2, "Sparse attention, page " + std::string(sheet)) +
           text(100, 85, 400, 2, "More of the text of sheet " + std::string(sheet) + " here.");
  }
  CHECK(pdf_page(xml).contains("<title>Sparse attention</title>"));
}

TEST_CASE("PDF page: what a file writes before its title is not lost", "[pdf]") {
  const std::string page = pdf_page(kFonts + text(300, 85, 400, 2, "The text is written first in this file.") +
                                    text(60, 85, 300, 0, "A Title") + text(90, 85, 100, 1, "Ada Example"));
  CHECK(page.contains("<title>A Title</title>"));
  CHECK(page.contains("content=\"Ada Example\""));
  CHECK(page.contains("<p>The text is written first in this file.</p>"));
}

TEST_CASE("PDF page: lines become paragraphs, across columns too, and divided words whole", "[pdf]") {
  const std::string page =
      pdf_page(kFonts + text(100, 100, 400, 2, "The first line of a para-") +
               text(118, 85, 415, 2, "graph goes on <i>to the</i>") + text(136, 85, 100, 2, "left.") +
               text(154, 100, 400, 2, "Another one is indented and") +
               text(172, 85, 400, 2, "goes on in the other column") + text(100, 500, 400, 2, "where it ends."));
  CHECK(page.contains("<p>The first line of a paragraph goes on <i>to the</i> left.</p>\n"
                      "<p>Another one is indented and goes on in the other column where it ends.</p>"));
}

TEST_CASE("PDF page: numbered and named headings have levels, code keeps its columns", "[pdf]") {
  const std::string page = pdf_page(kFonts + text(60, 85, 300, 0, "A Title") + text(100, 85, 100, 3, "1 Introduction") +
                                    text(130, 85, 500, 2, "A long line of text, so that this is its size.") +
                                    text(160, 85, 100, 3, "2.1 A method") + text(190, 85, 60, 4, "def f(x):") +
                                    text(208, 117, 60, 4, "return x &lt; 1") + text(240, 85, 80, 3, "References"));
  CHECK(page.contains("<h2>1 Introduction</h2>"));
  CHECK(page.contains("<h3>2.1 A method</h3>\n<pre>def f(x):\n    return x &lt; 1</pre>\n<h2>References</h2>"));
}

TEST_CASE("PDF page: what sheets repeat at their edges is left out, and so are their numbers", "[pdf]") {
  std::string xml = kFonts;
  for (int sheet = 1; sheet <= 4; ++sheet) {
    if (sheet > 1) xml += "<page number=\"2\" top=\"0\">\n";
    xml += text(30, 85, 300, 2, "Journal of Examples " + std::to_string(sheet));
    for (int line = 0; line < 5; ++line)
      xml +=
          text(100 + 60 * line, 85, 500, 2, "Text " + std::string(1, static_cast<char>('a' + sheet * 5 + line)) + ".");
    xml += text(1200, 400, 20, 2, std::to_string(sheet));
  }
  const std::string page = pdf_page(xml);
  CHECK_FALSE(page.contains("Journal of Examples 2"));
  CHECK_FALSE(page.contains("<p>3</p>"));
  CHECK(page.contains("<p>Text k.</p>"));
}

TEST_CASE("PDF page: whatever the lines are, the page is small and has only its own elements", "[pdf]") {
  for (const char* hostile :
       {"", "<text", "<text top=\"1\">",
        "<text top=\"99999999999999\" left=\"-1\" font=\"x\"><script>x</script></text>", "<text></text>\n</text><text>",
        "<page >\n<fontspec id=\"0\" size=\"-5\"/>\n<text font=\"0\"><a href=\"x\">a</text>"}) {
    INFO(hostile);
    const std::string page = pdf_page(hostile);
    CHECK_FALSE(page.contains("<script"));
    CHECK_FALSE(page.contains("<a "));
    CHECK(page.size() < 500);
  }
}
