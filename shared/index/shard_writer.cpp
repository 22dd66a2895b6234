// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard_writer.h"

#include "shared/base/file.h"
#include "shared/base/packed.h"
#include "shared/index/document/stored_document.h"
#include "shared/index/shard/or_throw.h"
#include "shared/index/shard/shard.h"
#include "shared/index/shard/shard_metadata.h"
#include "shared/index/shard/version_file.h"

#include <algorithm>
#include <utility>

namespace trawl::index {
namespace {

/// Bytes of documents from which a dictionary is learnt.
constexpr std::size_t kLeastForDictionary = 400'000;
/// A document of so many bytes is compressed in one piece, which takes 8 % less; of a longer one, a passage is read
/// alone.
constexpr std::size_t kMostWhole = 2'000;

/// Learns from documents of everywhere: they come in groups, so one in `step` is taken, then one in `step` more.
std::shared_ptr<const Dictionary> learn_dictionary(const std::map<std::uint32_t, std::string>& documents) {
  std::vector<const std::string*> all;
  for (const auto& [number, bytes] : documents) all.push_back(&bytes);
  DictionaryTrainer trainer;
  constexpr std::size_t kRounds = 32;
  const std::size_t step = std::max<std::size_t>(1, std::min(all.size(), kRounds));
  for (std::size_t round = 0; round < step && !trainer.is_full(); ++round) {
    for (std::size_t i = round; i < all.size() && !trainer.is_full(); i += step) {
      if (all[i]->size() <= kMostWhole) {
        trainer.add(*all[i]);
      } else {
        for_each_piece(read_stored_document(*all[i], nullptr), [&](std::string_view piece) { trainer.add(piece); });
      }
    }
  }
  return trainer.train();
}

std::string stored_form_of(const std::string& plain, const Dictionary* dictionary) {
  if (dictionary == nullptr || plain.size() > kMostWhole) {
    const char form = dictionary == nullptr ? metadata::kWithoutDictionary : metadata::kWithDictionary;
    return form + compressed_document(read_stored_document(plain, nullptr), dictionary);
  }
  std::string out(1, metadata::kWhole);
  put_piece(out, plain, dictionary);
  return out;
}

} // namespace

ShardWriter::ShardWriter(std::filesystem::path folder, Xapian::WritableDatabase database)
    : folder_(std::move(folder)), database_(std::move(database)), positions_(folder_), rows_(1) {
  database_.begin_transaction(); // or the destructor would commit
}

ShardWriter ShardWriter::create(const std::filesystem::path& folder, std::uint32_t base) {
  ShardWriter writer(folder, Xapian::WritableDatabase(folder.string(), Xapian::DB_CREATE | Xapian::DB_BACKEND_GLASS));
  writer.base_ = base;
  writer.wholes_.emplace();
  std::string bytes;
  packed::put_number(bytes, base);
  writer.database_.set_metadata(metadata::kBase, bytes);
  return writer;
}

ShardWriter ShardWriter::open(const std::filesystem::path& folder) {
  check_version_file(folder);
  ShardWriter writer(folder, Xapian::WritableDatabase(folder.string(), Xapian::DB_OPEN | Xapian::DB_BACKEND_GLASS));
  const Xapian::Database& database = writer.database_;
  const ShardState state(folder, database);
  writer.base_ = state.base();
  std::array<const FieldColumn*, kFields> fields{};
  for (std::size_t i = 0; i < kFields; ++i) {
    fields[i] = &state.field(i, database);
    const ValueTable& values = state.values(i, database);
    writer.introduced_[i].first = values.first();
    for (std::uint32_t v = 0; v < values.size(); ++v)
      writer.introduced_[i].values.emplace_back(values.key(v), values.shown(v));
  }
  for (std::uint32_t local = 1; local <= state.rows().last(); ++local) {
    writer.rows_.push_back(row_at(state.rows(), fields, local));
    if (writer.rows_.back().id != 0) writer.numbers_[writer.rows_.back().id] = local;
  }
  const std::string stamp = database.get_metadata(metadata::kStamp);
  std::string_view in = stamp;
  packed::take_number(in, writer.stamp_);
  writer.has_dictionary_ = !database.get_metadata(metadata::kDictionary).empty();
  writer.has_filters_ = !database.get_metadata(metadata::filter(false)).empty();
  writer.has_changed_rows_ = false;
  return writer;
}

std::vector<WholeTerm>& ShardWriter::wholes() {
  if (!wholes_) wholes_ = read_whole_terms(database_, documents());
  return *wholes_;
}

void ShardWriter::put(ArticleDocument document, Row row) {
  std::vector<WholeTerm>& wholes = this->wholes();
  const auto [known, is_new] = numbers_.try_emplace(row.id, static_cast<std::uint32_t>(rows_.size()));
  const std::uint32_t number = base_ + known->second;
  if (!is_new) std::erase_if(wholes, [&](const WholeTerm& one) { return one.document == number; });
  for (const std::uint64_t hash : document.wholes) wholes.push_back({hash, number});
  database_.replace_document(number, document.document);
  row.positions = positions_.add(document.positions, row.id);
  forget_filters();
  record_bytes_ += document.stored.size();
  records_.insert_or_assign(number, std::move(document.stored));
  if (is_new) {
    rows_.push_back(std::move(row));
  } else {
    rows_[known->second] = std::move(row);
  }
  has_changed_rows_ = true;
}

/// A merged shard has filters of the words that it had then.
void ShardWriter::forget_filters() {
  if (std::exchange(has_filters_, false)) {
    for (const bool of_common_terms : {false, true}) database_.set_metadata(metadata::filter(of_common_terms), {});
  }
}

bool ShardWriter::remove(std::uint64_t id) {
  const auto known = numbers_.find(id);
  if (known == numbers_.end()) return false;
  const std::uint32_t number = base_ + known->second;
  database_.delete_document(number);
  database_.set_metadata(metadata::stored(number), {});
  records_.erase(number);
  std::erase_if(wholes(), [&](const WholeTerm& one) { return one.document == number; });
  rows_[known->second] = {};
  numbers_.erase(known);
  has_changed_rows_ = true;
  return true;
}

void ShardWriter::introduce(std::size_t field, std::uint32_t ordinal, std::string key, std::string shown) {
  NewValues& values = introduced_[field];
  if (values.values.empty()) values.first = ordinal;
  values.values.emplace_back(std::move(key), std::move(shown));
}

void ShardWriter::write_records(std::shared_ptr<const Dictionary>& dictionary) {
  if (!dictionary && record_bytes_ >= kLeastForDictionary) dictionary = learn_dictionary(records_);
  if (dictionary && !has_dictionary_ && !records_.empty()) {
    database_.set_metadata(metadata::kDictionary, std::string(dictionary->bytes()));
    has_dictionary_ = true;
  }
  for (const auto& [number, bytes] : records_) {
    database_.set_metadata(metadata::stored(number), stored_form_of(bytes, dictionary.get()));
  }
}

void ShardWriter::write_rows() {
  RowsWriter rows;
  for (std::size_t local = 1; local < rows_.size(); ++local) rows.add(rows_[local]);
  database_.set_metadata(metadata::kColumns, rows.columns());
  for (std::size_t i = 0; i < kFields; ++i) {
    database_.set_metadata(metadata::field(schema::kFilterFields[i]), rows.field(i));
    database_.set_metadata(metadata::values(schema::kFilterFields[i]), pack_values(introduced_[i]));
  }
  write_whole_terms(wholes(), documents(), database_);
  std::string stamp;
  packed::put_number(stamp, stamp_ + 1);
  database_.set_metadata(metadata::kStamp, stamp);
}

void ShardWriter::commit(std::shared_ptr<const Dictionary>& dictionary) {
  write_records(dictionary);
  if (has_changed_rows_) write_rows();
  positions_.sync();
  database_.commit_transaction();
  or_throw(sync_file(folder_)); // Xapian makes a table's file when it first writes it, and syncs only that
  database_.begin_transaction();
  if (has_changed_rows_) ++stamp_;
  has_changed_rows_ = false;
  records_.clear();
  record_bytes_ = 0;
}

} // namespace trawl::index
