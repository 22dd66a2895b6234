// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page_rules.h"

#include <catch2/catch.hpp>

namespace page_rules_test {

using namespace trawl;
using namespace trawl::extract;

namespace {

const std::string kPage = R"html(<!doctype html><html lang=en><head><title>Site</title>
<meta name=author content="The Site"></head><body>
<div class=promo><p>Subscribe to our letter, which tells you every week what is new on this site and on others.</p></div>
<div class=hero><b class=big>A heading that is none</b><span class=who>By Ann Lee and Bo Ek</span>
<span class=when>3 May 2024</span><a class=tag>#Kernels</a> <a class=tag>Compilers, Caches</a></div>
<main><div class=text><p>The first paragraph of the article has enough words to be taken for running text.</p>
<p>The second paragraph goes on for a while, so that nobody doubts that this is the article itself.</p></div>
<div class=text><p>Short end.</p></div><div class=more><p>Read this other article of ours, which is as good.</p></div>
</main></body></html>)html";

Extract extracted(const std::map<std::string, std::string>& selectors) {
  const auto rules = PageRules::compile(selectors);
  REQUIRE(rules);
  auto extract = extract_page({kPage, "https://a.example/x", "text/html", std::nullopt, {}, &*rules});
  REQUIRE(extract);
  return std::move(*extract);
}

std::string origin_of(const Extract& extract, std::string_view field) {
  for (const auto& origin : extract.article.provenance) {
    if (origin.field == field) return origin.from;
  }
  return {};
}

} // namespace

TEST_CASE("page rules: the text is exactly what the content rule selects, in order", "[extract]") {
  const auto extract = extracted({{"content", ".text"}});
  CHECK(extract.article.text.starts_with("The first paragraph"));
  CHECK(extract.article.text.ends_with("the article itself.\n\nShort end."));
  CHECK(origin_of(extract, "text") == "rule: content");
}

TEST_CASE("page rules: elements that the remove rule selects are ignored", "[extract]") {
  const auto extract = extracted({{"remove", ".more, .promo, meta[name=author], .who"}});
  CHECK(extract.article.text.find("as good") == std::string::npos);
  CHECK(extract.article.text.find("Subscribe") == std::string::npos);
  CHECK(extract.article.text.find("second paragraph") != std::string::npos);
  CHECK(extract.article.authors.empty());
  CHECK(extracted({{"remove", "body, html"}}).article.text == extracted({}).article.text);
}

TEST_CASE("page rules: title, date, authors and tags are taken from what their rules select", "[extract]") {
  const auto extract =
      extracted({{"title", ".hero .big"}, {"date", ".when"}, {"author", ".who"}, {"tags", ".hero a.tag"}});
  CHECK(extract.article.title == "A heading that is none");
  CHECK(extract.article.authors == std::vector<std::string>{"Ann Lee", "Bo Ek"});
  REQUIRE(extract.article.published);
  CHECK(to_text(*extract.article.published) == "2024-05-03");
  CHECK(extract.keywords == std::vector<std::string>{"Kernels", "Compilers", "Caches"});
  CHECK(origin_of(extract, "published") == "rule: date");
}

TEST_CASE("page rules: a rule that finds nothing changes nothing", "[extract]") {
  const auto with =
      extracted({{"content", "#none"}, {"title", "h7"}, {"date", ".text"}, {"author", "i"}, {"tags", "i"}});
  const auto without = extracted({});
  CHECK(with.article.text == without.article.text);
  CHECK(with.article.title == without.article.title);
  CHECK(with.article.authors == without.article.authors);
}

TEST_CASE("page rules: an unknown rule and a wrong selector are named in the error", "[extract]") {
  const auto unknown = PageRules::compile({{"contents", "p"}});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().where == "rule \"contents\"");
  CHECK(unknown.error().what == "unknown rule");
  const auto wrong = PageRules::compile({{"date", "p:hover"}});
  REQUIRE_FALSE(wrong);
  CHECK(to_sentence(wrong.error()).starts_with("rule \"date\": the selector \"p:hover\" has an unexpected character"));
}

TEST_CASE("page rules: the six rules and no others are known", "[extract]") {
  for (const char* name : {"content", "remove", "title", "date", "author", "tags"}) {
    CAPTURE(name);
    CHECK(PageRules::is_known(name));
    CHECK(PageRules::compile({{name, "p"}}));
  }
  for (const char* name : {"", "Title", "tag", "authors"}) {
    CAPTURE(name);
    CHECK_FALSE(PageRules::is_known(name));
  }
  CHECK(PageRules::compile({})->empty());
  CHECK_FALSE(PageRules::compile({{"title", "h1"}})->empty());
}

TEST_CASE("page rules: a machine-readable attribute takes precedence over the text", "[extract]") {
  const auto rules = PageRules::compile({{"date", "time"}, {"title", "meta[name=t]"}});
  REQUIRE(rules);
  const auto extract =
      extract_page({"<meta name=t content='The title'><h1>Another</h1><time datetime=2024-05-01>May 9, "
                    "2024</time><p>Text.",
                    "https://a.example/x",
                    "text/html",
                    std::nullopt,
                    {},
                    &*rules});
  REQUIRE(extract);
  CHECK(extract->article.title == "The title");
  REQUIRE(extract->article.published);
  CHECK(to_text(*extract->article.published) == "2024-05-01");
}

TEST_CASE("page rules: a date after tomorrow is skipped", "[extract]") {
  const auto rules = PageRules::compile({{"date", "b"}});
  REQUIRE(rules);
  const auto published = [&](Moment now) {
    const auto extract = extract_page({"<b>May 9, 2031</b><b>no date</b><b>May 1, 2024</b>", "https://a.example/x",
                                       "text/html", std::nullopt, now, &*rules});
    REQUIRE(extract);
    return extract->article.published ? to_text(*extract->article.published) : "none";
  };
  CHECK(published(parse_rfc3339("2026-01-01T00:00:00Z")->time) == "2024-05-01");
  CHECK(published({}) == "2031-05-09");
}

TEST_CASE("page rules: the first fifty matches are read", "[extract]") {
  const auto rules = PageRules::compile({{"tags", "b"}});
  REQUIRE(rules);
  std::string html;
  for (int i = 0; i < 60; ++i) html += "<b>tag" + std::to_string(i) + "</b> ";
  const auto extract = extract_page({html, "https://a.example/x", "text/html", std::nullopt, {}, &*rules});
  REQUIRE(extract);
  CHECK(extract->keywords.size() == 50);
  CHECK(extract->keywords.back() == "tag49");
}

TEST_CASE("page rules: tags lose their hashes, and each is listed once", "[extract]") {
  const auto rules = PageRules::compile({{"tags", "b"}});
  REQUIRE(rules);
  const auto extract = extract_page(
      {"<b>#GPU, ##cuda , ,#</b><b>GPU</b>", "https://a.example/x", "text/html", std::nullopt, {}, &*rules});
  REQUIRE(extract);
  CHECK(extract->keywords == std::vector<std::string>{"GPU", "cuda"});
}

} // namespace page_rules_test
