// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/categories.h"
#include "shared/schema/fields.h"
#include "tests/support/source_tree.h"

#include <fstream>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl::schema;

TEST_CASE("schema: an article in openapi.json has the fields of the table", "[schema]") {
  std::ifstream file(trawl::test::in_source_tree("schema/openapi.json"));
  const auto schema = nlohmann::json::parse(file).at("components").at("schemas").at("Article");
  const auto& properties = schema.at("properties");
  for (const Field& field : kFields) {
    if (field.type == FieldType::Property) continue; // only of the query language
    CAPTURE(field.name);
    REQUIRE(properties.contains(field.name));
    const auto& type = properties.at(std::string(field.name)).value("type", nlohmann::json());
    CHECK((type == "array") == (field.type == FieldType::Keywords || field.type == FieldType::Copies));
  }
  for (const auto& name : schema.at("required")) CHECK(properties.contains(name.get<std::string>()));
}

TEST_CASE("schema: the help of the filter lists the ten categories", "[schema]") {
  CHECK(kCategories.size() == 10);
  for (const std::string_view category : kCategories) CHECK(find_field("category")->option.contains(category));
}
