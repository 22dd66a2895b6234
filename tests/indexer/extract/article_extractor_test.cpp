// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "indexer/extract/article_extractor.h"
#include "shared/base/utf8.h"
#include "shared/content/markdown.h"
#include "shared/content/stored_content.h"

namespace article_extractor_test {

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

TEST_CASE("extractor: captions belong to the article, within limits", "[extractor]") {
  const std::string figure = "<figure><img src=/a><figcaption>" + std::string(5'000, 'c') + "</figcaption></figure>";
  std::string figures;
  for (int i = 0; i < 1'001; ++i) figures += figure;
  const Extract found = extracted("<title>T</title><article><p>" + words("alpha", 300) + "</p>" + figures + "<p>" +
                                  words("beta", 300) + "</p></article>");
  REQUIRE(found.article.captions.size() == 1'000);
  CHECK(found.article.captions.front() == std::string(4'000, 'c'));
  CHECK(found.article.words == 600);
}

TEST_CASE("extractor: text, words and reading time of a page", "[extractor]") {
  const Extract found = extracted("<title>T</title><article><p>" + words("alpha", 300) + "</p></article>");
  CHECK(found.article.words == 300);
  CHECK(found.article.reading_minutes == 2);
  CHECK(found.article.url == "https://example.org/post");
}

TEST_CASE("extractor: the feed's text is used for a page without any", "[extractor]") {
  FeedSignal feed;
  feed.body_html = "<p>" + words("beta", 80) + "</p>";
  const Extract found =
      extracted("<div id=app></div><p>We use cookies to improve this site, please accept them all.</p>", feed);
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

TEST_CASE("extractor: pictures and links have the address that the page gives them", "[extractor]") {
  const auto markdown_of = [](const std::string& head, const std::string& url) {
    const std::string page = "<head>" + head + "</head><article><p>" + words("alpha", 60) +
                             ".</p><p><img src=a.png alt=A></p><p>" + words("beta", 60) +
                             ".</p><p><img src='https://b.example/b.png' alt=B></p><p><a href=c>See</a> " +
                             words("gamma", 60) + ".</p></article>";
    PageInput input;
    input.bytes = page;
    input.url = url;
    const Extract found = extract_page(input).value();
    return content::to_markdown(content::unpack_or_text(found.article.text, found.article.structure));
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  const std::string bare = markdown_of("", "");
  CHECK(has(bare, "![B](https://b.example/b.png)"));
  CHECK_FALSE(has(bare, "![A]"));
  const std::string canonical = markdown_of("<link rel=canonical href='https://a.example/post/'>", "");
  CHECK(has(canonical, "![A](https://a.example/post/a.png)"));
  CHECK(has(canonical, "[See](https://a.example/post/c)"));
  CHECK(has(canonical, "![B](https://b.example/b.png)"));
  CHECK(has(markdown_of("<base href='https://a.example/files/'>", ""), "![A](https://a.example/files/a.png)"));
  CHECK(has(markdown_of("<base href='/files/'>", "https://c.example/x"), "![A](https://c.example/files/a.png)"));
}

TEST_CASE("extractor: an excerpt in the feed does not replace the page's text", "[extractor]") {
  FeedSignal feed;
  feed.body_html = words("gamma", 40);
  const Extract found = extracted("<article><p>" + words("alpha", 300) + "</p></article>", feed);
  CHECK(found.article.text.starts_with("alpha0 "));
}

TEST_CASE("extractor: a feed entry alone gives an article", "[extractor]") {
  FeedSignal feed;
  feed.title = "A title";
  feed.body_html = "<p>One.</p><p>Two.</p>";
  const Extract found = extract_feed_entry(feed, "https://example.org/x", Moment{});
  CHECK(found.article.title == "A title");
  CHECK(found.article.text == "One.\n\nTwo.");
}

TEST_CASE("extractor: UTF-8 is recognised even if the page names an old encoding", "[extractor]") {
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

TEST_CASE("extractor: a text over 3 MB is cut between characters, with a warning", "[extractor][limits]") {
  std::string html = "<article>";
  for (int i = 0; i < 1'100; ++i) {
    html += "<p>" + std::to_string(i);
    for (int j = 0; j < 1'000; ++j) html += "字";
    html += "。</p>";
  }
  const Extract found = extracted(html + "</article>");
  CHECK(found.article.text.size() <= kMaxArticleText);
  CHECK(found.article.text.size() > kMaxArticleText - 10);
  CHECK(utf8::is_valid(found.article.text));
  CHECK(found.warnings == std::vector<std::string>{"the text was cut at 3 MB"});
  CHECK(extracted("<p>Short.</p>").warnings.empty());
}

TEST_CASE("extractor: the section is the last keyword", "[extractor]") {
  const Extract found = extracted("<meta name=keywords content='a, b'><meta property=article:section content=News>");
  CHECK(found.keywords == std::vector<std::string>{"a", "b", "News"});
}

TEST_CASE("extractor: an article that is not free to read has a warning", "[extractor]") {
  const Extract found = extracted(R"(<script type="application/ld+json">{"@type":"Article","headline":"T",
    "isAccessibleForFree":false}</script><p>Text.)");
  CHECK(found.warnings == std::vector<std::string>{"the page says that not all of its text is free to read"});
}

TEST_CASE("extractor: the page's claims about itself are passed on", "[extractor]") {
  const Extract found = extracted(R"(<link rel=canonical href="/canonical"><meta property=og:site_name content=Site>
    <meta name=description content="What it is about."><meta name=robots content=noindex>
    <meta http-equiv=refresh content="7; url=/next">)");
  CHECK(found.canonical_url == "https://example.org/canonical");
  CHECK(found.site_name == "Site");
  CHECK(found.description == "What it is about.");
  CHECK(found.noindex);
  CHECK(found.refresh_seconds == 7);
  CHECK(found.refresh_url == "https://example.org/next");
}

TEST_CASE("extractor: the article's address is canonical", "[extractor]") {
  PageInput input;
  input.bytes = "<p>Text.";
  input.url = "HTTPS://Example.ORG:443/a/../post?utm_source=x#top";
  const auto found = extract_page(input);
  REQUIRE(found);
  CHECK(found->article.url == "https://example.org/post");
}

TEST_CASE("extractor: an empty page gives an empty article", "[extractor]") {
  const Extract found = extracted("");
  CHECK(found.article.text.empty());
  CHECK(found.article.title.empty());
  CHECK(found.article.words == 0);
  CHECK(found.article.reading_minutes == 1);
  CHECK(found.article.language.empty());
  CHECK(found.article.provenance.empty());
}

TEST_CASE("extractor: the language is that of the text, else of the page, else of the feed", "[extractor]") {
  CHECK(extracted("<html lang=fr><p>Court.").article.language == "fr");
  FeedSignal feed;
  feed.language = "es-MX";
  CHECK(extracted("<p>Corto.", feed).article.language == "es");
  const std::string chinese =
      "<p>三个研究所从训练数据中逐一删除文档，每次删除之后都重新训练一个小模型，并比较答案的变化。";
  CHECK(extracted("<html lang=en>" + chinese).article.language == "zh");
}

TEST_CASE("extractor: a feed entry without anything gives an article with its address", "[extractor]") {
  const Extract found = extract_feed_entry({}, "https://example.org/x#y", Moment{});
  CHECK(found.article.url == "https://example.org/x");
  CHECK(found.article.text.empty());
  CHECK(found.article.title.empty());
  CHECK(found.article.provenance.empty());
}

} // namespace article_extractor_test
