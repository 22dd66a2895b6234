// SPDX-License-Identifier: GPL-3.0-or-later
/// A new generation while it is built: a row of small databases, merged into one at the end. Xapian's inverter and
/// trees slow down as they grow (latency of memory), and its compaction is fast; so this takes two thirds of the time
/// of one large database.
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

/// Nothing in it outlives the program: what is not merged is thrown away and built again.
class SegmentBuilder {
 public:
  /// Makes `folder` anew.
  static Result<SegmentBuilder> create(const std::filesystem::path& folder);

  /// Adds the document of an article, or replaces the one that has the same id. `bytes`: of its text.
  Result<void> put(std::string_view article_id, const Xapian::Document& document, std::size_t bytes);
  Result<void> remove(std::string_view article_id);

  const std::filesystem::path& folder() const { return folder_; }
  std::size_t document_count() const { return shard_of_.size(); }

  /// Writes all documents as one compact database and closes the shards. `path` must not be there yet.
  Result<void> merge_into(const std::filesystem::path& path);

 private:
  explicit SegmentBuilder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Result<void> open_next();
  Result<void> apply_removals();
  std::filesystem::path path_of(std::size_t shard) const;

  std::filesystem::path folder_;
  Xapian::WritableDatabase open_;                           ///< the last shard
  std::size_t open_bytes_ = 0;                              ///< of text in it
  std::vector<std::vector<std::string>> removals_;          ///< by shard: terms of documents that were replaced later
  std::unordered_map<std::string, std::uint32_t> shard_of_; ///< by article id
};

} // namespace trawl::index
