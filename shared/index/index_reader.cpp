// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_reader.h"

#include "shared/base/file.h"
#include "shared/index/columns/columns_builder.h"
#include "shared/index/document.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"
#include "shared/index/tombstone.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// How often to retry when the generation was replaced between reading the stub and opening it.
constexpr int kTries = 3;
/// How often to retry when a writer overtakes the first read, which happens repeatedly on a busy machine.
constexpr int kTriesWhenOvertaken = 100;

/// Xapian reads a table whose file is missing as empty, so articles would silently have no text. An index that holds an
/// article has all of these files.
Result<void> check_tables(const Xapian::Database& database, const fs::path& path) {
  if (database.get_doccount() == 0) return {};
  for (const char* table : {"docdata.glass", "termlist.glass"}) {
    TRAWL_TRY(const bool is_whole, is_there(path / table));
    if (is_whole) continue;
    return fail(ErrorCode::IndexDamaged, std::string("the index is damaged: its file ") + table + " is gone",
                path.string(), "run `trawl index rebuild`");
  }
  return {};
}

} // namespace

Result<std::shared_ptr<IndexReader>> IndexReader::open(const DataDirectory& directory,
                                                       std::shared_ptr<ColumnsCache> cache) {
  if (!cache) cache = std::make_shared<ColumnsCache>();
  auto reader = open_once(directory, cache);
  for (int i = 1; !reader && i < kTriesWhenOvertaken; ++i) {
    const bool replaced = i < kTries && live_generation(directory).has_value();
    if (!is_overtaken(reader.error()) && !replaced) break;
    reader = open_once(directory, cache);
  }
  return reader;
}

Result<std::shared_ptr<IndexReader>> IndexReader::open_once(const DataDirectory& directory,
                                                            const std::shared_ptr<ColumnsCache>& cache) {
  std::shared_ptr<IndexReader> reader(new IndexReader);
  reader->directory_ = directory;
  reader->cache_ = cache;
  reader->stub_ = stamp_of(directory.current());
  TRAWL_TRY(reader->generation_, live_generation(directory));
  const std::string path = generation_path(directory, reader->generation_).string();
  TRAWL_CHECK(guarded([&]() -> Result<void> {
    reader->database_ = Xapian::Database(path, Xapian::DB_BACKEND_GLASS);
    reader->probe_ = Xapian::Database(path, Xapian::DB_BACKEND_GLASS);
    if (auto checked = check_tables(reader->database_, path); !checked) return checked;
    TRAWL_TRY(reader->revision_, read_revision(reader->database_));
    // The probe would not notice a commit between the two openings.
    reader->stale_ = reader->probe_.get_revision() != reader->database_.get_revision();
    return {};
  }));
  TRAWL_TRY(reader->columns_,
            cache->obtain(reader->generation_, reader->revision_.number, [&](const auto& held) -> Result<Columns> {
              TRAWL_TRY(Columns columns, reader->make_columns(held));
              TRAWL_TRY(columns.document_store, reader->map_document_store());
              attach_posting_lists(columns, reader->open_posting_lists());
              return columns;
            }));
  return reader;
}

Result<Columns> IndexReader::make_columns(const ColumnsCache::Entry& held) const {
  if (held.columns && held.generation == generation_ && held.revision < revision_.number) {
    TRAWL_TRY(const auto changed, guarded([&] { return read_changes(database_, held.revision, revision_.number); }));
    if (changed) return refresh_columns(database_, *held.columns, *changed);
  }
  return build_columns(database_);
}

std::shared_ptr<const PostingLists> IndexReader::open_posting_lists() const {
  if (revision_.posting_lists == 0) return nullptr;
  // The file is gone if a newer commit has replaced it; then Xapian is asked.
  return PostingLists::open(posting_list_file(generation_path(directory_, generation_), revision_.posting_lists))
      .value_or(nullptr);
}

Result<SharedBytes> IndexReader::map_document_store() const {
  const fs::path path = document_store_file(generation_path(directory_, generation_));
  auto mapped = map_file(path, revision_.document_store_bytes);
  if (mapped) return mapped;
  const ErrorCode code = mapped.error().code;
  if (code != ErrorCode::NotFound && code != ErrorCode::Malformed) return mapped;
  return fail(ErrorCode::IndexDamaged, "the index's document store cannot be read: " + mapped.error().what,
              path.string(), "run `trawl index rebuild`");
}

bool IndexReader::is_stale() const {
  if (stale_) return true;
  if (stamp_of(directory_.current()) != stub_) return stale_ = true;
  // A generation that can no longer be read is stale, too.
  return stale_ = guarded([&] { return probe_.reopen(); }).value_or(true);
}

Xapian::docid IndexReader::find(std::string_view article_id) {
  for (const std::string& term : {schema::id_term(article_id), schema::alias_term(article_id)}) {
    const auto posting = database_.postlist_begin(term);
    if (posting != database_.postlist_end(term)) return *posting;
  }
  return 0;
}

bool IndexReader::was_removed(std::string_view article_id) {
  return !database_.get_metadata(tombstone_key(article_id)).empty();
}

Result<Article> IndexReader::article(Xapian::docid document, RecordPart part) {
  if (!columns_->is_live(document)) return fail(ErrorCode::NotFound, "there is no such article");
  Article article;
  if (!unpack_stored_fields(columns_->stored_document(document).stored_fields, article)) {
    return fail(ErrorCode::IndexDamaged, "an article of the index cannot be read", {}, "run `trawl index rebuild`");
  }
  if (part == RecordPart::Fields) return article;
  if (!TextBlocks(columns_->stored_document(document).text).read_all(article.text)) {
    return fail(ErrorCode::IndexDamaged, "the text of an article cannot be read", {}, "run `trawl index rebuild`");
  }
  TRAWL_TRY(article.structure, guarded([&] { return read_structure(database_.get_document(document)); }));
  return article;
}

Result<std::vector<SourceNote>> IndexReader::sources() {
  TRAWL_TRY(const std::string json, guarded([&] { return database_.get_metadata(std::string(kSourceNotesKey)); }));
  return source_notes_from_json(json);
}

std::uintmax_t IndexReader::bytes() const {
  std::uintmax_t total = 0;
  const fs::path path = generation_path(directory_, generation_);
  for (const fs::path& file : entries_of(path).value_or(std::vector<fs::path>())) {
    std::error_code ignored;
    const std::uintmax_t size = fs::file_size(file, ignored);
    if (!ignored) total += size;
  }
  return total;
}

} // namespace trawl::index
