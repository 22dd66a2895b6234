// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/json_ld.h"

#include <string>

#include <catch2/catch.hpp>

using trawl::extract::JsonLdKind;
using trawl::extract::read_json_ld;

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
