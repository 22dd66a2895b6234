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

TEST_CASE("article pipeline: an entry of a digest is read like an article", "[crawl]") {
  Knowledge made;
  made.topics = enrich::Topics::parse(R"({"categories": [],
                                          "tags": [{"label": "gpu", "title_phrases": {"gpu kernel": 12}, "threshold": 5}]})")
                    .value();
  Article entry;
  entry.title = "A GPU kernel for every day";
  entry.text =
      "链接: https://papers.example/1\n作者: Ann Lee,Bo van der Ek,Cy Dee\n备注: 9 pages\n\nAbstract: We show how a "
      "kernel is written that needs no care at all, and why this was not possible before. The method is "
      "evaluated on four machines and found to be faster than what its authors knew when they began.";
  read_entry_with(made)(entry, "zh");
  CHECK(entry.authors == std::vector<std::string>{"Ann Lee", "Bo van der Ek", "Cy Dee"});
  CHECK(entry.language == "en");
  CHECK(entry.tags == std::vector<std::string>{"gpu"});
  CHECK(entry.title == "A GPU kernel for every day");
}

TEST_CASE("article pipeline: where an entry names nobody, it has no authors, and a short one its page's language",
          "[crawl]") {
  const Knowledge made = knowledge();
  Article entry;
  entry.title = "Releases";
  entry.text = "Ann Lee met Bo Ek.";
  read_entry_with(made)(entry, "de");
  CHECK(entry.authors.empty());
  CHECK(entry.language == "de");
}
