// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/fields.h"

#include "shared/article/reader_marks.h"
#include "shared/schema/fields.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

namespace trawl::query {

FieldKind field_kind(std::string_view name) {
  const schema::Field* const field = schema::find_query_field(name);
  if (field == nullptr) return FieldKind::Unknown;
  switch (field->type) {
  case schema::FieldType::Text:
    return FieldKind::Words;
  case schema::FieldType::Date:
    return FieldKind::Date;
  case schema::FieldType::Property:
    return FieldKind::Property;
  default:
    return FieldKind::Value;
  }
}

std::string_view filter_of(std::string_view field) {
  const schema::Field* const found = schema::find_query_field(field);
  return found == nullptr || found->column == 0 ? std::string_view() : found->filter;
}

std::string_view canonical_name(std::string_view field) {
  const schema::Field* const found = schema::find_query_field(field);
  return found == nullptr ? field : *found->query.begin();
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const schema::Field& field : schema::kFields) names.insert(names.end(), field.query.begin(), field.query.end());
  return names;
}

bool keeps_case(std::string_view field) {
  const schema::Field* const found = schema::find_query_field(field);
  return found != nullptr && found->ignores_case;
}

bool is_property(std::string_view value) {
  constexpr std::array kOfArticles{std::string_view("duplicate"), kGone, std::string_view("long"),
                                   std::string_view("undated")};
  return value == kUnread || std::ranges::find(kOfArticles, value) != kOfArticles.end() ||
         std::ranges::find(kMarkNames, value) != kMarkNames.end();
}

bool asks_for(const QueryTree& tree, std::string_view property) {
  const bool is_asked = std::ranges::find(tree.children, property, &QueryTree::text) != tree.children.end();
  return (tree.field == "is" && is_asked) ||
         std::ranges::any_of(tree.children, [&](const QueryTree& child) { return asks_for(child, property); });
}

std::string date_value(const DateRange& range) {
  std::string out;
  if (range.first_day) out += to_day(*range.first_day);
  if (range.after) out += to_rfc3339(*range.after);
  out += "..";
  if (range.end_day) out += to_day(*range.end_day - std::chrono::days(1));
  if (range.before) out += to_rfc3339(*range.before - std::chrono::seconds(1)); // a moment means its whole second
  return out;
}

std::optional<DateRange> range_of_value(std::string_view value) { return parse_date_filter("date", value, Moment{}); }

} // namespace trawl::query
