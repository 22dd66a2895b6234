// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/site/site_knowledge.h"

#include <algorithm>
#include <random>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/site/site_pages.h"

using namespace trawl;
using namespace trawl::extract;

namespace site_knowledge_test {

std::vector<std::string> pages_of(int count) {
  std::vector<std::string> pages;
  for (int page = 1; page <= count; ++page) {
    pages.push_back(made_page(page, "", "<p class=when>" + std::to_string(page) + " May 2024</p>"));
  }
  return pages;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("site: two pages show nothing, three show the content root", "[site]") {
  const auto pages = pages_of(3);
  CHECK_FALSE(learn_pages({pages[0], pages[1]}).is_known());
  const SiteKnowledge site = learn_pages(pages);
  CHECK(site.is_known());
  const Extract found = read_page_of(site, pages[0]);
  CHECK(holds(found.article.text, made_sentence(1, 1)));
  CHECK_FALSE(holds(found.article.text, "Workbench"));
  CHECK_FALSE(holds(found.article.text, "Latest"));
  CHECK_FALSE(holds(found.article.text, "Graz"));
}

TEST_CASE("site: what is learnt does not depend on the order of the pages", "[site][property]") {
  std::vector<PageProfile> profiles;
  for (int page = 1; page <= 9; ++page) {
    const std::string date = "<p class=when>" + std::to_string(page) + " May 2024</p>";
    for (const std::string& one :
         {made_page(page, "", date, page % 2 == 0 ? "<p class=tag><a href=/t>Tag</a></p>" : ""),
          "<body><div class=list><main>" + made_sentence(page, 7) + "</main></div></body>"}) {
      profiles.push_back(profile_page(one, "text/html; charset=utf-8").value());
    }
  }
  const SiteKnowledge site = SiteKnowledge::learn(profiles);
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(profiles.begin(), profiles.end(), random);
    REQUIRE(SiteKnowledge::learn(profiles) == site);
  }
}

TEST_CASE("site: nothing between the paragraphs is removed for its name or its words", "[site]") {
  const auto pages = pages_of(8);
  const SiteKnowledge site = learn_pages(pages);
  const std::string odd = "<div class='share-buttons menu comments'><p>Recommended (most features)</p></div>"
                          "<div id=newsletter-menu><p>Subscribe to the second axis</p></div>"
                          "<aside><ul><li><a href=/b>Related articles</a></li></ul></aside>"
                          "<div style='display:none'><p>An example behind a button</p></div>";
  const std::string text = read_page_of(site, made_page(1, odd)).article.text;
  CHECK(holds(text, "Recommended (most features)"));
  CHECK(holds(text, "Subscribe to the second axis"));
  CHECK(holds(text, "Related articles"));
  CHECK(holds(text, "An example behind a button"));
}

TEST_CASE("site: forms, dialogs and tables of contents leave the text wherever they are", "[site]") {
  const auto pages = pages_of(3);
  const SiteKnowledge site = learn_pages(pages);
  const std::string odd =
      "<h2 id=a>First part</h2><form><p>Your name please</p></form>"
      "<div role=dialog>Take our survey</div>"
      "<div><p>Contents</p><ul><li><a href='#a'>First part</a></li><li><a "
      "href='#b'>Second part</a></li></ul></div>"
      "<p>Two more places:</p><ul><li><a href='#a'>elsewhere</a></li><li><a href='#b'>and there</a></li></ul>"
      "<h2 id=b>Second part</h2>";
  const std::string text = read_page_of(site, made_page(1, odd)).article.text;
  CHECK_FALSE(holds(text, "Your name"));
  CHECK_FALSE(holds(text, "survey"));
  CHECK_FALSE(holds(text, "Contents"));
  CHECK(holds(text, "elsewhere")); // links into the page that are not its headings
  CHECK(holds(text, "First part"));
}

TEST_CASE("site: code that stands below itself once more, for a button, is read once", "[site]") {
  const std::string code = "<div class=cell><div class=light><pre><b>x</b> = 1\ny = 2\n</pre></div>\n<div class=copy>";
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) pages.push_back(made_page(page, code + "x = 1\ny = 2</div></div>"));
  pages.push_back(made_page(5, code + "x = 1\ny = 3</div></div>"));
  const auto count = [&](std::size_t page) {
    const std::string text = read_page_of(learn_pages(pages), pages[page]).article.text;
    std::size_t found = 0;
    for (std::size_t at = text.find("x = 1"); at != std::string::npos; at = text.find("x = 1", at + 1)) ++found;
    return found;
  };
  CHECK(count(0) == 1);
  CHECK(count(4) == 2);
}

TEST_CASE("site: the numbers of a notebook's cells are no text, other labels in brackets are", "[site]") {
  const auto cell = [](const std::string& number, const std::string& content) {
    return "<div class=cell><div class=left>" + number + "</div><div class=right>" + content + "</div></div>";
  };
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    pages.push_back(made_page(page, cell("In&nbsp;[3]:", "<pre>x = 1</pre>") + cell("[4]:", "<pre>y = 2</pre>") +
                                        cell("Out [4]:", "<p>2</p>") + cell("[5]:", "<p>A reference.</p>") +
                                        cell("Experiment [6]:", "<p>No.</p>") + cell("In [7]", "<pre>z</pre>") +
                                        "<div>In [8]:</div>"));
  }
  const std::string text = read_page_of(learn_pages(pages), pages[0]).article.text;
  for (const char* number : {"[3]", "[4]"}) CHECK_FALSE(holds(text, number));
  for (const char* label : {"[5]:", "Experiment [6]:", "In [7]", "In [8]:"}) CHECK(holds(text, label));
}

TEST_CASE("site: a table of contents may spell out the address of the page", "[site]") {
  const SiteKnowledge site = learn_pages(pages_of(3));
  const std::string list =
      "<dl><dt><a href='essay#a'>First part</a></dt><dt><a href='essay#b'>Second part</a></dt></dl>"
      "<h2 id=a>1. First part</h2><p>One.</p><h2 id=b>2. Second part</h2>";
  const std::string text = read_page_of(site, made_page(1, list)).article.text;
  CHECK(text.find("First part") == text.rfind("First part"));
  CHECK(holds(text, "1. First part"));
}

TEST_CASE("site: a table of contents may have paragraphs for entries", "[site]") {
  const SiteKnowledge site = learn_pages(pages_of(3));
  const std::string list = "<nav><h3>Contents</h3><div><a href='#a'>First part</a></div>"
                           "<ul><li><a href='#b'>A detail</a></li></ul><div><a href='#c'>Second part</a></div></nav>"
                           "<h2 id=a>First part</h2><h3 id=b>A detail</h3><h2 id=c>Second part</h2>";
  const std::string text = read_page_of(site, made_page(1, list)).article.text;
  CHECK_FALSE(holds(text, "Contents"));
  CHECK(text.find("First part") == text.rfind("First part"));
  CHECK(holds(text, "A detail"));
}

TEST_CASE("site: a list of some places of the page, not of a level of its headings, is the author's", "[site]") {
  const SiteKnowledge site = learn_pages(pages_of(3));
  std::string odd = "<p>The function has two forms:</p><ul><li><a href='#a'>listen(path)</a></li>"
                    "<li><a href='#b'>listen(port)</a></li></ul><h3 id=a>listen(path)</h3><h3 id=b>listen(port)</h3>";
  for (int i = 0; i < 5; ++i) odd += "<h3>other " + std::to_string(i) + "</h3><p>Text.</p>";
  const std::string text = read_page_of(site, made_page(1, odd)).article.text;
  CHECK(text.find("listen(path)") != text.rfind("listen(path)"));
}

TEST_CASE("site: a row of links below the text of each page is navigation", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) {
    const std::string row = "<table><tr><td><a href=/" + std::to_string(page - 1) + ">Essay " +
                            std::to_string(page - 1) + "</a><td><a href=/>Up</a></table>";
    pages.push_back(made_page(page, "", "", row));
  }
  CHECK_FALSE(holds(read_page_of(learn_pages(pages), pages[4]).article.text, "Up"));
}

TEST_CASE("site: a form around the whole text is no form", "[site]") {
  const SiteKnowledge site = learn_pages(pages_of(3));
  std::string page = made_page(1);
  page.replace(page.find("<h1>"), 4, "<form><h1>");
  page.replace(page.find("</div><div class=side>"), 6, "</form></div>");
  CHECK(holds(read_page_of(site, page).article.text, made_sentence(1, 2)));
}

TEST_CASE("site: a place that each of eight pages fills with a date or link leaves the edge of the text", "[site]") {
  const auto pages = pages_of(8);
  const Extract found = read_page_of(learn_pages(pages), pages[4]);
  CHECK_FALSE(holds(found.article.text, "May 2024"));
  const auto slot = std::ranges::find(found.dropped, "slot", &DroppedPart::rule);
  REQUIRE(slot != found.dropped.end());
  CHECK(slot->text == "5 May 2024");
  CHECK(holds(slot->why, "p.when, on 8 of 8 pages"));
}

TEST_CASE("site: the previous and the next page and a date above and below leave the edge of the text", "[site]") {
  const auto page = [](int number, bool has_list) {
    const auto card = [](int other) {
      return "<a class=card href=/e><p class=name>Essay " + std::to_string(other) + "</p><p class=begin>" +
             made_sentence(other, 1) + " " + made_sentence(other, 2) + "</p></a>";
    };
    const std::string day = std::to_string(number), date = "<div class=when><p>" + day + " May 2024</p></div>";
    const std::string list = "<ul class=more><li><a href=/f>Paper " + day + "</a></li><li><a href=/g>Code " + day +
                             "</a></li></ul>"; // an author may end each page with one
    return made_page(number, "", date, (has_list ? list : "") + date + card(number + 20) + card(number + 40));
  };
  const auto read = [&](bool has_list) {
    std::vector<std::string> pages;
    for (int number = 1; number <= 9; ++number) pages.push_back(page(number, has_list));
    return read_page_of(learn_pages(pages), page(5, has_list)).article.text;
  };
  CHECK(read(false).ends_with(made_sentence(5, 3)));
  CHECK_FALSE(holds(read(false), "2024"));
  CHECK(read(true).ends_with("Paper 5\nCode 5"));
}

TEST_CASE("site: a line that the author writes on every page stays", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) {
    pages.push_back(
        made_page(page, "", "<p class=motto>Measure first.</p>", "<p class=end>Thank you for reading.</p>"));
  }
  const std::string text = read_page_of(learn_pages(pages), pages[0]).article.text;
  CHECK(holds(text, "Measure first."));
  CHECK(holds(text, "Thank you for reading."));
}

TEST_CASE("site: a licence with a link and a dated notice below every page stay, a dated label goes", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) {
    pages.push_back(made_page(page, "", "<p class=version>Version of May 2024</p>",
                              "<p class=notice>The examples were last run in May 2024.</p>"
                              "<p class=licence>You may copy this text under the <a href=/l>Creative Commons "
                              "Attribution 4.0 International licence</a>.</p>"));
  }
  const std::string text = read_page_of(learn_pages(pages), pages[0]).article.text;
  CHECK(holds(text, "The examples were last run in May 2024."));
  CHECK(holds(text, "Creative Commons"));
  CHECK_FALSE(holds(text, "Version of May"));
}

TEST_CASE("site: a licence or notice that all pages have needs no full stop, a label or a mere link is none",
          "[site]") {
  const std::string licence = "This work is licensed under a <a href=/l>Creative Commons Attribution 4.0 licence</a>";
  const std::string notice = "Copyright 2020 the authors of the bench, all code under the MIT licence";
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) {
    pages.push_back(made_page(page, "", "<p class=menu>See <a href=/docs>the documentation of the bench</a></p>",
                              "<p class=notice>" + notice + "</p><p class=licence>" + licence + "</p>" +
                                  "<p class=year>© 2020 The Bench</p>"));
  }
  const std::string text = read_page_of(learn_pages(pages), pages[0]).article.text;
  CHECK(holds(text, "This work is licensed under a Creative Commons Attribution 4.0 licence"));
  CHECK(holds(text, notice));
  CHECK_FALSE(holds(text, "documentation"));
  CHECK_FALSE(holds(text, "The Bench"));
}

TEST_CASE("site: code, tables and captions at the edge of every page are the author's", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) {
    const std::string number = std::to_string(page);
    pages.push_back(made_page(page, "", "",
                              "<pre>run " + number + "</pre><table><tr><th>a<th>b<tr><td>2024<td>" + number +
                                  "</table><figure><img src=i.png><figcaption>Figure " + number +
                                  "</figcaption></figure>"));
  }
  const Article article = read_page_of(learn_pages(pages), pages[0]).article;
  CHECK(holds(article.text, "run 1"));
  CHECK(holds(article.text, "2024"));
  CHECK(article.captions == std::vector<std::string>{"Figure 1"});
}

TEST_CASE("site: links that most pages repeat at the edge of the text are a menu", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    pages.push_back(
        made_page(page, "", "<ul><li><a href=/1>First chapter</a></li><li><a href=/2>Second</a></li></ul>"));
  }
  const Extract found = read_page_of(learn_pages(pages), pages[0]);
  CHECK_FALSE(holds(found.article.text, "First chapter"));
  CHECK(std::ranges::find(found.dropped, "menu", &DroppedPart::rule) != found.dropped.end());
}

TEST_CASE("site: a page of a few words is read as its template says", "[site]") {
  auto pages = pages_of(8);
  const SiteKnowledge site = learn_pages(pages);
  const std::string note =
      "<html><body><div class=top><a href=/>The Workbench</a></div><div class=page><div class=share>"
      "<h1>A note</h1><p>Gone fishing.</p></div><div class=side>Latest: <a href=/x>Essay 9 about "
      "many things that were said long ago</a></div></div>"
      "<div class=foot>Made with care in Graz.</div></body></html>";
  CHECK(read_page_of(site, note).article.text == "Gone fishing.");
}

TEST_CASE("site: a page of another template is read as if it stood alone", "[site]") {
  const SiteKnowledge site = learn_pages(pages_of(8));
  const std::string other = "<body><main><h1>Another kind</h1><p>" + made_sentence(20, 1) + "</p><p>" +
                            made_sentence(20, 2) + "</p></main></body>";
  CHECK(holds(read_page_of(site, other).article.text, made_sentence(20, 2)));
}

TEST_CASE("site: titles lose what the site adds to them, and no heading but the title leaves the text", "[site]") {
  const SiteKnowledge site = learn_pages(pages_of(4));
  std::string page = made_page(1);
  CHECK(read_page_of(site, page).article.title == "Essay 1");
  page.replace(page.find("<title>Essay 1"), 14, "<title>Side bar name");
  const Extract renamed = read_page_of(site, page);
  CHECK(renamed.article.title == "Essay 1"); // at the place of the other pages' titles
  page.replace(page.find("<h1>Essay 1</h1>"), 16, "<h2>Essay one</h2>");
  const Extract without = read_page_of(site, page);
  CHECK(without.article.title == "Side bar name");
  CHECK(holds(without.article.text, "Essay one"));
}

TEST_CASE("site: what many titles begin with stays where the page's heading begins with it, too", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    std::string one = made_page(page);
    one.replace(one.find("<title>"), 7, "<title>Tutorial - ");
    if (page == 3) one.replace(one.find("<h1>Essay"), 16, "<div class=odd><h1>Tutorial - Essay 3</h1></div>");
    pages.push_back(one);
  }
  const SiteKnowledge site = learn_pages(pages);
  CHECK(read_page_of(site, pages[0]).article.title == "Essay 1");
  CHECK(read_page_of(site, pages[2]).article.title == "Tutorial - Essay 3");
}

TEST_CASE("site: where all pages have one title, the first heading of the text is the page's", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    std::string one = made_page(page);
    const std::string number = std::to_string(page);
    one.replace(one.find("<title>"), one.find("</title>") - one.find("<title>"), "<title>A book on kernels");
    one.replace(one.find("<h1>Essay"), 16, "<h2>Chapter " + number + "</h2>");
    one.insert(one.find("<div class=page>"), "<div class=head><h1>A book on kernels</h1></div>");
    pages.push_back(one);
  }
  const SiteKnowledge site = learn_pages(pages);
  const Extract found = read_page_of(site, pages[2]);
  CHECK(found.article.title == "Chapter 3");
  CHECK(holds(found.article.text, made_sentence(3, 1)));
}

TEST_CASE("site: a standfirst between the title and the root is the author's, a date is not", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    std::string more;
    for (int place = 20; place < 40; ++place) more += "<p>" + made_sentence(page, place) + "</p>";
    std::string one = made_page(page, more);
    const auto heading = "<h1>Essay " + std::to_string(page) + "</h1>";
    one.erase(one.find(heading), heading.size());
    one.insert(one.find("<div class=share>"), heading + "<p>" + made_sentence(page, 9) + "</p><p>1 May 2024</p>");
    pages.push_back(std::move(one));
  }
  const Extract found = read_page_of(learn_pages(pages), pages[2]);
  const std::string& text = found.article.text;
  CHECK(text.starts_with(made_sentence(3, 9)));
  CHECK(std::ranges::find(found.dropped, made_sentence(3, 9), &DroppedPart::text) == found.dropped.end());
  CHECK_FALSE(holds(text, "2024"));
}

TEST_CASE("site: a description below the title is a standfirst, also without an end of a sentence", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    const std::string number = std::to_string(page), heading = "<h1>Essay " + number + "</h1>";
    std::string one = made_page(page);
    one.erase(one.find(heading), heading.size());
    one.insert(one.find("<div class=share>"), heading + "<p>The state of the bench, part " + number + "</p>");
    one.insert(one.find("</head>"), "<meta name=description content='The state of the bench, part " + number + "'>");
    pages.push_back(std::move(one));
  }
  const Extract found = read_page_of(learn_pages(pages), pages[2]);
  CHECK(found.article.text.starts_with("The state of the bench, part 3\n\nOn page 3"));
  CHECK(std::ranges::find(found.dropped, "The state of the bench, part 3", &DroppedPart::text) == found.dropped.end());
}

TEST_CASE("site: a long title and a by-line are not taken for text on short pages", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 5; ++page) {
    const std::string number = std::to_string(page);
    pages.push_back("<body><article><h1>Descriptions of tools matter more than the tools, part " + number +
                    "</h1><p class=by>by Lena Fischer, Marco Silva · Published 2026-03-1" + number +
                    "</p><div class=content><p>" + made_sentence(page, 1) + "</p><p>" + made_sentence(page, 2) +
                    "</p></div></article></body>");
  }
  const SiteKnowledge site = learn_pages(pages);
  for (const std::string& page : pages) {
    CHECK(read_page_of(site, page).article.text.starts_with("On page"));
  }
}

TEST_CASE("site: four pages show where the date is", "[site]") {
  const auto pages = pages_of(4);
  CHECK_FALSE(holds(read_page_of(learn_pages(pages), pages[2]).article.text, "May 2024"));
}

TEST_CASE("site: a dated line above the text is no standfirst, though it ends in a label", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    const std::string number = std::to_string(page);
    std::string one = made_page(page);
    const auto heading = "<h1>Essay " + number + "</h1>";
    one.erase(one.find(heading), heading.size());
    one.insert(one.find("<div class=share>"), heading + "<div class=meta>May " + number +
                                                  ", 2024 · 7 min · 1234 words · The Bench Team | Translations:</div>");
    pages.push_back(std::move(one));
  }
  CHECK(read_page_of(learn_pages(pages), pages[1]).article.text.starts_with(made_sentence(2, 1)));
}

TEST_CASE("site: in the header around the title labels and dates go, a standfirst stays", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    const std::string number = std::to_string(page);
    std::string one = made_page(page);
    const auto heading = "<h1>Essay " + number + "</h1>";
    one.replace(one.find(heading), heading.size(),
                "<header>" + heading + "<div>" + (page == 3 ? "" : made_sentence(page, 9)) +
                    "</div><div>Author</div><p>Ada Example</p><div>Published</div><p>May " + number +
                    ", 2024</p></header>");
    pages.push_back(std::move(one));
  }
  const SiteKnowledge site = learn_pages(pages);
  CHECK(read_page_of(site, pages[1]).article.text.starts_with(made_sentence(2, 9) + "\n\n" + made_sentence(2, 1)));
  CHECK(read_page_of(site, pages[2]).article.text.starts_with(made_sentence(3, 1)));
}

TEST_CASE("site: labels in the box of the title go, a subtitle stays", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 4; ++page) {
    std::string one = made_page(page);
    const auto heading = "<h1>Essay " + std::to_string(page) + "</h1>";
    one.replace(one.find(heading), heading.size(),
                "<div class=head>" + heading + "<p>A subtitle of the number " + std::to_string(page) +
                    "</p><span class=tag>Notes</span></div>");
    pages.push_back(std::move(one));
  }
  const std::string text = read_page_of(learn_pages(pages), pages[1]).article.text;
  CHECK(holds(text, "A subtitle of the number 2"));
  CHECK_FALSE(holds(text, "Notes"));
}

} // namespace site_knowledge_test
