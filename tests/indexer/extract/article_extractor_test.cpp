// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/article_extractor.h"
#include "shared/base/utf8.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

std::string words(std::string_view stem, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::string(stem) + std::to_string(i) + (i % 12 == 11 ? ". " : " ");
  return text;
}

Extract extracted(const std::string& html, std::optional<FeedSignal> feed = {}) {
  PageInput input;
  input.bytes = html;
  input.url = "https://example.org/post";
  input.feed = std::move(feed);
  auto found = extract_page(input);
  REQUIRE(found.has_value());
  return std::move(*found);
}

} // namespace

TEST_CASE("extractor: text, words and reading time of a page", "[extractor]") {
  const Extract found = extracted("<title>T</title><article><p>" + words("alpha", 300) + "</p></article>");
  CHECK(found.article.words == 300);
  CHECK(found.article.reading_minutes == 2);
  CHECK_FALSE(found.text_from_feed);
  CHECK(found.article.url == "https://example.org/post");
}

TEST_CASE("extractor: the feed's text is used for a page without any", "[extractor]") {
  FeedSignal feed;
  feed.body_html = "<p>" + words("beta", 80) + "</p>";
  const Extract found =
      extracted("<div id=app></div><p>We use cookies to improve this site, please accept them all.</p>", feed);
  CHECK(found.text_from_feed);
  CHECK(found.article.text.find("beta79") != std::string::npos);
}

TEST_CASE("extractor: the description is used for a page drawn by a script", "[extractor]") {
  const Extract found = extracted("<meta name=description content='What the thread is about, in a sentence.'>"
                                  "<body><div id=app></div></body>");
  CHECK(found.article.text == "What the thread is about, in a sentence.");
  CHECK(std::ranges::any_of(found.article.provenance, [](const auto& it) { return it.from == "description"; }));
}

TEST_CASE("extractor: a page is not its own picture", "[extractor]") {
  const std::string page = "<article><p>" + words("alpha", 300) + "</p></article>";
  CHECK(extracted(page, FeedSignal{}).article.image.empty());
  FeedSignal feed;
  feed.image = "/picture.png";
  CHECK(extracted(page, feed).article.image == "https://example.org/picture.png");
}

TEST_CASE("extractor: an excerpt in the feed does not replace the page's text", "[extractor]") {
  FeedSignal feed;
  feed.body_html = words("gamma", 40);
  CHECK_FALSE(extracted("<article><p>" + words("alpha", 300) + "</p></article>", feed).text_from_feed);
}

TEST_CASE("extractor: a feed entry alone gives an article", "[extractor]") {
  FeedSignal feed;
  feed.title = "A title";
  feed.body_html = "<p>One.</p><p>Two.</p>";
  const Extract found = extract_feed_entry(feed, "https://example.org/x", Moment{});
  CHECK(found.article.title == "A title");
  CHECK(found.article.text == "One.\n\nTwo.");
  CHECK(found.text_from_feed);
}

TEST_CASE("extractor: UTF-8 is read as such though the page names an old encoding", "[extractor]") {
  const Extract found = extracted("<meta charset=gb2312><article><p>题目与正文都是中文，编码却写成了旧的。" +
                                  words("字", 60) + "</p></article>");
  CHECK(found.article.text.find("编码却写成了旧的") != std::string::npos);
}

TEST_CASE("extractor: hostile pages end in an error", "[extractor]") {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  PageInput input;
  input.bytes = deep;
  CHECK(extract_page(input).error().code == ErrorCode::TooLarge);
}

TEST_CASE("extractor: random bytes give valid text", "[extractor]") {
  std::uint32_t state = 20240101; // fixed seed
  static constexpr std::string_view kParts[] = {
      "<p>",      "</p>",     "<div class=\"", "\">",  "text ",    "<table><tr><td>", "\xC3", "<!--", "&amp;",
      "<a href=", "<script>", "</script>",     "<h1>", "\xE2\x80", "<pre>",           "<li>", "'",    "<math>"};
  for (int round = 0; round < 300; ++round) {
    std::string html;
    for (int i = 0; i < 200; ++i) {
      state = state * 1664525u + 1013904223u;
      html += kParts[(state >> 16) % std::size(kParts)];
    }
    PageInput input;
    input.bytes = html;
    const auto found = extract_page(input);
    if (found) CHECK(utf8::is_valid(found->article.text));
  }
}
