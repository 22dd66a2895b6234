// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/rows.h"

#include "shared/base/packed.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace trawl::index {
namespace {

/// Raw 0 is left for documents without a date.
void put_dates(std::vector<std::int64_t> dates, std::string& out) {
  std::int64_t least = INT64_MAX;
  for (const std::int64_t one : dates)
    if (one != kUndated) least = std::min(least, one);
  least = least == INT64_MAX ? 0 : least - 1;
  std::ranges::replace(dates, kUndated, least);
  NumberArray(std::span<const std::int64_t>(dates), least).put(out);
}

} // namespace

void RowsWriter::skip_to(std::uint32_t local) {
  while (next() < local) add({});
}

void RowsWriter::add(const Row& row) {
  ids_.push_back(std::bit_cast<std::int64_t>(row.id));
  published_.push_back(row.id == 0 ? kUndated : row.published);
  published_day_.push_back(row.id == 0 ? kUndated : row.published_day);
  words_.push_back(row.words);
  title_words_.push_back(row.title_words);
  positions_.push_back(static_cast<std::int64_t>(row.positions));
  for (std::size_t i = 0; i < kFields; ++i) {
    fields_[i].counts.push_back(static_cast<std::uint32_t>(row.ordinals[i].size()));
    for (const std::uint32_t ordinal : row.ordinals[i]) {
      fields_[i].ordinals.push_back(ordinal);
      limits_[i] = std::max(limits_[i], ordinal + 1);
    }
  }
}

std::string RowsWriter::columns() const {
  std::string out;
  for (const std::uint32_t limit : limits_) packed::put_number(out, limit);
  NumberArray(std::span<const std::int64_t>(ids_), 0).put(out);
  put_dates(published_, out);
  put_dates(published_day_, out);
  NumberArray(words_).put(out);
  NumberArray(title_words_).put(out);
  NumberArray(std::span<const std::int64_t>(positions_), 0).put(out);
  return out;
}

std::string RowsWriter::field(std::size_t field) const {
  std::string out;
  NumberArray(fields_[field].counts).put(out);
  NumberArray(fields_[field].ordinals).put(out);
  return out;
}

std::optional<RowColumns> read_columns(std::string_view bytes) {
  RowColumns columns;
  for (std::uint32_t& limit : columns.limits) {
    std::uint64_t number = 0;
    if (!packed::take_number(bytes, number) || number > UINT32_MAX) return std::nullopt;
    limit = static_cast<std::uint32_t>(number);
  }
  for (NumberArray* array : {&columns.ids, &columns.published, &columns.published_day, &columns.words,
                             &columns.title_words, &columns.positions}) {
    if (!NumberArray::take(bytes, *array) || array->size() != columns.ids.size()) return std::nullopt;
  }
  const std::size_t size = columns.ids.size();
  if (!bytes.empty() || size == 0 || size > UINT32_MAX) return std::nullopt;
  for (const NumberArray* lengths : {&columns.words, &columns.title_words}) {
    if (lengths->least() != 0 || lengths->greatest_raw() > UINT32_MAX) return std::nullopt;
  }
  if (columns.ids.least() != 0 || columns.positions.least() != 0) return std::nullopt;
  columns.all_words = columns.words.raw_sum();
  columns.all_title_words = columns.title_words.raw_sum();
  for (std::size_t local = 1; local < size; ++local) {
    if (columns.ids.raw(local) != 0) continue;
    if (columns.unused.empty()) columns.unused.resize(columns.last() / 64 + 1);
    columns.unused[local / 64] |= std::uint64_t{1} << (local % 64);
  }
  return columns;
}

std::optional<FieldColumn> read_field(std::string_view bytes, std::uint32_t last, std::uint32_t limit) {
  FieldColumn field;
  NumberArray counts;
  if (!NumberArray::take(bytes, counts) || !NumberArray::take(bytes, field.ordinals) || !bytes.empty())
    return std::nullopt;
  if (counts.size() != std::size_t{last} + 1 || counts.least() != 0 || field.ordinals.least() != 0) return std::nullopt;
  field.ends.resize(counts.size());
  std::uint64_t end = 0;
  counts.with_array([&](const auto* array) {
    for (std::size_t i = 0; i < field.ends.size() && end <= UINT32_MAX; ++i)
      field.ends[i] = static_cast<std::uint32_t>(end += array[i]);
  });
  const bool fits =
      end == field.ordinals.size() && field.ends.front() == 0 && (end == 0 || field.ordinals.greatest_raw() < limit);
  return fits ? std::optional(std::move(field)) : std::nullopt;
}

Row row_at(const RowColumns& columns, std::span<const FieldColumn* const, kFields> fields, std::uint32_t local) {
  Row row{columns.ids.raw(local),
          columns.published_at(local),
          columns.published_day_at(local),
          static_cast<std::uint32_t>(columns.words.raw(local)),
          static_cast<std::uint32_t>(columns.title_words.raw(local)),
          {},
          columns.positions.raw(local)};
  for (std::size_t i = 0; i < kFields; ++i) {
    for (std::uint32_t at = fields[i]->ends[local - 1]; at < fields[i]->ends[local]; ++at)
      row.ordinals[i].push_back(static_cast<std::uint32_t>(fields[i]->ordinals.raw(at)));
  }
  return row;
}

} // namespace trawl::index
