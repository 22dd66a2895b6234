// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace trawl::index {
namespace {

/// The last part's upper number is the largest possible one, so that Parts::of ends for any document number.
std::vector<Part> with_sentinel(std::vector<Part> parts) {
  if (!parts.empty()) parts.back().upper = UINT32_MAX;
  return parts;
}

auto make_fields(const Parts& parts, const ValueCounts& values) {
  std::array<std::unique_ptr<const ValueColumn>, kFields> fields;
  for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = std::make_unique<const ValueColumn>(parts, i, values[i]);
  return fields;
}

/// Counts the values of all documents without reading where each document's values end: those arrays are four times as
/// large. Neighbours count in separate arrays, because most values may be the same and each increment would wait for
/// the one before.
template <typename Ordinal>
void add_counts(const Ordinal* ordinals, const NumberArray& array, std::vector<std::uint32_t>& counts) {
  const std::size_t size = array.size();
  constexpr std::size_t kLanes = 4, kFewValues = 4'096;
  if (counts.size() > kFewValues) {
    for (std::size_t i = 0; i < size; ++i) ++counts[ordinals[i]];
    return;
  }
  std::vector<std::uint32_t> lanes(counts.size() * kLanes);
  for (std::size_t i = 0; i < size; ++i) ++lanes[ordinals[i] * kLanes + i % kLanes];
  for (std::size_t i = 0; i < lanes.size(); ++i) counts[i / kLanes] += lanes[i];
}

template <typename Visit>
void for_each_removed(const Part& part, Visit visit) {
  for (std::size_t i = 0; i < part.removed.size(); ++i) {
    for (std::uint64_t word = part.removed[i]; word != 0; word &= word - 1)
      visit(static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_zero(word)));
  }
}

double mean(std::uint64_t sum, std::uint32_t count) {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

} // namespace

std::string_view ValueColumn::Values::operator[](std::size_t ordinal) const {
  const ValueTable* table = column_.table_of(ordinal);
  return table == nullptr ? std::string_view{} : table->shown(static_cast<std::uint32_t>(ordinal) - table->first());
}

std::string_view ValueColumn::key(std::uint32_t ordinal) const {
  const ValueTable* table = table_of(ordinal);
  return table == nullptr ? std::string_view{} : table->key(ordinal - table->first());
}

const ValueTable* ValueColumn::table_of(std::size_t ordinal) const {
  for (const Part& part : parts_.all()) {
    const ValueTable& table = values_in(part);
    if (ordinal >= table.first() && ordinal - table.first() < table.size()) return &table;
  }
  return nullptr;
}

std::optional<std::uint32_t> ValueColumn::find(std::string_view key) const {
  for (const Part& part : parts_.all()) {
    const auto ordinal = values_in(part).find(key);
    if (ordinal && *ordinal < values.size()) return ordinal;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> ValueColumn::with_word(std::string_view prefix) const {
  std::vector<std::uint32_t> out;
  for (const Part& part : parts_.all()) values_in(part).add_with_word(prefix, out);
  std::erase_if(out, [this](std::uint32_t ordinal) { return ordinal >= values.size(); });
  return out;
}

std::uint32_t ValueColumn::documents_with(std::uint32_t ordinal) const {
  std::call_once(counted_, [this] {
    for (const Part& part : parts_.all()) {
      for_each_removed(part, [&](std::uint32_t local) {
        if (local > part.shard->documents()) return;
        for (const std::uint32_t removed : in_part(part, local)) {
          removed_.resize(values.size());
          ++removed_[removed];
        }
      });
    }
  });
  std::uint32_t count = 0;
  for (const Part& part : parts_.all()) {
    const FieldColumn& field = in(part);
    const std::vector<std::uint32_t>& counts = field.documents.get([&] {
      std::vector<std::uint32_t> made(part.shard->rows().limits[field_]);
      field.ordinals.with_array([&](const auto* ordinals) { add_counts(ordinals, field.ordinals, made); });
      return made;
    });
    if (ordinal < counts.size()) count += counts[ordinal];
  }
  return removed_.empty() ? count : count - removed_[ordinal];
}

Columns::Sums Columns::sums_of(const Parts& parts) {
  Sums sums;
  for (const Part& part : parts.all()) {
    const RowColumns& rows = part.shard->rows();
    sums.documents += part.shard->documents();
    sums.words += rows.all_words;
    sums.title_words += rows.all_title_words;
    for_each_removed(part, [&](std::uint32_t local) {
      if (local > rows.last()) return;
      --sums.documents;
      sums.words -= rows.words.raw(local);
      sums.title_words -= rows.title_words.raw(local);
    });
  }
  return sums;
}

Columns::Columns(std::vector<Part> parts, const ValueCounts& values)
    : parts_(with_sentinel(std::move(parts))), sums_(sums_of(parts_)),
      last_document(parts_.all().empty() ? 0 : parts_.all().back().last), live_documents(sums_.documents),
      average_words(mean(sums_.words, sums_.documents)), average_title_words(mean(sums_.title_words, sums_.documents)),
      published(parts_), published_day(parts_), words(parts_), title_words(parts_), id(parts_),
      fields(make_fields(parts_, values)),
      has_removed_(std::ranges::any_of(parts_.all(), [](const Part& part) { return !part.removed.empty(); })) {}

bool Columns::is_live(std::uint32_t document) const {
  if (document == 0 || document > last_document) return false;
  const Part& part = parts_.of(document);
  return document > part.base && document <= part.last && !part.is_removed(document - part.base);
}

std::vector<std::uint64_t> Columns::live() const {
  std::vector<std::uint64_t> bits(last_document / 64 + 1);
  for (const Part& part : parts()) {
    for (std::uint32_t word = part.base / 64; word <= part.last / 64; ++word) bits[word] = ~std::uint64_t{0};
    bits[part.base / 64] &= ~std::uint64_t{1}; // there is no local document 0
    bits[part.last / 64] &= ~std::uint64_t{0} >> (63 - part.last % 64);
  }
  erase_removed(bits);
  return bits;
}

std::uint32_t Columns::find(std::string_view article_id) const {
  const auto first_living = [](const Part& part, const std::vector<std::uint32_t>& numbers) -> std::uint32_t {
    for (const std::uint32_t number : numbers) {
      const std::uint32_t local = number - part.shard->base();
      if (local > 0 && local <= part.shard->documents() && !part.is_removed(local)) return part.base + local;
    }
    return 0;
  };
  for (const Part& part : parts())
    if (const std::uint32_t found = first_living(part, part.shard->with_id(article_id))) return found;
  for (const Part& part : parts())
    if (const std::uint32_t found = first_living(part, part.shard->with_alias(article_id))) return found;
  return 0;
}

void Columns::erase_removed(std::span<std::uint64_t> bitmap) const {
  for (const Part& part : parts()) {
    for (std::size_t word = 0; word < part.removed.size(); ++word) bitmap[part.base / 64 + word] &= ~part.removed[word];
  }
}

const ValueColumn* Columns::column(std::string_view filter) const {
  const auto index = schema::filter_index(filter);
  return index ? fields[*index].get() : nullptr;
}

} // namespace trawl::index
