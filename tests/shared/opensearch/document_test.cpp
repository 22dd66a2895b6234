// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/document.h"

#include "shared/article/article_record.h"
#include "shared/opensearch/index_body.h"
#include "shared/schema/fields.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::opensearch;

namespace document_test {

using nlohmann::json;

Article example() {
  Article article;
  article.id = "00000000000000aa";
  article.url = "https://a.example/x";
  article.title = "Fine-tuning load_state";
  article.source = "kernels";
  article.site = "a.example";
  article.authors = {"Käthe Öztürk"};
  article.tags = {"gpu"};
  article.language = "en";
  article.published = parse_rfc3339("2026-04-08");
  article.text = "Kernels wait.";
  article.structure = std::string("\0\x01 bytes", 8);
  article.words = 2;
  article.reading_minutes = 1;
  article.copies = {{"https://b.example/y", "lantern", "Another title"}};
  return article;
}

TEST_CASE("opensearch document: an article is read back completely", "[opensearch]") {
  const Article article = example();
  const auto back = article_of(document_of(article));
  REQUIRE(back);
  CHECK(to_record(*back) == to_record(article));
}

TEST_CASE("opensearch document: terms have the positions that our analyzer gives them", "[opensearch]") {
  const json document = document_of(example());
  const std::string stems = document.at("stems"), titles = document.at("title_stems");
  CHECK(titles.starts_with(". fine . ")); // words are two positions apart
  CHECK(titles.contains("|load"));        // a part of a name is at the position of the name
  CHECK(stems.contains(" . . . "));       // no phrase spans title and text
  CHECK(stems.contains("kernel . wait"));
  CHECK(document.at("words").get<std::string>().contains("fine-tuning"));
}

TEST_CASE("opensearch document: filters have keys for comparison and values to show", "[opensearch]") {
  const json document = document_of(example());
  CHECK(document.at("source") == json{"kernels", "lantern"});
  CHECK(document.at("author") == json::array({"kathe ozturk"}));
  CHECK(document.at("author_shown") == json::array({"kathe ozturk\x01Käthe Öztürk"}));
  CHECK(document.at("copied") == true);
  CHECK(document.at("published") == 1775606400);
}

TEST_CASE("opensearch document: every field is in the mapping, and every filter field of the table", "[opensearch]") {
  const json properties = index_body({}).at("mappings").at("properties");
  const json document = document_of(example());
  for (const auto& [name, value] : document.items()) CHECK(properties.contains(name));
  for (const std::string_view filter : schema::kFilterFields) CHECK(properties.contains(std::string(filter)));
}

TEST_CASE("opensearch document: a document that Trawl did not write is an error", "[opensearch]") {
  CHECK(!article_of(json()));
  CHECK(!article_of(json::array()));
  CHECK(!article_of(json::object()));
  CHECK(!article_of({{"fields", "{\"v\": 2}"}, {"text", "x"}}));
  CHECK(!article_of({{"fields", 3}, {"text", "x"}}));
}

} // namespace document_test
