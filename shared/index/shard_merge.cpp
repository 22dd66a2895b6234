// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard_merge.h"

#include "shared/base/packed.h"
#include "shared/index/shard/shard.h"
#include "shared/index/shard/shard_metadata.h"
#include "shared/index/shard/whole_terms.h"

#include <array>
#include <memory>
#include <string>
#include <utility>

#include <xapian.h>

namespace trawl::index {
namespace {

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

void write_filters(Xapian::WritableDatabase& database) {
  std::vector<std::uint64_t> all, common;
  for (auto term = database.allterms_begin(); term != database.allterms_end(); ++term) {
    const std::string text = *term;
    if (!is_word(text)) continue;
    all.push_back(hash_of_term(text));
    if (term.get_termfreq() >= kCommonDf) common.push_back(all.back());
  }
  database.set_metadata(metadata::filter(false), TermFilter(all).bytes());
  database.set_metadata(metadata::filter(true), TermFilter(common).bytes());
}

} // namespace

void merge_shards(const std::vector<MergedShard>& shards, const std::filesystem::path& to, const CommitState& state) {
  Xapian::Database all;
  for (const MergedShard& one : shards) all.add_database(Xapian::Database(one.folder.string()));
  all.compact(to.string(), Xapian::DBCOMPACT_NO_RENUMBER);
  Xapian::WritableDatabase database(to.string(), Xapian::DB_OPEN | Xapian::DB_BACKEND_GLASS);
  database.begin_transaction(); // or the destructor would commit
  std::vector<std::string> outdated;
  const std::string hidden = metadata::hidden("");
  for (auto key = database.metadata_keys_begin(hidden); key != database.metadata_keys_end(hidden); ++key)
    outdated.push_back(*key);
  for (const std::string& key : outdated) database.set_metadata(key, {});
  merge_rows(shards, to, database);
  write_filters(database);
  database.set_metadata(metadata::kState, to_bytes(state));
  database.commit_transaction();
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
