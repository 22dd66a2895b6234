// SPDX-License-Identifier: GPL-3.0-or-later
/// The fields of the query language, field:value.
#pragma once

#include "shared/base/date_time.h"
#include "shared/query/date_filter.h"
#include "shared/query/tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// How a field's value is read.
enum class FieldKind { Unknown, Words, Value, Date, Property };

FieldKind field_kind(std::string_view name);

/// The filter (request.h) that a field of kind Value stands for: lang → language; the others by their own name.
std::string_view filter_of(std::string_view field);

bool is_property(std::string_view value);

/// A date range as the value of a date field, in full; read back by `range_of_value`.
std::string date_value(const DateRange& range);
std::optional<DateRange> range_of_value(std::string_view value);

} // namespace trawl::search
