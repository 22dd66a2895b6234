// SPDX-License-Identifier: GPL-3.0-or-later
/// A snapshot of the live generation: the segments of one commit (columns.h). It stays as it is while writers commit.
/// Opening one maps the files that its process has not open yet, and reads the manifest.
#pragma once

#include "shared/article/article_record.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/generation.h"
#include "shared/index/manifest.h"
#include "shared/index/meaning_file.h"
#include "shared/index/segment_cache.h"
#include "shared/index/source_notes.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace trawl::index {

class IndexReader {
 public:
  /// Opens the newest commit. Readers that get the same cache share its segments. NoIndex, IndexDamaged.
  static Result<std::shared_ptr<IndexReader>> open(const DataDirectory& directory,
                                                   std::shared_ptr<SegmentCache> cache = nullptr);

  /// Whether there is a newer commit or generation; if so, open a new reader. Costs two calls of stat: 2 µs.
  bool is_stale() const;

  /// Whether damage was found in a segment of this snapshot since it was opened: then answers may lack its articles.
  bool is_damaged() const;
  /// Leaves the damaged segments out of every reader that is opened with the same cache, and reports the damage to the
  /// next writer, if this process may write there.
  void set_damaged_aside() const;
  /// Articles of damaged segments, which this snapshot lacks: 0 if such a segment only notes removals. Empty if there
  /// is no damaged one.
  std::optional<std::uint32_t> missing_documents() const { return missing_documents_; }

  const Columns& columns() const { return *columns_; }
  /// The same snapshot with the articles that are gone; null if there are none.
  std::shared_ptr<IndexReader> with_gone() const;
  /// What was learnt from the articles; null if nothing was, or it cannot be read.
  const meaning::Texts* meaning() const { return meaning_.get(); }
  /// Whether what was learnt cannot be read.
  bool is_meaning_damaged() const { return cannot_read_meaning_ || (meaning_ && meaning_->is_damaged()); }
  std::uint64_t generation() const { return generation_; }
  std::uint64_t revision() const { return manifest_.revision; }
  Moment committed() const { return manifest_.committed; }
  const Manifest& manifest() const { return manifest_; }

  /// The document number of the article that this id leads to (Columns::find); 0 if there is none.
  std::uint32_t find(std::string_view article_id) const;

  /// Whether an article of this id was ever removed; it may have been added again since.
  bool was_removed(std::string_view article_id) const;

  /// Reads an article, with or without its text. NotFound if the number is not in use; IndexDamaged.
  Result<Article> article(std::uint32_t document, RecordPart part) const;

  Result<std::vector<SourceNote>> sources() const { return source_notes_from_json(manifest_.sources); }

  /// Bytes of the generation on disk.
  std::uintmax_t bytes() const;

 private:
  IndexReader() = default;
  static Result<std::shared_ptr<IndexReader>> open_once(const DataDirectory& directory,
                                                        const std::shared_ptr<SegmentCache>& cache);

  DataDirectory directory_;
  std::shared_ptr<SegmentCache> cache_;
  std::filesystem::path stub_path_, manifest_path_; ///< looked at before every search
  FileStamp stub_, manifest_stamp_;
  std::shared_ptr<const Columns> columns_;
  std::shared_ptr<const Columns> with_gone_; ///< null if no article is gone
  std::shared_ptr<const MeaningFile> meaning_;
  bool cannot_read_meaning_ = false;
  std::optional<std::uint32_t> missing_documents_;
  std::uint64_t generation_ = 0;
  Manifest manifest_;
};

} // namespace trawl::index
