// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/value_fields.h"
#include "shared/api/response/hit_json.h"
#include "tests/shared/api/openapi_requests.h"
#include "tests/support/source_tree.h"

#include <algorithm>
#include <iterator>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::test;

namespace {

std::vector<std::string> with_all(std::vector<std::string> values) {
  values.emplace_back("all");
  return values;
}

} // namespace

TEST_CASE("value fields: openapi.json names each facet", "[api]") {
  const auto document = schema_file("openapi.json");
  const std::vector<std::string> facets(schema::kFacetFields.begin(), schema::kFacetFields.end());
  const auto& parameter = document["components"]["parameters"]["facets"]["schema"]["items"]["enum"];
  CHECK(parameter.get<std::vector<std::string>>() == with_all(facets));
}

TEST_CASE("value fields: the values of every facet with a column can be listed", "[api]") {
  for (const std::string_view field : schema::kFilterFields) {
    CHECK(api::is_value_field(field) == schema::find_filter(field)->facet);
    CHECK(api::value_field_list().contains(field));
  }
  CHECK_FALSE(api::is_value_field("date"));
  CHECK_FALSE(api::is_value_field(""));
  CHECK_FALSE(api::is_value_field("sources"));
  const auto problem = api::unknown_value_field("surce");
  CHECK(problem.status == 404);
  CHECK(problem.detail ==
        "There is no such facet; choose one of " + api::value_field_list() + ". Did you mean source?");
}

TEST_CASE("value fields: `fields` takes every key that a hit may have", "[api]") {
  const auto document = schema_file("openapi.json");
  const std::vector<std::string> keys(api::hit_fields().begin(), api::hit_fields().end());
  const auto& parameter = document["components"]["parameters"]["fields"]["schema"]["items"]["enum"];
  CHECK(parameter.get<std::vector<std::string>>() == with_all(keys));
}
