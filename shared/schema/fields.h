// SPDX-License-Identifier: GPL-3.0-or-later
/// The table of an article's fields, generated from schema/fields.json: names, types, and how each can be queried,
/// filtered and counted. All code that needs a list of fields reads this table.
/// How the values of a filter are taken from an article is in shared/index/columns/field_values.cpp; the members that
/// are stored, in shared/article/article_members.h; how they are shown, in shared/api/response.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace trawl::schema {

/// Property: computed for the query language (is:long), not a member of the article's JSON.
enum class FieldType { Id, Url, Text, Keyword, Keywords, Date, Integer, Copies, Property, Unknown };

constexpr FieldType field_type(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames{"id",   "url",     "text",   "keyword", "keywords",
                                                   "date", "integer", "copies", "property"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<FieldType>(i);
  }
  return FieldType::Unknown;
}

/// At most four names.
class Names {
 public:
  constexpr Names() = default;
  constexpr Names(std::initializer_list<std::string_view> names) : size_(names.size()) {
    std::ranges::copy(names, names_.begin());
  }
  constexpr const std::string_view* begin() const { return names_.data(); }
  constexpr const std::string_view* end() const { return names_.data() + size_; }
  constexpr bool contains(std::string_view name) const { return std::ranges::find(*this, name) != end(); }

 private:
  std::array<std::string_view, 4> names_{};
  std::size_t size_ = 0;
};

struct Field {
  std::string_view name{}; ///< in JSON
  FieldType type = FieldType::Unknown;
  bool nullable = false;
  std::string_view filter{};  ///< name as a filter and facet; empty: cannot be filtered by
  Names query{};              ///< names in the query language, the printed one first
  std::size_t column = 0;     ///< its value slot (terms.h) is this plus 5; from 1; 0: has no column
  std::string_view prefix{};  ///< of its boolean terms; empty: has none
  bool ignores_case = false;  ///< values are compared without case and accents
  bool facet = false;         ///< can be counted
  std::string_view heading{}; ///< of its facet, for people; empty: not a facet
  std::string_view option{};  ///< help of its command-line option; empty: has none
  std::string_view help{};    ///< one line, no full stop
  std::string_view example{};
};

inline constexpr auto kFields = std::to_array<Field>({
#include "shared/schema/fields_table.inc"
});

/// The field of this JSON name, or nullptr.
constexpr const Field* find_field(std::string_view name) {
  const auto* const found = std::ranges::find(kFields, name, &Field::name);
  return found == kFields.end() ? nullptr : found;
}

/// The field that a filter or facet of this name works on ("author": authors, "date": published), or nullptr.
constexpr const Field* find_filter(std::string_view filter) {
  const auto* const found = std::ranges::find(kFields, filter, &Field::filter);
  return filter.empty() || found == kFields.end() ? nullptr : found;
}

/// The field of this name in the query language ("lang": language, "since": published), or nullptr.
constexpr const Field* find_query_field(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kFields, [&](const Field& field) { return field.query.contains(name); });
  return found == kFields.end() ? nullptr : found;
}

/// The filter names of the fields that have a column, in the order of their value slots: source, tag, category, …
inline constexpr auto kFilterFields = [] {
  constexpr auto kCount = std::ranges::count_if(kFields, [](const Field& field) { return field.column > 0; });
  std::array<std::string_view, kCount> names;
  for (const Field& field : kFields) {
    if (field.column > 0) names.at(field.column - 1) = field.filter;
  }
  return names;
}();

/// The place of a filter's name in kFilterFields, and of its column in the index; nullopt if it has no column.
constexpr std::optional<std::size_t> filter_index(std::string_view filter) {
  const auto* const found = std::ranges::find(kFilterFields, filter);
  if (found == kFilterFields.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kFilterFields.begin());
}

/// The names of all facets: those of kFilterFields that can be counted, then those without a column ("date").
inline constexpr auto kFacetFields = [] {
  constexpr auto kCount = std::ranges::count(kFields, true, &Field::facet);
  std::array<std::string_view, kCount> names;
  std::size_t count = 0;
  for (const std::string_view filter : kFilterFields) {
    if (find_filter(filter)->facet) names.at(count++) = filter;
  }
  for (const Field& field : kFields) {
    if (field.facet && field.column == 0) names.at(count++) = field.filter;
  }
  return names;
}();

namespace detail {

constexpr bool overlap(std::string_view a, std::string_view b) {
  return !a.empty() && !b.empty() && (a.starts_with(b) || b.starts_with(a));
}

constexpr bool is_consistent(const Field& field) {
  if (field.name.empty() || field.help.empty() || field.type == FieldType::Unknown) return false;
  if (field.facet && (field.filter.empty() || field.prefix.empty() || field.heading.empty())) return false;
  return field.column == 0 || (!field.filter.empty() && !field.prefix.empty() && !field.option.empty());
}

constexpr bool is_consistent() {
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    if (!is_consistent(kFields[i])) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (kFields[j].name == kFields[i].name || overlap(kFields[j].prefix, kFields[i].prefix)) return false;
      if (kFields[i].column > 0 && kFields[i].column == kFields[j].column) return false;
    }
    for (const std::string_view name : kFields[i].query) {
      if (find_query_field(name) != &kFields[i]) return false;
    }
  }
  return true;
}
static_assert(is_consistent(),
              "schema/fields.json: each field has a name, a type and help; a facet has a filter, a prefix and a "
              "heading; a column has a filter, a prefix and an option, and its number once; names in the query "
              "language are distinct; no prefix begins with another");

} // namespace detail
} // namespace trawl::schema
