// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/fields.h"
#include "shared/schema/terms.h"

#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl;
using namespace trawl::schema;

namespace {

const std::set<std::string> kMembers{"name",         "type",  "nullable", "filter", "query", "column", "prefix",
                                     "ignores_case", "facet", "heading",  "option", "help",  "example"};

template <typename Names>
std::vector<std::string> names_of(const Names& names) {
  std::vector<std::string> out;
  for (const std::string_view name : names) {
    if (!name.empty()) out.emplace_back(name);
  }
  return out;
}

} // namespace

TEST_CASE("fields: the table holds the rows of schema/fields.json in their order", "[schema]") {
  std::ifstream file(std::string(TRAWL_SOURCE_DIR) + "/schema/fields.json");
  const auto rows = nlohmann::json::parse(file).at("fields");
  REQUIRE(rows.size() == kFields.size());
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    const Field& field = kFields.at(i);
    CAPTURE(field.name);
    CHECK(rows[i].at("name") == field.name);
    CHECK(rows[i].at("help") == field.help);
    CHECK(rows[i].at("example") == field.example);
    CHECK(rows[i].at("nullable") == field.nullable);
    CHECK(rows[i].value("prefix", "") == field.prefix);
    CHECK(rows[i].value("filter", "") == field.filter);
    CHECK(rows[i].value("facet", false) == field.facet);
    CHECK(rows[i].value("ignores_case", false) == field.ignores_case);
    CHECK(rows[i].value("column", 0u) == field.column);
    CHECK(rows[i].value("heading", "") == field.heading);
    CHECK(rows[i].value("option", "") == field.option);
    CHECK(names_of(field.query) == rows[i].value("query", std::vector<std::string>{}));
    for (const auto& [member, value] : rows[i].items()) CHECK(kMembers.contains(member));
  }
}

TEST_CASE("fields: filters and facets go by their own names", "[schema]") {
  REQUIRE(find_filter("author") != nullptr);
  CHECK(find_filter("author")->name == "authors");
  CHECK(find_filter("authors") == nullptr);
  CHECK(find_filter("") == nullptr);
  CHECK(names_of(kFacetFields) ==
        std::vector<std::string>{"source", "tag", "category", "author", "language", "site", "date"});
}

TEST_CASE("fields: the columns keep their order, which the index's files depend on", "[schema]") {
  CHECK(names_of(kFilterFields) == std::vector<std::string>{"source", "tag", "category", "author", "language", "site"});
  for (std::size_t i = 0; i < kFilterFields.size(); ++i) CHECK(filter_index(kFilterFields.at(i)) == i);
  CHECK_FALSE(filter_index("date"));
  CHECK_FALSE(filter_index(""));
}

TEST_CASE("fields: the query language has names of its own", "[schema]") {
  REQUIRE(find_query_field("lang") != nullptr);
  CHECK(find_query_field("lang") == find_query_field("language"));
  CHECK(*find_query_field("lang")->query.begin() == "lang");
  CHECK(find_query_field("since") == find_field("published"));
  CHECK(find_query_field("is")->type == FieldType::Property);
  CHECK(find_query_field("title")->type == FieldType::Text);
  CHECK(find_query_field("") == nullptr);
  CHECK(find_query_field("words") == nullptr);
}

TEST_CASE("terms: a filter's terms cannot be made by text, nor by another filter", "[schema]") {
  CHECK(id_term("00112233445566aa") == "Q00112233445566aa");
  CHECK(filter_term("source", "pytorch") == "XSOURCE:pytorch");
  CHECK(filter_term("author", "ada b") == "XAUTHOR:ada b");
  CHECK(filter_term("source", "").empty());
  CHECK(filter_term("nonsense", "x").empty());
  for (const Field& field : kFields) {
    CHECK_FALSE(field.prefix.starts_with('Z'));
    CHECK_FALSE(field.prefix.starts_with('S'));
  }
}

TEST_CASE("terms: a value that is too long for the index is replaced by its hash", "[schema]") {
  const std::string longest(kMaxTermBytes - std::string("XTAG:").size(), 'a');
  CHECK(filter_term("tag", longest).size() == kMaxTermBytes);
  const std::string longer = filter_term("tag", longest + "a");
  CHECK(longer.starts_with("XTAG:#"));
  CHECK(longer.size() < 80);
  CHECK(longer != filter_term("tag", longest + "b"));
}

TEST_CASE("terms: a date has the term of its month", "[schema]") {
  CHECK(month_term(parse_rfc3339("2026-04-30T23:59:59Z")->time) == "D202604");
  CHECK(month_term(parse_rfc3339("1999-12-01")->time) == "D199912");
}
