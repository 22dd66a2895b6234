// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/record_database.h"

#include "shared/article/article_id.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/xapian/open_database.h"
#include "shared/index/xapian/xapian_guard.h"
#include "shared/schema/terms.h"

#include <string>
#include <system_error>
#include <utility>

#include <xapian.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// Documents inverted at once, and written to one shard of a new database. Xapian's inverter and trees slow down as
/// they outgrow the processor's cache, and its compaction is fast.
constexpr std::uint32_t kChunk = 8'192;

/// A shard is useless after a crash, so nothing is gained by syncing it.
constexpr int kUnsafe = Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS;

/// The prefixes of stems in the title and in title or text (shared/text/analyzer.h).
constexpr std::string_view kTitleStem = "SZ", kStem = "Z";

/// The documents first … last (local numbers) of a part.
struct Chunk {
  const Part& part;
  std::uint32_t first, last;
};

/// Adds the stems of title and text, from the posting lists.
void add_stems(const Chunk& chunk, std::vector<Xapian::Document>& documents) {
  const Segment& segment = *chunk.part.segment;
  PostingBlock block;
  for (const std::string_view prefix : {kTitleStem, kStem}) {
    for (auto it = segment.terms().lower_bound(prefix); !it.at_end() && it.term().starts_with(prefix); it.next()) {
      const PostingList list = segment.postings(it.entry());
      for (std::size_t i = list.block_of(chunk.first, 0); i < list.blocks(); ++i) {
        list.read(i, true, block);
        for (std::size_t at = 0; at < block.size; ++at) {
          const std::uint32_t local = block.documents[at];
          if (local >= chunk.first && local <= chunk.last) {
            documents[local - chunk.first].add_term(it.term(), block.tf[at]);
          }
        }
        if (list.last_of(i) > chunk.last) break;
      }
    }
  }
}

/// The form of Xapian's own web search, Omega: a line for each field.
std::string data_of(const Article& article) { return "url=" + article.url + "\ntitle=" + article.title + "\n"; }

void add_fields(const Part& part, std::uint32_t local, const ValueKeys& keys, Xapian::Document& document) {
  const Segment& segment = *part.segment;
  Article article;
  if (unpack_stored_fields(read_stored_document(segment.records().stored(local)).stored_fields, article))
    document.set_data(data_of(article));
  const std::string id = article_id_of(segment.names().ids.raw(local));
  document.add_boolean_term(schema::id_term(id));
  for (std::size_t i = 0; i < schema::kFilterFields.size(); ++i) {
    const FieldColumn& field = segment.field(i);
    for (std::uint64_t at = field.ends.raw(local - 1); at < field.ends.raw(local); ++at) {
      const std::string_view key = keys(i, static_cast<std::uint32_t>(field.ordinals.raw(at)));
      document.add_boolean_term(schema::filter_term(schema::kFilterFields[i], key));
      if (at == field.ends.raw(local - 1)) document.add_value(schema::value_slot(i), std::string(key));
    }
  }
  if (const std::int64_t published = segment.published_at(local); published != kUndated) {
    document.add_value(schema::kDateSlot, Xapian::sortable_serialise(static_cast<double>(published)));
    document.add_boolean_term(schema::month_term(Moment(std::chrono::seconds(published))));
  }
}

/// Calls `visit(id term, document)` for the live documents of a chunk.
template <typename Visit>
void for_each_document(const Chunk& chunk, const ValueKeys& keys, Visit visit) {
  std::vector<Xapian::Document> documents(chunk.last - chunk.first + 1);
  add_stems(chunk, documents);
  const SegmentNames& names = chunk.part.segment->names();
  for (std::size_t i = 0; i < names.aliases.size(); ++i) {
    const std::uint64_t local = names.alias_documents.raw(i);
    if (local < chunk.first || local > chunk.last) continue;
    documents[local - chunk.first].add_boolean_term(schema::alias_term(article_id_of(names.aliases.raw(i))));
  }
  for (std::uint32_t local = chunk.first; local <= chunk.last; ++local) {
    if (chunk.part.is_removed(local)) continue;
    Xapian::Document& document = documents[local - chunk.first];
    add_fields(chunk.part, local, keys, document);
    visit(schema::id_term(article_id_of(chunk.part.segment->names().ids.raw(local))), document);
    document = {};
  }
}

std::vector<Chunk> chunks_of(const Part& part) {
  std::vector<Chunk> out;
  const std::uint32_t documents = part.segment->documents();
  for (std::uint32_t first = 1; first <= documents; first += kChunk) {
    out.push_back({part, first, std::min(documents, first + kChunk - 1)});
  }
  return out;
}

} // namespace

Result<void> create_record_database(const fs::path& folder) {
  TRAWL_TRY(Xapian::WritableDatabase database, open_database(folder, Xapian::DB_CREATE_OR_OVERWRITE));
  return guarded([&] { database.close(); });
}

Result<void> build_record_database(const fs::path& folder, std::span<const Part> parts, const ValueKeys& keys) {
  std::vector<fs::path> shards;
  for (const Part& part : parts) {
    for (const Chunk& chunk : chunks_of(part)) {
      const fs::path path = folder / ("shard-" + std::to_string(shards.size()));
      TRAWL_TRY(Xapian::WritableDatabase shard, open_database(path, Xapian::DB_CREATE_OR_OVERWRITE | kUnsafe));
      shards.push_back(path);
      TRAWL_CHECK(guarded([&] {
        for_each_document(chunk, keys,
                          [&](const std::string&, const Xapian::Document& document) { shard.add_document(document); });
        shard.commit();
        shard.close();
      }));
    }
  }
  if (shards.empty()) return create_record_database(folder);
  TRAWL_CHECK(guarded([&] {
    Xapian::Database all;
    for (const fs::path& shard : shards) all.add_database(Xapian::Database(shard.string()));
    all.compact(folder.string());
  }));
  std::error_code ignored;
  for (const fs::path& shard : shards) fs::remove_all(shard, ignored);
  return {};
}

Result<void> update_record_database(const fs::path& folder, std::span<const Part* const> parts, const ValueKeys& keys,
                                    std::span<const std::uint64_t> removed) {
  TRAWL_TRY(Xapian::WritableDatabase database, open_database(folder, Xapian::DB_OPEN));
  return guarded([&] {
    database.begin_transaction();
    for (const std::uint64_t id : removed) database.delete_document(schema::id_term(article_id_of(id)));
    for (const Part* part : parts) {
      for (const Chunk& chunk : chunks_of(*part)) {
        for_each_document(chunk, keys, [&](const std::string& term, const Xapian::Document& document) {
          database.replace_document(term, document);
        });
      }
    }
    database.commit_transaction();
    database.close();
  });
}

Result<void> check_record_database(const fs::path& folder, std::span<const std::uint64_t> articles) {
  const auto damaged = [&](const std::string& what) {
    return fail(ErrorCode::IndexDamaged, "Xapian's database of the index is damaged: " + what, folder.string(),
                "run `trawl index rebuild`");
  };
  // Xapian's own check needs to write to the folder.
  return guarded([&]() -> Result<void> {
    const Xapian::Database database(folder.string(), Xapian::DB_BACKEND_GLASS);
    for (const std::uint64_t id : articles) {
      const auto posting = database.postlist_begin(schema::id_term(article_id_of(id)));
      if (posting == database.postlist_end(schema::id_term(article_id_of(id)))) return damaged("it lacks an article");
      const Xapian::Document document = database.get_document(*posting);
      const Xapian::termcount terms = document.termlist_count();
      if (terms == 0 || document.get_data().empty()) return damaged("an article of it is empty");
    }
    return {};
  });
}

} // namespace trawl::index
