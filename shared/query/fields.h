// SPDX-License-Identifier: GPL-3.0-or-later
/// The fields of the query language, as written before the colon in field:value. They come from schema/fields.json.
#pragma once

#include "shared/query/date_filter.h"
#include "shared/query/tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::query {

/// How the value of a field is read.
enum class FieldKind {
  Unknown,  ///< there is no such field
  Words,    ///< title: words, prefixes and phrases
  Value,    ///< a filter field: exact values
  Date,     ///< date, after, before, since
  Property, ///< is
};

FieldKind field_kind(std::string_view name);

/// The filter field (schema::kFilterFields) that a field of kind Value names: lang → language, the others by their own
/// name. Empty for other fields.
std::string_view filter_of(std::string_view field);

/// The name by which a field of kind Value is printed: language → lang.
std::string_view canonical_name(std::string_view field);

/// The names of all fields.
std::vector<std::string_view> all_names();

/// Whether the query keeps the values of a field as typed, since the index compares them without case; other values are
/// folded to lower case.
bool keeps_case(std::string_view field);

/// The property of articles that their publishers have withdrawn. Queries without it do not find them.
inline constexpr std::string_view kGone = "gone";

/// The property of articles that the reader has not read.
inline constexpr std::string_view kUnread = "unread";

/// Whether `value` is one of the properties of is: those of articles, and the reader's marks
/// (shared/article/reader_marks.h).
bool is_property(std::string_view value);

/// Whether a query names this property.
bool asks_for(const QueryTree& tree, std::string_view property);

/// A date range written out as the value of a date field. `range_of_value` reads it back.
std::string date_value(const DateRange& range);
std::optional<DateRange> range_of_value(std::string_view value);

} // namespace trawl::query
