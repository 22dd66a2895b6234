// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/main_content.h"

#include <string>

#include <catch2/catch.hpp>

namespace article_body_end_test {

using namespace trawl::extract;

namespace {

const std::string kFirst = "The first paragraph of an article that is long enough to be compared.";
const std::string kSecond = "The second paragraph of the same article, which is as long as the first.";
const std::string kThird = "And a third one that ends the article, of about the same length again.";
const std::string kExtra = "Something the page has appended.";

std::string kept(const std::string& text, const std::string& body) {
  return text.substr(0, article_body_end(text, body));
}

std::string words(std::string_view stem, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::string(stem) + std::to_string(i) + ' ';
  return text;
}

} // namespace

TEST_CASE("article body: the text ends where the body in the page's data ends", "[article_body]") {
  const std::string article = kFirst + "\n\n" + kSecond + "\n\n" + kThird;
  CHECK(kept(article + "\n\n" + kExtra, article) == article);
  CHECK(kept(article + "\n\n" + kExtra, kFirst + " " + kSecond + " " + kThird) == article); // other white space
}

TEST_CASE("article body: an abridged, longer or unrelated body changes nothing", "[article_body]") {
  const std::string text = kFirst + "\n\n" + kSecond + "\n\n" + kThird + "\n\n" + kExtra;
  CHECK(kept(text, kThird) == text);                                       // an excerpt
  CHECK(kept(text, kFirst) == text);                                       // the beginning only
  CHECK(kept(text, kFirst + kSecond + kThird + kFirst + kSecond) == text); // another text with the same paragraphs
  CHECK(kept(text, "") == text);
  CHECK(kept(text, "too short to tell") == text);
  CHECK(kept("", kFirst).empty());
}

TEST_CASE("feed text: the page's text is kept unless the feed's is longer or different", "[feed_text]") {
  const std::string page = words("page", 200);
  CHECK_FALSE(is_feed_text_better(page, ""));
  CHECK_FALSE(is_feed_text_better(page, page));
  CHECK_FALSE(is_feed_text_better(page, words("page", 100)));
  CHECK(is_feed_text_better("", "few"));
  CHECK(is_feed_text_better(page, page + words("rest", 300)));
  CHECK(is_feed_text_better(page, words("other", 150)));
}

TEST_CASE("feed text: an excerpt replaces only a page of a few words", "[feed_text]") {
  CHECK_FALSE(is_feed_text_better(words("page", 30), words("other", 50)));
  CHECK(is_feed_text_better(words("page", 10), words("other", 50)));
}

} // namespace article_body_end_test
