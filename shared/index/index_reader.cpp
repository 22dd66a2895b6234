// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_reader.h"

#include "shared/article/article_id.h"
#include "shared/base/file.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// How often to retry when a writer replaces the commit between reading the manifest and opening its files, which
/// happens repeatedly on a busy machine.
constexpr int kTries = 100;

} // namespace

Result<std::shared_ptr<IndexReader>> IndexReader::open(const DataDirectory& directory,
                                                       std::shared_ptr<SegmentCache> cache) {
  if (!cache) cache = std::make_shared<SegmentCache>();
  Result<std::shared_ptr<IndexReader>> reader;
  for (int i = 0; i < kTries; ++i) {
    const FileStamp stub = stamp_of(directory.current());
    const auto generation = live_generation(directory);
    const FileStamp manifest =
        generation ? stamp_of(manifest_file(generation_path(directory, *generation))) : FileStamp{};
    reader = open_once(directory, cache);
    const bool is_whole = reader && !(*reader)->missing_documents();
    // A file that is gone belongs to an older commit, unless the commit is still the same.
    const bool is_same = generation && stamp_of(directory.current()) == stub &&
                         stamp_of(manifest_file(generation_path(directory, *generation))) == manifest;
    if (is_whole || is_same || !generation) break;
  }
  return reader;
}

Result<std::shared_ptr<IndexReader>> IndexReader::open_once(const DataDirectory& directory,
                                                            const std::shared_ptr<SegmentCache>& cache) {
  std::shared_ptr<IndexReader> reader(new IndexReader);
  reader->directory_ = directory;
  reader->cache_ = cache;
  reader->stub_path_ = directory.current();
  reader->stub_ = stamp_of(reader->stub_path_);
  TRAWL_TRY(reader->generation_, live_generation(directory));
  const fs::path folder = generation_path(directory, reader->generation_);
  // Taken before the file is read: if it is replaced in between, the reader counts as stale.
  reader->manifest_path_ = manifest_file(folder);
  reader->manifest_stamp_ = stamp_of(reader->manifest_path_);
  TRAWL_TRY(reader->manifest_, read_manifest(folder));
  TRAWL_TRY(OpenCommit commit, cache->open(folder, reader->manifest_));
  reader->columns_ = std::move(commit.columns);
  reader->with_gone_ = std::move(commit.with_gone);
  reader->missing_documents_ = commit.missing_documents;
  auto meaning = cache->meaning(folder);
  reader->cannot_read_meaning_ = !meaning || (*meaning && !(*meaning)->is_of(*reader->columns_));
  if (!reader->cannot_read_meaning_) reader->meaning_ = std::move(*meaning);
  return reader;
}

std::shared_ptr<IndexReader> IndexReader::with_gone() const {
  if (!with_gone_) return nullptr;
  std::shared_ptr<IndexReader> reader(new IndexReader(*this));
  reader->columns_ = with_gone_;
  reader->with_gone_.reset();
  return reader;
}

bool IndexReader::is_stale() const {
  return stamp_of(stub_path_) != stub_ || stamp_of(manifest_path_) != manifest_stamp_;
}

bool IndexReader::is_damaged() const {
  return std::ranges::any_of(columns_->parts(), [](const Part& part) { return part.segment->file().is_damaged(); });
}

void IndexReader::set_damaged_aside() const {
  if (!cache_->set_damaged_aside(*columns_)) return;
  // Without permission to write there, the answer at least reports the damage.
  [[maybe_unused]] const auto ignored = write_file_atomic(damage_mark(generation_path(directory_, generation_)), {});
}

std::uint32_t IndexReader::find(std::string_view article_id) const {
  return is_article_id(article_id) ? columns_->find(article_number(article_id)) : 0;
}

bool IndexReader::was_removed(std::string_view article_id) const {
  const std::uint64_t id = article_number(article_id);
  return std::ranges::any_of(columns_->parts(),
                             [id](const Part& part) { return part.segment->names().has_removed(id); });
}

Result<Article> IndexReader::article(std::uint32_t document, RecordPart part) const {
  if (!columns_->is_live(document)) return fail(ErrorCode::NotFound, "there is no such article");
  const StoredDocument stored = columns_->stored_document(document);
  Article article;
  if (!unpack_stored_fields(stored.stored_fields, article)) {
    return fail(ErrorCode::IndexDamaged, "an article of the index cannot be read", {}, "run `trawl index rebuild`");
  }
  if (part == RecordPart::Fields) return article;
  if (!TextBlocks(stored.text).read_all(article.text)) {
    return fail(ErrorCode::IndexDamaged, "the text of an article cannot be read", {}, "run `trawl index rebuild`");
  }
  if (!stored.structure.read(article.structure)) {
    return fail(ErrorCode::IndexDamaged, "the structure of an article cannot be read", {}, "run `trawl index rebuild`");
  }
  if (std::string versions; !stored.versions.read(versions) || !unpack_versions(versions, article.versions)) {
    return fail(ErrorCode::IndexDamaged, "the versions of an article cannot be read", {}, "run `trawl index rebuild`");
  }
  return article;
}

std::uintmax_t IndexReader::bytes() const {
  std::uintmax_t total = 0;
  const fs::path path = generation_path(directory_, generation_);
  std::error_code status;
  for (fs::recursive_directory_iterator it(path, status), end; !status && it != end; it.increment(status)) {
    std::error_code ignored;
    const std::uintmax_t size = it->is_regular_file(ignored) ? it->file_size(ignored) : 0;
    if (!ignored) total += size;
  }
  return total;
}

} // namespace trawl::index
