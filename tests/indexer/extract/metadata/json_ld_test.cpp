// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/json_ld.h"

#include <string>

#include <catch2/catch.hpp>

using trawl::extract::JsonLdKind;
using trawl::extract::read_json_ld;

TEST_CASE("json-ld: an article's fields", "[json-ld]") {
  const auto items = read_json_ld(R"({"@context":"https://schema.org","@type":"NewsArticle","headline":"A &amp; B",
    "datePublished":"2024-05-01T10:00:00+02:00","dateModified":"2024-05-02","author":[{"@type":"Person","name":"Ann Lee",
    "affiliation":{"name":"Meta"}},{"@type":"Organization","name":"Reuters"}],"publisher":{"name":"The Site"},
    "image":["https://x.org/a.png"],"inLanguage":"en","isAccessibleForFree":"False","keywords":"gpu, cuda"})");
  REQUIRE(items);
  REQUIRE(items->size() == 1);
  const auto& item = items->front();
  CHECK(item.kind == JsonLdKind::Article);
  CHECK(item.headline == "A & B");
  CHECK(item.published == "2024-05-01T10:00:00+02:00");
  REQUIRE(item.authors.size() == 2);
  CHECK(item.authors[0].affiliation == "Meta");
  CHECK(item.authors[1].is_organization);
  CHECK(item.publisher == "The Site");
  CHECK(item.image == "https://x.org/a.png");
  CHECK_FALSE(item.accessible);
  CHECK(item.keywords == std::vector<std::string>{"gpu", "cuda"});
}

TEST_CASE("json-ld: references in a graph are followed", "[json-ld]") {
  const auto items = read_json_ld(R"({"@graph":[{"@type":"Article","headline":"T","author":{"@id":"#ann"}},
    {"@type":"Person","@id":"#ann","name":"Ann Lee"}]})");
  REQUIRE(items);
  REQUIRE(items->front().authors.size() == 1);
  CHECK(items->front().authors[0].name == "Ann Lee");
}

TEST_CASE("json-ld: text that is not JSON is rejected", "[json-ld]") {
  CHECK_FALSE(read_json_ld("no braces at all"));
  CHECK_FALSE(read_json_ld(""));
}

TEST_CASE("json-ld: deep nesting is dropped", "[json-ld]") {
  std::string deep = R"({"@type":"Article","headline":"T","author":)";
  deep += std::string(100'000, '[');
  const auto items = read_json_ld(deep);
  CHECK((!items || items->size() <= 1));
}

TEST_CASE("json-ld: values of unexpected types are ignored", "[json-ld]") {
  const auto items =
      read_json_ld(R"([1,null,"x",{"@type":7,"headline":{"a":[]},"author":3,"image":true,"keywords":[{}]},
    {"@type":["Thing","BlogPosting"],"name":["First","Second"]}])");
  REQUIRE(items);
  REQUIRE(items->size() == 1);
  CHECK(items->front().kind == JsonLdKind::Article);
  CHECK(items->front().headline == "First");
}

TEST_CASE("json-ld: the front matter of a Distill article is an item, too", "[json-ld]") {
  const auto items = read_json_ld(R"({"title":"On Parrots","published":"May 1, 2023","authors":[
    {"author":"Ann Lee","authorURL":"","affiliations":[{"name":"Parrot University","url":""}]},
    {"author":"Bo Li"}]})");
  REQUIRE(items);
  REQUIRE(items->size() == 1);
  const auto& item = items->front();
  CHECK(item.kind == JsonLdKind::Article);
  CHECK(trawl::extract::signal_name(item) == "front matter");
  CHECK(item.published == "May 1, 2023");
  REQUIRE(item.authors.size() == 2);
  CHECK(item.authors[0].name == "Ann Lee");
  CHECK(item.authors[0].affiliation == "Parrot University");
}
