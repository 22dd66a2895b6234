// SPDX-License-Identifier: GPL-3.0-or-later
/// The filter fields of one document as bytes: the value in schema::kColumnsSlot. Numbers are LEB128, strings have
/// their length before them; a shown form follows its key, empty if it is the same.
#pragma once

#include "shared/article/article.h"
#include "shared/index/columns/columns.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// A value of one field: what it is compared by and what is shown. Views into the packed row.
struct RowValue {
  std::string_view key;
  std::string_view shown;
};

struct ColumnRow {
  std::uint64_t id = 0;
  std::int64_t published = kUndated;
  std::uint32_t words = 0, title_words = 0;
  std::uint64_t stored_offset = 0; ///< where in the file of records (document_store.h)
  std::array<std::vector<RowValue>, schema::kFilterFields.size()> fields; ///< in the order of kFilterFields
};

struct FieldValue {
  std::string key, shown;
};

/// An article's values of the filter field schema::kFilterFields[field], in the article's order. Each key comes once;
/// values whose key is empty are left out.
std::vector<FieldValue> field_values(const Article& article, std::size_t field);

std::string pack_row(const Article& article, std::uint32_t words, std::uint32_t title_words, std::uint64_t record);

/// Reads a row into `row`, whose memory is used again. False if the bytes are not a row.
bool unpack_row(std::string_view packed, ColumnRow& row);

} // namespace trawl::index
