// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/fields.h"

#include "shared/schema/categories.h"
#include "tests/support/source_tree.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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
  std::ifstream file(trawl::test::in_source_tree("schema/fields.json"));
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
    std::string option = rows[i].value("option", "");
    if (const auto place = option.find("{categories}"); place != std::string::npos) {
      std::string categories;
      for (const std::string_view category : kCategories) categories.append(category).append(" ");
      categories.pop_back();
      option.replace(place, std::string_view("{categories}").size(), categories);
    }
    CHECK(option == field.option);
    CHECK(names_of(field.query) == rows[i].value("query", std::vector<std::string>{}));
    for (const auto& [member, value] : rows[i].items()) CHECK(kMembers.contains(member));
  }
}

TEST_CASE("fields: filters and facets are found by their own names", "[schema]") {
  REQUIRE(find_filter("author") != nullptr);
  CHECK(find_filter("author")->name == "authors");
  CHECK(find_filter("authors") == nullptr);
  CHECK(find_filter("") == nullptr);
  CHECK(std::ranges::count(kFacetFields, "author") == 1);
  CHECK(std::ranges::count(kFacetFields, "date") == 1);
  CHECK(std::ranges::count(kFacetFields, "title") == 0);
}

TEST_CASE("fields: the columns keep their order, which the index's files depend on", "[schema]") {
  const std::vector<std::string> first{"source", "tag", "category", "author", "language", "site"};
  CHECK(names_of(kFilterFields | std::views::take(first.size())) == first); // a new column follows these
  for (std::size_t i = 0; i < kFilterFields.size(); ++i) CHECK(filter_index(kFilterFields.at(i)) == i);
  CHECK_FALSE(filter_index("date"));
  CHECK_FALSE(filter_index(""));
}

TEST_CASE("fields: the query language has its own names", "[schema]") {
  REQUIRE(find_query_field("lang") != nullptr);
  CHECK(find_query_field("lang") == find_query_field("language"));
  CHECK(*find_query_field("lang")->query.begin() == "lang");
  CHECK(find_query_field("since") == find_field("published"));
  CHECK(find_query_field("is")->type == FieldType::Property);
  CHECK(find_query_field("title")->type == FieldType::Text);
  CHECK(find_query_field("") == nullptr);
  CHECK(find_query_field("words") == nullptr);
}

TEST_CASE("fields: the types are those of schema/fields.json, by the same names", "[schema]") {
  const std::vector<std::pair<std::string_view, FieldType>> rows{
      {"id", FieldType::Id},           {"url", FieldType::Url},           {"text", FieldType::Text},
      {"keyword", FieldType::Keyword}, {"keywords", FieldType::Keywords}, {"date", FieldType::Date},
      {"integer", FieldType::Integer}, {"copies", FieldType::Copies},     {"property", FieldType::Property}};
  for (const auto& [name, type] : rows) {
    INFO(name);
    CHECK(field_type(name) == type);
  }
  for (const std::string_view name : {"", "Id", "keywordss", "unknown", "string"}) {
    INFO(name);
    CHECK(field_type(name) == FieldType::Unknown);
  }
}

TEST_CASE("fields: every name finds its own row, by each of its three kinds of names", "[schema]") {
  for (const Field& field : kFields) {
    INFO(field.name);
    CHECK(find_field(field.name) == &field);
    if (!field.filter.empty()) CHECK(find_filter(field.filter) == &field);
    for (const std::string_view name : field.query) CHECK(find_query_field(name) == &field);
  }
  for (const std::string_view name : {"", " ", "Title", "TITLE", "nonsense", "title "}) {
    INFO(name);
    CHECK(find_field(name) == nullptr);
    CHECK(find_filter(name) == nullptr);
    CHECK(find_query_field(name) == nullptr);
  }
}

TEST_CASE("fields: a field that can be counted can be filtered by, and has a heading", "[schema]") {
  std::set<std::string_view> headings;
  for (const std::string_view facet : kFacetFields) {
    INFO(facet);
    const Field* const field = find_filter(facet);
    REQUIRE(field != nullptr);
    CHECK(field->facet);
    CHECK_FALSE(field->prefix.empty());
    CHECK(headings.insert(field->heading).second);
  }
  for (const Field& field : kFields) {
    INFO(field.name);
    CHECK(field.facet ==
          (std::ranges::find(kFacetFields, field.filter) != kFacetFields.end() && !field.filter.empty()));
  }
}

TEST_CASE("fields: a list of names holds up to four", "[schema]") {
  constexpr Names kNone;
  CHECK(kNone.begin() == kNone.end());
  CHECK_FALSE(kNone.contains(""));
  constexpr Names kFour{"a", "b", "c", "d"};
  CHECK(kFour.end() - kFour.begin() == 4);
  CHECK(kFour.contains("d"));
  CHECK_FALSE(kFour.contains("e"));
}

TEST_CASE("fields: prefixes overlap if one begins with the other", "[schema]") {
  CHECK(detail::overlap("XA", "XA"));
  CHECK(detail::overlap("XA", "XAB"));
  CHECK(detail::overlap("XAB", "XA"));
  CHECK_FALSE(detail::overlap("XA", "XB"));
  CHECK_FALSE(detail::overlap("", "XA")); // a field without a prefix overlaps with none
  CHECK_FALSE(detail::overlap("", ""));
}
