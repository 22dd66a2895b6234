// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/fields.h"

#include <array>
#include <chrono>

namespace trawl::search {
namespace {

struct FieldRow {
  std::string_view name;
  FieldKind kind;
  std::string_view filter;
};

constexpr auto kFields = std::to_array<FieldRow>({
    {"title", FieldKind::Words, ""},
    {"author", FieldKind::Value, "author"},
    {"source", FieldKind::Value, "source"},
    {"tag", FieldKind::Value, "tag"},
    {"category", FieldKind::Value, "category"},
    {"site", FieldKind::Value, "site"},
    {"lang", FieldKind::Value, "language"},
    {"language", FieldKind::Value, "language"},
    {"date", FieldKind::Date, ""},
    {"after", FieldKind::Date, ""},
    {"before", FieldKind::Date, ""},
    {"since", FieldKind::Date, ""},
    {"is", FieldKind::Property, ""},
});

const FieldRow* row_of(std::string_view name) {
  for (const FieldRow& row : kFields) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

} // namespace

FieldKind field_kind(std::string_view name) {
  const FieldRow* row = row_of(name);
  return row == nullptr ? FieldKind::Unknown : row->kind;
}

std::string_view filter_of(std::string_view field) {
  const FieldRow* row = row_of(field);
  return row == nullptr ? std::string_view() : row->filter;
}

bool is_property(std::string_view value) { return value == "duplicate" || value == "long" || value == "undated"; }

std::string date_value(const DateRange& range) {
  std::string out;
  if (range.after) out += to_rfc3339(*range.after);
  out += "..";
  if (range.before) out += to_rfc3339(*range.before - std::chrono::seconds(1)); // a moment means its whole second
  return out;
}

std::optional<DateRange> range_of_value(std::string_view value) { return parse_date_filter("date", value, Moment{}); }

} // namespace trawl::search
