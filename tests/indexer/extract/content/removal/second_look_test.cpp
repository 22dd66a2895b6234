// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/element_removal.h"

#include <cstdint>
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/content/content_support.h"

namespace second_look_test {

using namespace trawl;
using namespace trawl::extract;

namespace {

/// `inner` between the paragraphs of an article.
std::string between(const std::string& inner) {
  return "<article>" + paragraphs(3) + inner + paragraph(7) + paragraph(8) + paragraph(9) + "</article>";
}

MainContent content_of(const std::string& html, const ContentHints& hints = {}) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  NameLookup names;
  return read_main_content(*dom, names, hints);
}

} // namespace

TEST_CASE("second look: a box between paragraphs that reads like them is kept, whatever its name", "[second_look]") {
  for (const std::string name : {"comment-model", "social-choice", "share-nothing", "prompt", "recommendation",
                                 "banner-note", "menu-item", "sidebar", "info", "bio-inspired", "ad-lib"}) {
    CAPTURE(name);
    CHECK(has(text_of(between("<div class='" + name + "'>" + paragraph(5) + "</div>")), "Paragraph 5"));
  }
  CHECK(has(text_of(between("<aside><p>Mind the gap between the two halves.</p></aside>")), "Mind the gap"));
  CHECK(
      has(text_of(between("<div class=widget><div class=wrap><div class=menu>" + paragraph(5) + "</div></div></div>")),
          "Paragraph 5"));
}

TEST_CASE("second look: lists, tables and code are text, too", "[second_look]") {
  CHECK(has(text_of(between("<div class=info><ul><li>Small batch<li>Large batch<li>No batch</ul></div>")),
            "Large batch"));
  CHECK(has(text_of(between("<div class=banner><table><tr><td>model<td>score<tr><td>a<td>1</table></div>")), "a | 1"));
  CHECK(has(text_of(between("<div class=prompt><pre>x = 1</pre></div>")), "x = 1"));
  CHECK(
      has(text_of(between("<table class='caption-top table'><tr><td>model<td>score<tr><td>a<td>1</table>")), "a | 1"));
}

TEST_CASE("second look: links, forms, cards and the wording of boilerplate speak against a box", "[second_look]") {
  const std::string sentence = "<p>One more sentence of some length stands in this box.</p>";
  for (const std::string& inner :
       {std::string("<p><a href=/a>One more sentence of some length stands in this box.</a></p>"),
        "<form>" + sentence + "<input name=mail></form>", sentence + "<p><a href=/trial>Start free trial</a></p>",
        "<h3>First</h3><h3>Second</h3>" + sentence, "<p>Subscribe to our letter to get one like this.</p>" + sentence,
        std::string("<p>Neither end nor sentence</p>")}) {
    CAPTURE(inner);
    const std::string text = text_of(between("<div class=promo>" + inner + "</div>"));
    CHECK_FALSE(has(text, "in this box"));
    CHECK_FALSE(has(text, "Neither end"));
  }
  CHECK_FALSE(has(text_of(between("<div class=x role=search>" + sentence + "</div>")), "in this box"));
}

TEST_CASE("second look: a name decides before the first and after the last paragraph", "[second_look]") {
  const std::string box = "<div class=promo>" + paragraph(50) + "</div>";
  CHECK_FALSE(has(text_of("<article>" + box + paragraphs(4) + "</article>"), "Paragraph 50"));
  CHECK_FALSE(has(text_of("<article>" + paragraphs(4) + box + "</article>"), "Paragraph 50"));
  CHECK_FALSE(
      has(text_of("<article>" + paragraphs(9) + "</article>" + box + "<p>End of this page.</p>"), "Paragraph 50"));
}

TEST_CASE("second look: a box among teasers of other articles does not come back", "[second_look]") {
  std::string teasers;
  for (int i = 0; i < 4; ++i) {
    teasers += "<div class=tile><h3><a href=/t" + std::to_string(i) +
               ">Another article</a></h3><p>What the other article says, in a sentence of some length.</p></div>";
  }
  const std::string text = text_of("<body><div class=story>" + paragraphs(6) +
                                   "<div class=newsletter><p>Once a month, the best of what we have read, by mail.</p>"
                                   "</div><h2>Latest</h2><div class=tiles>" +
                                   teasers + "</div></div></body>");
  CHECK(has(text, "Paragraph 5"));
  CHECK_FALSE(has(text, "Once a month"));
}

TEST_CASE("second look: hidden parts and navigation in a restored box are left out", "[second_look]") {
  const std::string text = text_of(between("<div class=prompt><nav><a href=/x>Menu</a></nav><p hidden>Wait</p>" +
                                           paragraph(5) + "<div class=label>Aside</div></div>"));
  CHECK(has(text, "Paragraph 5"));
  CHECK(has(text, "Aside")); // a name inside decides nothing
  CHECK_FALSE(has(text, "Menu"));
  CHECK_FALSE(has(text, "Wait"));
}

TEST_CASE("captions: they form a separate list, in order, whatever marks them", "[second_look]") {
  const MainContent content =
      content_of(between("<figure><img src=/a><figcaption>First caption</figcaption></figure>"
                         "<div class=wp-caption><img src=/b><p class=wp-caption-text>Second caption</p></div>"
                         "<table><tr><td><img src=/c></td></tr><tr><td class=tr-caption>Third caption</td></tr></table>"
                         "<div><img src=/d><span class=image-credit>Fourth caption</span></div>"));
  std::string all;
  for (const Caption& caption : content.captions) all += caption.text + ";";
  CHECK(all == "First caption;Second caption;Third caption;Fourth caption;");
  CHECK_FALSE(has(content.text, "caption"));
}

TEST_CASE("captions: without an image a box named caption is judged like any other", "[second_look]") {
  const MainContent content = content_of(between("<div class=caption>" + paragraph(5) + "</div>"));
  CHECK(content.captions.empty());
  CHECK(has(content.text, "Paragraph 5"));
}

TEST_CASE("second look: random paragraphs in boxes with random suspicious names are all kept", "[second_look]") {
  static constexpr const char* kNames[] = {
      "ad",          "ads",          "banner",  "bio",     "breadcrumb", "comment", "cookie",         "cta",
      "footer-note", "hidden-state", "info",    "label",   "login",      "menu",    "meta",           "modal",
      "nav",         "newsletter",   "overlay", "popup",   "promo",      "prompt",  "recommendation", "related",
      "share",       "sidebar",      "social",  "sponsor", "subscribe",  "tag",     "teaser",         "toolbar",
      "tooltip",     "trending",     "widget"};
  static constexpr const char* kTags[] = {"div", "section", "aside", "p"};
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::string html = "<article>" + paragraph(1000) + paragraph(1001);
    const int boxes = 1 + static_cast<int>(random() % 8);
    int number = 0;
    for (int box = 0; box < boxes; ++box) {
      const std::string tag = kTags[random() % std::size(kTags)];
      const std::string name = kNames[random() % std::size(kNames)];
      const bool is_paragraph = tag == "p";
      html += "<" + tag + (random() % 2 == 0 ? " class='" : " id='") + name + (random() % 3 == 0 ? "-box" : "") + "'>";
      for (int inside = is_paragraph ? 1 : 1 + static_cast<int>(random() % 3); inside > 0; --inside) {
        const std::string one = paragraph(number++);
        html += is_paragraph ? one.substr(3, one.size() - 7) : one; // without <p> and </p>
      }
      html += "</" + tag + ">";
      if (random() % 2 == 0) html += paragraph(2000 + box);
    }
    html += paragraph(1002) + paragraph(1003) + "</article>";
    const std::string text = text_of(html);
    for (int i = 0; i < number; ++i) {
      CAPTURE(html, i);
      CHECK(has(text, "Paragraph " + std::to_string(i) + " tells"));
    }
  }
}

TEST_CASE("second look: thousands of suspicious boxes take linear time", "[second_look]") {
  std::string html = "<article>" + paragraphs(3);
  for (int i = 0; i < 20'000; ++i) html += "<div class=promo><div class=caption>Some text of it.</div></div>";
  CHECK_NOTHROW(text_of(html + paragraphs(3) + "</article>"));
  html = "<article>" + paragraphs(3) + "<div>";
  for (int i = 0; i < 20'000; ++i)
    html += "<a href='https://e.com/" + std::to_string(i) + "'>A paper of some name</a><br><br>";
  CHECK_NOTHROW(text_of(html + "</div>" + paragraphs(3) + "</article>"));
}

} // namespace second_look_test
