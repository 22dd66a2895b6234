// SPDX-License-Identifier: GPL-3.0-or-later
/// What filters, facets, dates, orders and lengths read of every document of a shard, by document: written into the
/// shard's metadata with each commit, so that a reader takes a few milliseconds for a hundred thousand documents
/// instead of walking the values of each.
#pragma once

#include "shared/index/shard/counting_column.h"
#include "shared/index/shard/number_array.h"
#include "shared/index/shard/on_demand.h"
#include "shared/schema/fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

inline constexpr std::int64_t kUndated = INT64_MIN;
inline constexpr std::size_t kFields = schema::kFilterFields.size();

/// One document. Ordinals are those of the index (value_table.h), each once, in the order of the article.
struct Row {
  std::uint64_t id = 0;                                        ///< article_number; 0: there is no such document
  std::int64_t published = kUndated, published_day = kUndated; ///< the moment, in seconds, and the printed day
  std::uint32_t words = 0, title_words = 0;
  std::array<std::vector<std::uint32_t>, kFields> ordinals;
  std::uint64_t positions = 0; ///< where its positions begin (positions_file.h)
};

/// The values of one filter field by local document: ordinals[ends[d - 1]] to ordinals[ends[d]].
struct FieldColumn {
  std::vector<std::uint32_t> ends; ///< the first is of document 0, which has none
  NumberArray ordinals;
  OnDemand<CountingColumn> counting;              ///< made by the first count of many documents
  OnDemand<std::vector<std::uint32_t>> documents; ///< by ordinal, how many have it; made when first needed
};

/// By local document; number 0 is unused.
struct RowColumns {
  NumberArray ids;
  NumberArray published, published_day; ///< seconds and days since 1970; raw 0: undated
  NumberArray words, title_words;
  NumberArray positions;                       ///< where they begin (positions_file.h)
  std::array<std::uint32_t, kFields> limits{}; ///< all ordinals of a field are below
  std::vector<std::uint64_t> unused;           ///< bitmap of the numbers that no document has; empty if there are none
  std::uint64_t all_words = 0, all_title_words = 0; ///< sums

  std::uint32_t last() const { return static_cast<std::uint32_t>(ids.size()) - 1; }
  std::int64_t published_at(std::uint32_t local) const { return date_at(published, local); }
  std::int64_t published_day_at(std::uint32_t local) const { return date_at(published_day, local); }

 private:
  static std::int64_t date_at(const NumberArray& dates, std::uint32_t local) {
    const std::uint64_t raw = dates.raw(local);
    return raw == 0 ? kUndated : NumberArray::sum(dates.least(), raw);
  }
};

/// Collects rows by ascending local document.
class RowsWriter {
 public:
  /// Adds rows of nobody until `local` is the next one.
  void skip_to(std::uint32_t local);
  void add(const Row& row);
  std::uint32_t next() const { return static_cast<std::uint32_t>(ids_.size()); }

  std::string columns() const;                ///< what read_columns reads
  std::string field(std::size_t field) const; ///< what read_field reads

 private:
  std::vector<std::int64_t> ids_ = {0}, published_ = {kUndated},
                            published_day_ = {kUndated}; // ids as the signed numbers with the same bits
  std::vector<std::uint32_t> words_ = {0}, title_words_ = {0};
  std::vector<std::int64_t> positions_ = {0};
  struct Field {
    std::vector<std::uint32_t> counts = {0}, ordinals;
  };
  std::array<Field, kFields> fields_;
  std::array<std::uint32_t, kFields> limits_{};
};

/// nullopt if the bytes do not fit.
std::optional<RowColumns> read_columns(std::string_view bytes);
/// Of a shard with these columns.
std::optional<FieldColumn> read_field(std::string_view bytes, std::uint32_t last, std::uint32_t limit);

/// The row of a local document.
Row row_at(const RowColumns& columns, std::span<const FieldColumn* const, kFields> fields, std::uint32_t local);

} // namespace trawl::index
