// SPDX-License-Identifier: GPL-3.0-or-later
/// The filter fields of one document, packed: the value in schema::kColumnsSlot. docs/formats.md has the grammar.
#pragma once

#include "shared/article/article.h"
#include "shared/index/columns/columns.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// A value of one field: the form in which it is compared, and the one that is shown. Views into the packed row.
struct RowValue {
  std::string_view key;
  std::string_view shown;
};

/// One document's values, read back.
struct ColumnRow {
  std::uint64_t id = 0;
  std::int64_t published = kUndated;
  std::uint32_t words = 0, title_words = 0;
  std::uint64_t stored_offset = 0;                                        ///< in the document store
  std::array<std::vector<RowValue>, schema::kFilterFields.size()> fields; ///< in the order of kFilterFields
};

/// A value of an article, before it is packed.
struct FieldValue {
  std::string key, shown;
};

/// An article's values of the filter field schema::kFilterFields[field], in the article's order. Each key comes once;
/// values whose key is empty are left out.
std::vector<FieldValue> field_values(const Article& article, std::size_t field);

/// `words`, `title_words`: of the analysed article; `stored_offset`: of the document in the document store.
std::string pack_row(const Article& article, std::uint32_t words, std::uint32_t title_words,
                     std::uint64_t stored_offset);

/// Reads `packed` into `row`, reusing its memory. False if the bytes are damaged; `row` is then unspecified.
bool unpack_row(std::string_view packed, ColumnRow& row);

} // namespace trawl::index
