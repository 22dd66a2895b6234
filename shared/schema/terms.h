// SPDX-License-Identifier: GPL-3.0-or-later
/// Boolean terms, which are the index's exact filters, and value slots. Text never becomes such a term: terms of text
/// are folded to lower case or begin with "Z" or "S", and every prefix here begins with another capital
/// (schema/fields.json).
#pragma once

#include "shared/base/date_time.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::schema {

/// Xapian refuses longer terms, so a longer value is replaced by its hash.
inline constexpr std::size_t kMaxTermBytes = 245;

/// The slot of the packed row that holds all filter fields of a document (shared/index/columns/column_row.h): reading
/// one stream when an index is opened costs a sixth of reading six.
inline constexpr unsigned kColumnsSlot = 0;

/// The unique term of an article.
std::string id_term(std::string_view article_id);

/// The term of a filter ("source", "author", …) and a value's key (index::value_key). Empty for an unknown filter or an
/// empty key.
std::string filter_term(std::string_view filter, std::string_view key);

/// "D202604": the month a dated article was published in. Years outside 0 to 9999 are clamped.
std::string month_term(Moment published);

} // namespace trawl::schema
