// SPDX-License-Identifier: GPL-3.0-or-later
/// The segments of a generation that is being written: appends one for each commit, notes removals in the older ones,
/// and merges neighbours, so that segments stay few and removed documents disappear. Nothing is visible to readers
/// before the manifest is written.
#pragma once

#include "shared/base/result.h"
#include "shared/index/columns/columns.h"
#include "shared/index/manifest.h"
#include "shared/index/segment/memory_segment.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trawl::index {

class SegmentStack {
 public:
  /// Of a folder that has no segments yet.
  explicit SegmentStack(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Opens the segments of a commit. IndexDamaged.
  static Result<SegmentStack> open(std::filesystem::path folder, Manifest manifest);

  const std::filesystem::path& folder() const { return folder_; }
  Manifest& manifest() { return manifest_; }
  const Manifest& manifest() const { return manifest_; }
  const std::vector<Part>& parts() const { return parts_; }

  /// The ordinal of a value, which is given one if it is new.
  std::uint32_t ordinal(std::size_t field, const std::string& key, const std::string& shown);

  /// Removes the article of this id from the segments, if they have it.
  void remove(std::uint64_t id);

  /// Writes the documents as a new segment. `memory` may be discarded after that. `gone`: ids of those that are hidden.
  Result<void> append(const MemorySegment& memory, const std::set<std::uint64_t>& gone);

  /// Which adjacent segments are to be merged next: first and count; nullopt if none are.
  struct Range {
    std::size_t first, count;
  };
  std::optional<Range> due_merge() const;
  Result<void> merge(Range range);

  /// Removes files and databases that do not belong to the manifest. Readers that have one mapped keep it.
  void remove_unused_files() const;

 private:
  Result<void> load();
  /// Hides documents of a segment that has none hidden yet.
  void set_gone(std::size_t i, const std::set<std::uint64_t>& ids);
  std::shared_ptr<const Dictionary> dictionary() const;
  Result<std::shared_ptr<const Segment>> open_segment(std::uint64_t number) const;
  std::uint64_t bytes_of(std::size_t i) const { return parts_[i].segment->file().size(); }

  std::filesystem::path folder_;
  Manifest manifest_;
  std::vector<Part> parts_;                                        ///< one for each segment of the manifest
  std::array<NewValues, schema::kFilterFields.size()> introduced_; ///< since the last segment
  std::array<std::unordered_map<std::string, std::uint32_t>, schema::kFilterFields.size()> known_; ///< key to ordinal
};

} // namespace trawl::index
