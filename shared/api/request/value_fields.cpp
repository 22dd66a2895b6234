// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/value_fields.h"

#include "shared/base/edit_distance.h"

#include <algorithm>
#include <vector>

namespace trawl::api {
namespace {

std::vector<std::string_view> value_fields() {
  std::vector<std::string_view> fields(schema::kFilterFields.begin(), schema::kFilterFields.end());
  std::erase_if(fields, [](std::string_view field) { return !is_value_field(field); });
  return fields;
}

} // namespace

bool is_value_field(std::string_view field) {
  return schema::filter_index(field).has_value() && schema::find_filter(field)->facet;
}

std::string value_field_list() {
  std::string out;
  for (const std::string_view field : value_fields()) {
    if (!out.empty()) out += ", ";
    out += field;
  }
  return out;
}

std::string with_value_fields(std::string_view text) {
  constexpr std::string_view kPlace = "{fields}";
  std::string out(text);
  if (const std::size_t at = out.find(kPlace); at != std::string::npos)
    out.replace(at, kPlace.size(), value_field_list());
  return out;
}

Problem unknown_value_field(std::string_view field) {
  const std::string_view near = nearest(field, value_fields());
  std::string detail = "There is no such facet; choose one of " + value_field_list() + ".";
  if (!near.empty()) detail += " Did you mean " + std::string(near) + "?";
  return http_problem(404, std::move(detail));
}

} // namespace trawl::api
