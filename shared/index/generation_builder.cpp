// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/generation_builder.h"

#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/open_database.h"
#include "shared/index/postings/posting_lists.h"
#include "shared/index/source_notes.h"
#include "shared/index/tombstone.h"
#include "shared/index/xapian_guard.h"

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

Result<void> move_document_store(const fs::path& from, const fs::path& to) {
  return move_file(document_store_file(from), document_store_file(to));
}

} // namespace

Result<std::unique_ptr<GenerationWriter>> GenerationBuilder::create(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.index()));
  TRAWL_TRY(const std::uint64_t number, next_generation(directory));
  auto generation = std::make_unique<UnfinishedGeneration>(directory, number);
  const fs::path folder = generation->building_path();
  TRAWL_TRY(SegmentBuilder segments, SegmentBuilder::create(folder));
  std::unique_ptr<GenerationBuilder> builder(
      new GenerationBuilder(directory, std::move(generation), std::move(segments)));
  TRAWL_TRY(builder->document_store_, DocumentStoreWriter::open(document_store_file(folder), 0));
  return builder;
}

Result<void> GenerationBuilder::put(std::string_view article_id, const Xapian::Document& document, std::size_t bytes) {
  return segments_.put(article_id, document, bytes);
}

Result<void> GenerationBuilder::remove(std::string_view article_id) {
  removed_.emplace_back(article_id);
  return segments_.remove(article_id);
}

Result<void> GenerationBuilder::set_sources(std::string json) {
  sources_ = std::move(json);
  return {};
}

Result<void> GenerationBuilder::commit(std::uint64_t store_sequence) {
  TRAWL_TRY(revision_.document_store_bytes, document_store_.sync());
  revision_.store_sequence = store_sequence;
  ++revision_.number;
  revision_.committed = now();
  return {};
}

Result<void> GenerationBuilder::publish(std::uint64_t store_sequence) {
  TRAWL_CHECK(commit(store_sequence));
  const fs::path path = generation_->path();
  TRAWL_CHECK(segments_.merge_into(path));
  TRAWL_CHECK(move_document_store(segments_.folder(), path));
  TRAWL_CHECK(write_metadata(path));
  TRAWL_CHECK(sync_files(path));
  TRAWL_CHECK(make_live(directory_, generation_->number()));
  remove_other_generations(directory_, generation_->number());
  return {};
}

/// Writes posting lists of the merged database, and what a commit says about itself.
Result<void> GenerationBuilder::write_metadata(const fs::path& path) {
  TRAWL_TRY(Xapian::WritableDatabase database, open_database(path, Xapian::DB_OPEN));
  revision_.posting_lists = revision_.number;
  TRAWL_CHECK(write_posting_lists(database, revision_.document_store_bytes, posting_list_file(path, revision_.number)));
  return guarded([&] {
    database.set_metadata(std::string(kSourceNotesKey), sources_);
    for (const std::string& id : removed_) database.set_metadata(tombstone_key(id), kTombstone);
    write_revision(database, revision_);
    database.commit();
  });
}

} // namespace trawl::index
