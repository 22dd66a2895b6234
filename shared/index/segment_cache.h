// SPDX-License-Identifier: GPL-3.0-or-later
/// The open segments of a process: a commit opens only what it added, and readers of all threads share the rest.
#pragma once

#include "shared/base/result.h"
#include "shared/index/columns/columns.h"
#include "shared/index/generation.h"
#include "shared/index/manifest.h"
#include "shared/index/meaning_file.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace trawl::index {

/// The columns of one commit, and what could not be read of it.
struct OpenCommit {
  std::shared_ptr<const Columns> columns;              ///< of the living articles
  std::shared_ptr<const Columns> with_gone = {};       ///< of all articles; null if none is gone
  std::optional<std::uint32_t> missing_documents = {}; ///< live ones of segments that are left out; empty: none is
};

/// For any number of threads.
class SegmentCache {
 public:
  /// The columns of a commit; the same object for the same commit. Segments that are damaged are left out.
  /// IndexDamaged if all are; Permission.
  Result<OpenCommit> open(const std::filesystem::path& generation, const Manifest& manifest);

  /// What was learnt from the articles of a generation; null if nothing was. IndexDamaged, Permission.
  Result<std::shared_ptr<const MeaningFile>> meaning(const std::filesystem::path& generation);

  /// Leaves out, from now on, the segments of these columns that were found damaged. False if there are none.
  bool set_damaged_aside(const Columns& columns);

 private:
  Result<std::shared_ptr<const Segment>> segment(const std::filesystem::path& path);
  Result<OpenCommit> make(const std::filesystem::path& generation, const Manifest& manifest);

  std::mutex mutex_;
  std::map<FileStamp, std::weak_ptr<const Segment>> segments_; ///< by file
  std::set<FileStamp> damaged_;
  std::filesystem::path generation_; ///< of `newest_`
  Manifest manifest_;
  OpenCommit newest_;
  FileStamp meaning_stamp_;
  std::shared_ptr<const MeaningFile> meaning_;
};

/// Whether this is the segment that the manifest describes: its file, and as many documents and words. What is read of
/// a commit relies on it, as an index may be anybody's.
bool is_described_by(const Segment& segment, const SegmentState& state);

enum class Articles : std::uint8_t {
  Living, ///< gone ones are as if removed
  All,
};

/// The parts of a commit, from its segments in order; a null one is left out. IndexDamaged if the manifest counts more
/// values than the segments can have.
Result<std::vector<Part>> parts_of(const std::filesystem::path& generation, const Manifest& manifest,
                                   const std::vector<std::shared_ptr<const Segment>>& segments, Articles which);

} // namespace trawl::index
