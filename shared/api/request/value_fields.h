// SPDX-License-Identifier: GPL-3.0-or-later
/// The fields whose values /v1/facets/{field} lists: every facet that has a column (schema/fields.json).
#pragma once

#include "shared/api/response/problem.h"
#include "shared/schema/fields.h"

#include <string>
#include <string_view>

namespace trawl::api {

/// Whether the values of this field can be listed. False for "date", a facet without a column.
bool is_value_field(std::string_view field);

/// "source, tag, …": all of them.
std::string value_field_list();

/// `text` with the list instead of "{fields}".
std::string with_value_fields(std::string_view text);

/// 404 for a field whose values cannot be listed, with the nearest one that can.
Problem unknown_value_field(std::string_view field);

} // namespace trawl::api
