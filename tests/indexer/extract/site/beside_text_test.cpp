// SPDX-License-Identifier: GPL-3.0-or-later
/// Known sites: comments, related posts and the like vary from page to page as the story does, but are not part of it.
#include <catch2/catch.hpp>

#include <map>

#include "tests/indexer/extract/site/site_pages.h"

using namespace trawl;
using namespace trawl::extract;

namespace beside_text_test {

std::string head_of(int page) {
  return "<html><head><title>Essay " + std::to_string(page) +
         "</title><meta property='article:published_time' content='2024-05-0" + std::to_string(page % 9 + 1) +
         "T10:00:00Z'></head><body>";
}

std::string paragraphs(int page) {
  std::string text;
  for (int place = 1; place <= 5; ++place) text += "<p>" + made_sentence(page, place) + "</p>";
  return text;
}

/// A comment's, teaser's or banner's: another on each page.
std::string foreign(int page, int place) { return made_sentence(page + 400, place + 20); }

std::string page_with_comments(int page) {
  static constexpr const char* kTags[] = {"optics", "acoustics", "ethics", "poetics", "logistics", "tectonics"};
  std::string comments;
  for (int place = 1; place <= 4; ++place) {
    comments += "<li class='comment even depth-1'><article class=comment-body><footer class=comment-meta><b class=fn>"
                "Tom</b> <span class=says>says:</span></footer><div class=comment-content><p>" +
                foreign(page, place) + "</p></div><div class=reply><a href='#r'>Reply</a></div></article></li>";
  }
  return head_of(page) +
         "<div id=page class=site><main id=main class=site-main><article class='post type-post hentry category-" +
         kTags[page % 6] + "'><header class=entry-header><h1 class=entry-title>Essay " + std::to_string(page) +
         "</h1><div class=entry-meta>Posted on <a href='#'>3 May 2024</a> by <a href=/a>Ada</a></div></header>"
         "<div class=entry-content>" +
         paragraphs(page) +
         "</div></article><div id=comments class=comments-area><h2 class=comments-title>4 thoughts</h2>"
         "<ol class=comment-list>" +
         comments + "</ol></div></main></div></body></html>";
}

std::string page_with_boxes(int page) {
  std::string tiles;
  for (int place = 1; place <= 4; ++place) {
    tiles += "<div class=tile><h3><a href='/" + std::to_string(place) + "'>Essay " + std::to_string(page + place) +
             "</a></h3><p>" + foreign(page, place) + "</p></div>";
  }
  return head_of(page) + "<div class=layout><div class=story><h1>Essay " + std::to_string(page) + "</h1>" +
         paragraphs(page) + "<div class=share-bar><p>" + foreign(page, 5) +
         "</p><a href='#'>Mail</a></div><div class=newsletter><h3>Newsletter</h3><p>" + foreign(page, 6) +
         "</p></div><h2>Latest posts</h2><div class=tiles>" + tiles + "</div></div><aside class=sidebar><p>" +
         foreign(page, 7) + "</p></aside><div class=cookie-banner><p>" + foreign(page, 8) +
         "</p></div></div></body></html>";
}

/// The lines of `made` pages that are in the text of the page, once its site is known.
struct Reading {
  int own = 0, foreign_lines = 0;
  std::string text;
};

Reading read(const SiteKnowledge& site, const std::string& html, int page) {
  Reading reading;
  reading.text = read_page_of(site, html).article.text;
  for (int place = 1; place <= 8; ++place) {
    reading.own += reading.text.contains(made_sentence(page, place)) ? 1 : 0;
    reading.foreign_lines += reading.text.contains(foreign(page, place)) ? 1 : 0;
  }
  return reading;
}

TEST_CASE("site: readers' comments differ from page to page, and are no text", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) pages.push_back(page_with_comments(page));
  const Reading found = read(learn_pages(pages), pages[0], 1);
  CHECK(found.own == 5);
  CHECK(found.foreign_lines == 0);
  for (const char* line : {"says:", "thoughts", "Reply", "Posted on"}) CHECK_FALSE(found.text.contains(line));
}

TEST_CASE("site: what is named as beside the story, or lists others in one shape, is no text after it", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 5; ++page) pages.push_back(page_with_boxes(page));
  const Reading found = read(learn_pages(pages), pages[0], 1);
  CHECK(found.own == 5);
  CHECK(found.foreign_lines == 0);
  CHECK_FALSE(found.text.contains("Latest posts"));
  CHECK_FALSE(found.text.contains("Newsletter"));
}

TEST_CASE("site: the first pages of a new design are read as if nothing were known", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) pages.push_back(page_with_comments(page));
  pages.push_back(page_with_boxes(10));
  const Reading found = read(learn_pages(pages), pages.back(), 10);
  CHECK(found.own == 5);
  CHECK(found.foreign_lines == 0);
}

TEST_CASE("site: previous and next are known from the third page on", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 3; ++page) {
    pages.push_back(made_page(page, "", "",
                              "<ul class=around><li class=back>Previous: <a href=/a>" + made_sentence(page, 8) +
                                  "</a></li><li class=on>Next: <a href=/b>" + made_sentence(page, 9) +
                                  "</a></li></ul>"));
  }
  const std::string text = read_page_of(learn_pages(pages), pages[1]).article.text;
  CHECK(text.contains(made_sentence(2, 3)));
  CHECK_FALSE(text.contains("Previous"));
  CHECK_FALSE(text.contains(made_sentence(2, 9)));
}

/// Two boxes without a name that says anything, a link of the site's between them, and below it more on every third
/// page.
std::string page_of_two(int page, int own_in_second) {
  std::string first, second;
  for (int place = 1; place <= 8; ++place) {
    const std::string text = "<p>" + made_sentence(page, place) + "</p>";
    (place <= 8 - own_in_second ? first : second) += text;
  }
  for (int place = 1; place <= page % 3 * 6 && own_in_second == 0; ++place) {
    second += "<div class=flex><p class=text-sm>" + foreign(page, place) + "</p></div>";
  }
  return head_of(page) + "<main class=max-w-app><h1>Essay " + std::to_string(page) + "</h1><div class=prose>" + first +
         "</div><div class=mt-4><a href='/older'>All essays before " + std::to_string(page) +
         "</a></div><div class=mt-8>" + second + "</div></main></body></html>";
}

TEST_CASE("site: what some pages have behind a place of links below the text is no text", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) pages.push_back(page_of_two(page, 0));
  for (const int page : {1, 2, 3}) {
    const Reading found = read(learn_pages(pages), pages[static_cast<std::size_t>(page - 1)], page);
    CAPTURE(page, found.text);
    CHECK(found.own == 8);
    CHECK(found.foreign_lines == 0);
    CHECK_FALSE(found.text.contains("All essays"));
  }
}

TEST_CASE("site: a text that goes on behind a place of links is read to its end", "[site]") {
  for (const int own_in_second : {1, 3, 5}) {
    std::vector<std::string> pages;
    for (int page = 1; page <= 9; ++page) pages.push_back(page_of_two(page, page % 4 == 0 ? 1 : own_in_second));
    for (const int page : {1, 2, 4}) {
      CAPTURE(page, own_in_second);
      CHECK(read(learn_pages(pages), pages[static_cast<std::size_t>(page - 1)], page).own == 8);
    }
  }
}

TEST_CASE("site: a page whose text alone goes on behind a place of links is read to its end", "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) pages.push_back(page_of_two(page, 0));
  pages.push_back(page_of_two(10, 4));
  CHECK(read(learn_pages(pages), pages.back(), 10).own == 8);
}

TEST_CASE("site: a list of the date and the tags above the text is no text", "[site]") {
  static constexpr const char* kTags[] = {"optics", "acoustics", "ethics", "poetics", "logistics", "tectonics"};
  std::vector<std::string> pages;
  for (int page = 1; page <= 9; ++page) {
    std::string tags;
    for (int i = 0; i <= page % 4; ++i) {
      tags += "<li><a href='/tags/" + std::to_string(i) + "'>" + kTags[(page + i) % 6] + "</a>, </li>";
    }
    pages.push_back(head_of(page) + "<main><h1>Essay " + std::to_string(page) +
                    "</h1><ul class=post-metadata><li><time>3 May 2024</time></li>" + tags + "</ul>" +
                    paragraphs(page) + "</main></body></html>");
  }
  const std::string text = read_page_of(learn_pages(pages), pages[2]).article.text;
  CHECK(text.starts_with(made_sentence(3, 1)));
  CHECK(text.ends_with(made_sentence(3, 5)));
}

TEST_CASE("site: a paragraph of links is the author's at the end of the text, not behind a line of the site's",
          "[site]") {
  for (const bool is_behind : {true, false}) {
    std::vector<std::string> pages;
    for (int page = 1; page <= 9; ++page) {
      const std::string links =
          "<p><a href=/a>" + made_sentence(page, 6) + "</a> <a href=/b>" + made_sentence(page, 7) + "</a></p>";
      const std::string ask = "<p>Enjoyed this? <a href='mailto:ada@workbench.example'>Write to the workbench</a></p>";
      pages.push_back(head_of(page) + "<main><h1>Essay " + std::to_string(page) + "</h1>" + paragraphs(page) +
                      (is_behind ? ask + links : links + ask) + "</main></body></html>");
    }
    const std::string text = read_page_of(learn_pages(pages), pages[2]).article.text;
    CHECK(text.contains(made_sentence(3, 6)) == !is_behind);
    CHECK_FALSE(text.contains("Enjoyed this"));
  }
}

TEST_CASE("site: what pages repeat beside a form between the paragraphs is the form's", "[site]") {
  const std::string ask = "Thanks for reading The Workbench! Subscribe for free to receive new posts.";
  const std::string form = "<div class=widget><div class=preamble><p>" + ask +
                           "</p></div><form><input type=email><button>Subscribe</button></form></div>";
  const std::string note =
      "<div class=note><p>All numbers are from the same machine, as they always are here.</p></div>";
  std::vector<std::string> pages;
  for (int page = 1; page <= 6; ++page) pages.push_back(made_page(page, form + note));
  const std::string text = read_page_of(learn_pages(pages), pages[2]).article.text;
  CHECK(text.contains(made_sentence(3, 1)));
  CHECK(text.contains(made_sentence(3, 3)));
  CHECK(text.contains("from the same machine"));
  CHECK_FALSE(text.contains("Thanks for reading"));
}

TEST_CASE("site: an author's name as a linked heading below the title is no text", "[site]") {
  static constexpr const char* kTags[] = {"optics", "acoustics", "ethics", "poetics", "logistics", "tectonics"};
  std::vector<std::string> pages;
  for (int page = 1; page <= 12; ++page) {
    pages.push_back(head_of(page) + "<main><article class='article post tag-" + std::string(kTags[page % 6]) +
                    "'><header class=article-header><h1>Essay " + std::to_string(page) +
                    "</h1><div class=meta><h4><a href='/author/" + (page % 2 == 0 ? "ada" : "ben") + "/'>" +
                    (page % 2 == 0 ? "Ada Holm" : "Ben Moser") + "</a></h4></div></header><section class=content>" +
                    paragraphs(page) + "</section></article></main></body></html>");
  }
  const std::string text = read_page_of(learn_pages(pages), pages[1]).article.text;
  CHECK(text.contains(made_sentence(2, 1)));
  CHECK_FALSE(text.contains("Ada Holm"));
}

TEST_CASE("site: what an author calls like that between the paragraphs stays, and so does the head of a section",
          "[site]") {
  std::vector<std::string> pages;
  for (int page = 1; page <= 5; ++page) pages.push_back(made_page(page));
  const std::string inside = "<aside class=related><p>The second axis is the one we share.</p></aside>";
  const std::string after = "<h2 id=an-ad-hoc-promo>An ad hoc promo</h2><ul><li>One more point</li></ul>";
  const std::string text = read_page_of(learn_pages(pages), made_page(6, inside, "", after)).article.text;
  CHECK(text.contains("The second axis"));
  CHECK(text.contains("An ad hoc promo"));
  CHECK(text.contains("One more point"));
}

} // namespace beside_text_test
