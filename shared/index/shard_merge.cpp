// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard_merge.h"

#include "shared/base/file.h"
#include "shared/base/packed.h"
#include "shared/index/shard/or_throw.h"
#include "shared/index/shard/shard.h"
#include "shared/index/shard/shard_metadata.h"
#include "shared/index/shard/whole_terms.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <xapian.h>

namespace trawl::index {
namespace {

/// The beginnings of the keys that a merge writes anew or leaves out. The others, of stored documents above all, are
/// copied.
const std::array<std::string, 9> kMadeAnew{metadata::kColumns,   metadata::kStamp,        metadata::kBase,
                                           metadata::kState,     metadata::kWholes,       metadata::field(""),
                                           metadata::values(""), metadata::filter(false), metadata::hidden("")};
const std::string kLeftOut = "left out"; ///< the value of a key that the merged shard does not have

/// Lets a compaction take from `made` what that has, though the shards have it, too.
class MetadataChoice : public Xapian::Compactor {
 public:
  explicit MetadataChoice(const Xapian::Database& made) : made_(made) {}

  std::string resolve_duplicate_metadata(const std::string& stored_key, std::size_t,
                                         const std::string values[]) override {
    constexpr std::string_view kPrefix("\0\xC0", 2); // of a key in Xapian's table
    const std::string key = stored_key.substr(stored_key.starts_with(kPrefix) ? kPrefix.size() : 0);
    std::string value = made_.get_metadata(key);
    return value.empty() ? values[0] : value == kLeftOut ? std::string() : value;
  }

 private:
  const Xapian::Database& made_;
};

/// Has the keys left out that a shard has, but the merged one has not.
void leave_out_others(const Xapian::Database& shard, Xapian::WritableDatabase& made) {
  for (const std::string& beginning : kMadeAnew) {
    for (auto key = shard.metadata_keys_begin(beginning); key != shard.metadata_keys_end(beginning); ++key)
      if (made.get_metadata(*key).empty()) made.set_metadata(*key, kLeftOut);
  }
}

/// The rows, values and positions of all shards, in the order of their documents.
void merge_rows(const std::vector<MergedShard>& merged, const std::filesystem::path& to,
                Xapian::WritableDatabase& database) {
  RowsWriter rows;
  std::vector<WholeTerm> wholes;
  std::array<NewValues, kFields> values;
  PositionsWriter positions(to);
  ShardCache cache;
  std::uint32_t base = 0;
  for (const MergedShard& one : merged) {
    const Shard shard(one.folder, cache);
    if (&one == &merged.front()) base = shard.base();
    std::array<const FieldColumn*, kFields> fields{};
    for (std::size_t i = 0; i < kFields; ++i) {
      fields[i] = &shard.field(i);
      const ValueTable& table = shard.values(i);
      if (values[i].values.empty()) values[i].first = table.first();
      for (std::uint32_t v = 0; v < table.size(); ++v) values[i].values.emplace_back(table.key(v), table.shown(v));
    }
    for (const WholeTerm& term : read_whole_terms(shard.database(), shard.documents()))
      if (!one.hidden.contains(term.document)) wholes.push_back(term);
    for (std::uint32_t local = 1; local <= shard.documents(); ++local) {
      const std::uint32_t number = shard.base() + local;
      if (shard.rows().ids.raw(local) == 0 || one.hidden.contains(number)) continue;
      rows.skip_to(number - base);
      Row row = row_at(shard.rows(), fields, local);
      row.positions = positions.add(shard.positions(number), row.id);
      rows.add(row);
    }
  }
  positions.sync();
  database.set_metadata(metadata::kColumns, rows.columns());
  for (std::size_t i = 0; i < kFields; ++i) {
    database.set_metadata(metadata::field(schema::kFilterFields[i]), rows.field(i));
    database.set_metadata(metadata::values(schema::kFilterFields[i]), pack_values(values[i]));
  }
  write_whole_terms(std::move(wholes), rows.next() - 1, database);
  std::string number;
  packed::put_number(number, base);
  database.set_metadata(metadata::kBase, number);
  number.clear();
  packed::put_number(number, 1);
  database.set_metadata(metadata::kStamp, number);
}

void write_filters(const Xapian::Database& shards, Xapian::WritableDatabase& database) {
  std::vector<std::uint64_t> all, common;
  for (auto term = shards.allterms_begin(); term != shards.allterms_end(); ++term) {
    const std::string text = *term;
    if (!is_word(text)) continue;
    all.push_back(hash_of_term(text));
    if (term.get_termfreq() >= kCommonDf) common.push_back(all.back());
  }
  database.set_metadata(metadata::filter(false), TermFilter(all).bytes());
  database.set_metadata(metadata::filter(true), TermFilter(common).bytes());
}

} // namespace

// Metadata that is written after the compaction splits its full blocks, so it is one more database that is compacted.
void merge_shards(const std::vector<MergedShard>& shards, const std::filesystem::path& to, const CommitState& state) {
  const std::filesystem::path folder = to / "metadata";
  or_throw(make_private_directory(to));
  or_throw(make_private_directory(folder));
  Xapian::Database all;
  Xapian::WritableDatabase made(folder.string(), Xapian::DB_CREATE | Xapian::DB_BACKEND_GLASS | Xapian::DB_NO_SYNC);
  for (const MergedShard& one : shards) all.add_database(Xapian::Database(one.folder.string()));
  merge_rows(shards, to, made);
  write_filters(all, made);
  made.set_metadata(metadata::kState, to_bytes(state));
  for (const MergedShard& one : shards) leave_out_others(Xapian::Database(one.folder.string()), made);
  made.commit();
  all.add_database(made);
  MetadataChoice choice(made);
  all.compact(to.string(), Xapian::DBCOMPACT_NO_RENUMBER, 0, choice);
  made.close();
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

void remove_documents(const std::filesystem::path& shard, const std::set<std::uint32_t>& documents) {
  Xapian::WritableDatabase database(shard.string(), Xapian::DB_OPEN | Xapian::DB_BACKEND_GLASS);
  database.begin_transaction();
  for (const std::uint32_t number : documents) {
    if (database.get_metadata(metadata::stored(number)).empty()) continue; // taken out before
    database.delete_document(number);
    database.set_metadata(metadata::stored(number), {});
  }
  database.commit_transaction();
}

} // namespace trawl::index
