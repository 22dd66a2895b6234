// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/segment_writer.h"

#include "shared/base/packed.h"
#include "shared/index/segment/section_names.h"
#include "shared/index/segment/segment.h"

#include <algorithm>
#include <numeric>

namespace trawl::index {
namespace {

std::uint64_t sum_of(const std::vector<std::uint32_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

/// `less`, sorted; each number once.
std::vector<std::uint64_t> sorted_set(std::vector<std::uint64_t> numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  return numbers;
}

} // namespace

Result<SegmentWriter> SegmentWriter::create(const std::filesystem::path& path, const SegmentRows& rows,
                                            std::uint64_t expected_size) {
  TRAWL_TRY(SegmentFileWriter file, SegmentFileWriter::create(path, expected_size));
  std::string meta;
  packed::put_number(meta, rows.documents());
  packed::put_number(meta, sum_of(rows.words));
  packed::put_number(meta, sum_of(rows.title_words));
  file.add(kMeta, meta);
  return SegmentWriter(std::move(file), rows);
}

void SegmentWriter::begin_positions() {
  file_.begin(kPositions);
  ends_ = {0};
}

void SegmentWriter::begin_stored(const Dictionary* dictionary) {
  file_.add_numbers(kPositionEnds, ends_);
  if (dictionary != nullptr) file_.add(kDictionary, dictionary->bytes());
  file_.begin(kStored);
  ends_ = {0};
}

void SegmentWriter::add_record(std::string_view bytes) {
  file_.write(bytes);
  ends_.push_back(file_.section_size());
}

void SegmentWriter::begin_terms() {
  file_.add_numbers(kStoredEnds, ends_);
  file_.begin(kPostings);
}

void SegmentWriter::begin_term(std::string_view term) {
  term_ = term;
  lengths_ = term.starts_with('S') ? &rows_->title_words : &rows_->words;
}

void SegmentWriter::end_term() {
  const std::uint32_t df = list_.df();
  if (df == 0) return;
  if (df >= PairFilter::least_df(rows_->documents()) && term_.starts_with('Z')) {
    frequent_stems_.emplace_back(std::string_view(term_).substr(1));
  }
  packed_.clear();
  list_.finish(packed_);
  terms_.add(term_, df, file_.section_size(), packed_.size());
  file_.write(packed_);
}

Result<void> SegmentWriter::finish(const PositionsOf& positions) {
  file_.add(kTerms, terms_.text(), terms_.size());
  file_.add_numbers(kTermBlocks, terms_.blocks());
  file_.add(kTermCells, terms_.cells());
  file_.add(kTermFilter, terms_.filter());
  file_.add(kCommonFilter, terms_.common_filter());
  write_pairs(positions);
  write_columns();
  write_ids();
  return file_.finish();
}

void SegmentWriter::write_pairs(const PositionsOf& positions) {
  PairFilterWriter pairs(std::move(frequent_stems_), rows_->documents(), positions);
  if (pairs.rows() == 0) return;
  file_.begin(kPairs);
  pairs.write_to([&](std::string_view bytes) { file_.write(bytes); });
}

void SegmentWriter::write_dates(std::string_view name, const std::vector<std::int64_t>& dates) {
  // They are counted from one before the first, because 0 says that there is none.
  std::int64_t least = INT64_MAX;
  for (const std::int64_t date : dates) {
    if (date != kUndated) least = std::min(least, date);
  }
  least = least == INT64_MAX ? 0 : least - 1;
  std::vector<std::uint64_t> counted;
  for (const std::int64_t date : dates)
    counted.push_back(date == kUndated ? 0 : static_cast<std::uint64_t>(date - least));
  const std::uint8_t width = SegmentFileWriter::width_of(*std::ranges::max_element(counted));
  file_.begin(name, least, width);
  for (const std::uint64_t date : counted) file_.write({reinterpret_cast<const char*>(&date), width});
}

void SegmentWriter::write_columns() {
  write_dates(kPublished, rows_->published);
  write_dates(kPublishedDay, rows_->published_day);
  file_.add_numbers(kWords, rows_->words);
  file_.add_numbers(kTitleWords, rows_->title_words);
  for (std::size_t i = 0; i < rows_->fields.size(); ++i) write_field(schema::kFilterFields[i], rows_->fields[i]);
}

void SegmentWriter::write_field(std::string_view name, const SegmentRows::Field& field) {
  // Loops that count values read these, so they have one width.
  file_.add_numbers(section_name(name, kFieldEnds), field.ends, 4);
  file_.add_numbers(section_name(name, kFieldOrdinals), field.ordinals);
  const auto& values = field.introduced.values;
  std::string text;
  std::vector<std::uint64_t> ends;
  for (const auto& [key, shown] : values) {
    text += key;
    ends.push_back(text.size());
    if (shown != key) text += shown;
    ends.push_back(text.size());
  }
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t i) -> const std::string& { return values[i].first; });
  file_.add_numbers(section_name(name, kValueEnds), ends);
  file_.add(section_name(name, kValueText), text, field.introduced.first);
  file_.add_numbers(section_name(name, kValueOrder), order);
}

void SegmentWriter::write_ids() {
  std::vector<std::uint32_t> order(rows_->documents());
  std::iota(order.begin(), order.end(), 1u);
  std::ranges::sort(order, {}, [&](std::uint32_t document) { return rows_->ids[document]; });
  file_.add_numbers(kIds, rows_->ids);
  file_.add_numbers(kIdOrder, order);
  auto aliases = rows_->aliases;
  std::ranges::sort(aliases);
  std::vector<std::uint64_t> alias_ids;
  std::vector<std::uint32_t> alias_documents;
  for (const auto& [id, document] : aliases) {
    alias_ids.push_back(id);
    alias_documents.push_back(document);
  }
  file_.add_numbers(kAliases, alias_ids);
  file_.add_numbers(kAliasDocuments, alias_documents);
  file_.add_numbers(kRemoved, sorted_set(rows_->removed));
}

} // namespace trawl::index
