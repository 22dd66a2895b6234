// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/main_content.h"

#include <string>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

const std::string kSentence = "A study finds that a dozen pages decide what a model believes.";

std::string standfirst_of(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  return html::join(find_standfirst(*dom, html::text_blocks(*dom, dom->body(), html::NodeSet(*dom))));
}

} // namespace

TEST_CASE("standfirst: a sentence after the h1 whose class says so", "[standfirst]") {
  for (const std::string name : {"standfirst", "article-subtitle", "Dek", "lead-text", "chapo"}) {
    CAPTURE(name);
    CHECK(standfirst_of("<h1>T</h1><p class=" + name + ">" + kSentence + "</p>") == kSentence);
    CHECK(standfirst_of("<h1>T</h1><div class=" + name + "><p>" + kSentence + "</p></div>") == kSentence);
  }
}

TEST_CASE("standfirst: a subheading becomes a paragraph", "[standfirst]") {
  CHECK(standfirst_of("<h1>T</h1><h2 class=subtitle>" + kSentence + "</h2>") == kSentence);
}

TEST_CASE("standfirst: not before the h1, without its class, in a header, or of another form", "[standfirst]") {
  CHECK(standfirst_of("<p class=standfirst>" + kSentence + "</p><h1>T</h1>").empty());
  CHECK(standfirst_of("<p class=standfirst>" + kSentence + "</p>").empty());
  CHECK(standfirst_of("<h1>T</h1><p class=text>" + kSentence + "</p>").empty());
  CHECK(standfirst_of("<h1>T</h1><header class=lead><p>" + kSentence + "</p></header>").empty());
  CHECK(standfirst_of("<h1>T</h1><p class=lead>Too short.</p>").empty());
  CHECK(standfirst_of("<h1>T</h1><p class=lead>" + std::string(700, 'x') + "</p>").empty());
  CHECK(standfirst_of("<h1>T</h1><p class=lead><a href=/x>" + kSentence + "</a></p>").empty());
  CHECK(standfirst_of("<h1>T</h1><p class=lead>By Ann Lee, who writes about science and the news</p>").empty());
}

TEST_CASE("standfirst: two at most", "[standfirst]") {
  const std::string one = "<p class=lead>" + kSentence + "</p>";
  CHECK(standfirst_of("<h1>T</h1>" + one + one + one) == kSentence + "\n\n" + kSentence);
}

TEST_CASE("standfirst: the page's description, shown between the headline and the text", "[standfirst]") {
  ContentHints hints{.title = "T", .url = {}, .article_body = {}};
  const std::string shown = "<header><h1>T</h1><p class=x>" + kSentence + "</p></header>";
  const std::string text = "<article>" + paragraphs(12) + "</article>";
  CHECK_FALSE(has(text_of(shown + text, hints), kSentence));
  hints.description = kSentence;
  const std::string read = text_of(shown + text, hints);
  CHECK(read.starts_with(kSentence + "\n\nParagraph 0 "));
  CHECK(read.find(kSentence, 1) == std::string::npos);
  const std::string cut = "A study finds that a dozen pages decide what…";
  hints.description = cut;
  CHECK(text_of(shown + text, hints).starts_with(kSentence));
}

TEST_CASE("standfirst: a description that is not shown there is none", "[standfirst]") {
  const ContentHints hints{.title = "T", .url = {}, .article_body = {}, .description = kSentence};
  const std::string text = "<article>" + paragraphs(12) + "</article>",
                    shown = "<header><p>" + kSentence + "</p></header>";
  CHECK_FALSE(has(text_of("<h1>T</h1>" + text, hints), kSentence));
  CHECK_FALSE(has(text_of(shown + "<h1>T</h1>" + text, hints), kSentence)); // above the headline: of the site
  CHECK_FALSE(has(text_of("<h1>T</h1>" + text + "<aside>" + shown + "</aside>", hints), kSentence)); // a card
  const ContentHints label{
      .title = "T", .url = {}, .article_body = {}, .description = "News of models and of their makers"};
  CHECK_FALSE(
      has(text_of("<header><h1>T</h1><p>News of models and of their makers</p></header>" + text, label), "News"));
}
