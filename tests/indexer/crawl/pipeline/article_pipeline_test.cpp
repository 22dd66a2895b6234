// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/article_pipeline.h"

#include <catch2/catch.hpp>

#include <random>

using namespace trawl;
using namespace trawl::crawl;

namespace {

Knowledge knowledge() {
  Knowledge made;
  made.topics = enrich::Topics::parse(R"({"categories": [], "tags": []})").value();
  return made;
}

store::Input page(const std::string& body) {
  store::Input input;
  input.kind = store::InputKind::Page;
  input.url = "https://a.example/one";
  input.content_type = "text/html; charset=utf-8";
  input.body = body;
  return input;
}

} // namespace

TEST_CASE("article pipeline: bytes that are not text are not an article", "[crawl]") {
  store::Input input;
  input.kind = store::InputKind::Page;
  input.url = "https://a.example/picture";
  input.content_type = "text/html; charset=utf-8";
  input.body = "<html><body><article><p>";
  std::mt19937 random(1);
  for (int i = 0; i < 100'000; ++i) input.body += static_cast<char>(random() & 0xFF);
  const store::DiscoveredLink link{.source = "a", .seed = "https://a.example/feed", .signal = {}};
  const auto extraction = extract_article(input, {link}, knowledge());
  CHECK(extraction.kind == ExtractionKind::NotArticle);
}

TEST_CASE("article pipeline: a text that shows what a program printed instead of characters is text", "[crawl]") {
  std::string output;
  for (int i = 0; i < 129; ++i) output += "\xEF\xBF\xBD";
  std::string prose;
  for (int i = 0; i < 60; ++i) prose += "word" + std::to_string(i) + " ";
  const store::DiscoveredLink link{.source = "a", .seed = "https://a.example/feed", .signal = {}};
  const auto extraction = extract_article(
      page("<html><body><article><h1>Tokens</h1><p>" + prose + "</p><pre>" + output + "</pre></article></body></html>"),
      {link}, knowledge());
  CHECK(extraction.kind == ExtractionKind::Article);
}

TEST_CASE("article pipeline: a page that only refreshes to another is a redirect", "[crawl]") {
  const store::DiscoveredLink link{.source = "a", .seed = "https://a.example/feed", .signal = {}};
  const auto extraction = extract_article(
      page("<html><head><meta http-equiv=refresh content='0; url=/two'></head><body>Moved.</body></html>"), {link},
      knowledge());
  CHECK(extraction.kind == ExtractionKind::Redirect);
  CHECK(extraction.target == "https://a.example/two");
}

TEST_CASE("article pipeline: a page that no source links to is not an article", "[crawl]") {
  const auto extraction = extract_article(page("<html><body><p>Text.</p></body></html>"), {}, knowledge());
  CHECK(extraction.kind == ExtractionKind::NotArticle);
  CHECK(extraction.code == "not_named");
}
