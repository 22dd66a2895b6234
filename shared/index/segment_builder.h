// SPDX-License-Identifier: GPL-3.0-or-later
/// Builds one large database from segments: small databases that are merged at the end. Xapian's inverter and trees
/// slow down as they outgrow the CPU's cache, and its compaction is fast, so this takes two thirds of the time of
/// writing one large database.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// Segments do not survive a crash: what is not merged has to be built again.
class SegmentBuilder {
 public:
  /// Makes an empty `folder`, removing what was there. Disk, Permission.
  static Result<SegmentBuilder> create(const std::filesystem::path& folder);

  /// Adds the document of an article, or replaces the one with the same id. `bytes`: of its text.
  Result<void> put(std::string_view article_id, const Xapian::Document& document, std::size_t bytes);
  Result<void> remove(std::string_view article_id);

  const std::filesystem::path& folder() const { return folder_; }
  std::size_t document_count() const { return segment_of_.size(); }

  /// Closes the segments and writes all documents as one compact database. `path` must not exist. Disk, Permission.
  Result<void> merge_into(const std::filesystem::path& path);

 private:
  explicit SegmentBuilder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Result<void> open_next();
  Result<void> apply_removals();
  std::filesystem::path path_of(std::size_t segment) const;

  std::filesystem::path folder_;
  Xapian::WritableDatabase open_;                  ///< the last segment
  std::size_t open_bytes_ = 0;                     ///< bytes of text in it
  std::vector<std::vector<std::string>> removals_; ///< by segment: id terms of documents replaced or removed later
  std::unordered_map<std::string, std::uint32_t> segment_of_; ///< by article id
};

} // namespace trawl::index
