// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/categories.h"
#include "shared/schema/fields.h"
#include "tests/support/source_tree.h"

#include <fstream>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl::schema;

TEST_CASE("schema: the article's JSON Schema and the table of fields name the same fields", "[schema]") {
  std::ifstream file(trawl::test::in_source_tree("schema/article.schema.json"));
  const auto schema = nlohmann::json::parse(file);
  const auto& properties = schema.at("properties");
  for (const Field& field : kFields) {
    if (field.type == FieldType::Property) continue; // only of the query language
    CAPTURE(field.name);
    REQUIRE(properties.contains(field.name));
    const auto& type = properties.at(std::string(field.name)).value("type", nlohmann::json());
    CHECK((type == "array") == (field.type == FieldType::Keywords || field.type == FieldType::Copies));
  }
  // About fields, other articles, and the answer.
  const std::set<std::string> others{"provenance", "related", "warnings", "index"};
  for (const auto& [name, property] : properties.items()) {
    if (others.contains(name)) continue;
    CAPTURE(name);
    CHECK(find_field(name) != nullptr);
  }
  for (const auto& name : schema.at("required")) CHECK(properties.contains(name.get<std::string>()));
}

TEST_CASE("schema: the categories of the JSON Schema are the closed list", "[schema]") {
  std::ifstream file(trawl::test::in_source_tree("schema/article.schema.json"));
  const auto schema = nlohmann::json::parse(file);
  const auto& categories = schema.at("properties").at("category").at("oneOf").at(1).at("enum");
  REQUIRE(categories.size() == kCategories.size());
  for (std::size_t i = 0; i < kCategories.size(); ++i) CHECK(categories[i] == kCategories.at(i));
}
