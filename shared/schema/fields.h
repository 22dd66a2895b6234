// SPDX-License-Identifier: GPL-3.0-or-later
/// The table of an article's fields, made from schema/fields.json: names, types, and which can be filtered and counted.
/// Help texts, documentation and the parsers of parameters and queries read it, so that no list is written twice.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace trawl::schema {

enum class FieldType { Id, Url, Text, Keyword, Keywords, Date, Integer, Copies, Unknown };

constexpr FieldType field_type(std::string_view name) {
  constexpr std::array<std::string_view, 8> kNames{"id",       "url",  "text",    "keyword",
                                                   "keywords", "date", "integer", "copies"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<FieldType>(i);
  }
  return FieldType::Unknown;
}

struct Field {
  std::string_view name; ///< in JSON
  FieldType type = FieldType::Unknown;
  bool nullable = false;
  std::string_view filter; ///< name as a filter, facet and query field; empty: cannot be filtered
  std::string_view prefix; ///< of its boolean terms; empty: has none
  bool facet = false;      ///< can be counted
  std::string_view help;   ///< one line, no full stop
  std::string_view example;
};

inline constexpr auto kFields = std::to_array<Field>({
#include "shared/schema/fields_table.inc"
});

/// The field of this JSON name, or nullptr.
constexpr const Field* find_field(std::string_view name) {
  for (const Field& field : kFields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

/// The field a filter, facet or query field of this name works on ("author": authors), or nullptr.
constexpr const Field* find_filter(std::string_view filter) {
  for (const Field& field : kFields) {
    if (!filter.empty() && field.filter == filter) return &field;
  }
  return nullptr;
}

/// Whether counts can be asked for this name.
constexpr bool is_facet(std::string_view filter) {
  const Field* field = find_filter(filter);
  return field != nullptr && field->facet;
}

namespace detail {

constexpr bool sound() {
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    const Field& field = kFields[i];
    if (field.name.empty() || field.help.empty() || field.type == FieldType::Unknown) return false;
    if (field.facet && (field.filter.empty() || field.prefix.empty())) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (kFields[j].name == field.name) return false;
      if (!field.prefix.empty() && !kFields[j].prefix.empty() &&
          (field.prefix.starts_with(kFields[j].prefix) || kFields[j].prefix.starts_with(field.prefix))) {
        return false;
      }
    }
  }
  return true;
}
static_assert(sound(), "schema/fields.json: each field has a name, a type and help; facets have a filter and a prefix; "
                       "no prefix begins another");

} // namespace detail
} // namespace trawl::schema
