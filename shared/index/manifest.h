// SPDX-License-Identifier: GPL-3.0-or-later
/// The manifest of a generation: which segments a commit consists of, which of their documents were removed since, and
/// what the commit says about itself. One small file with a checksum that is replaced by rename. docs/formats.md has
/// the grammar.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"
#include "shared/index/columns/columns.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// Raised whenever an older program could not read the index, or would find less in it: also when a field gets a column
/// (schema/fields.json).
inline constexpr int kSchemaVersion = 15;

/// A segment as a commit sees it.
struct SegmentState {
  std::uint64_t number = 0;                 ///< of its file
  std::uint32_t documents = 0;              ///< removed ones included
  std::uint64_t words = 0, title_words = 0; ///< sums over the living documents
  std::uint32_t checksum = 0;               ///< of the file's table of checksums: no other file may take its place
  std::vector<std::uint32_t> removed;       ///< local numbers, ascending
  std::vector<std::uint32_t> gone = {};     ///< those of withdrawn articles, found only if asked for

  /// How many documents are neither removed nor gone.
  std::uint32_t live() const { return documents - static_cast<std::uint32_t>(removed.size() + gone.size()); }
  bool operator==(const SegmentState&) const = default;
};

struct Manifest {
  std::uint64_t revision = 0;
  Moment committed{};
  std::uint64_t store_sequence = 0; ///< how far the changes of the article store are applied
  std::uint64_t next_segment = 1;   ///< the number of the next file; none is used twice
  std::array<std::uint32_t, schema::kFilterFields.size()> values{}; ///< of each field: how many ordinals are in use
  std::string sources;                                              ///< JSON (source_notes.h)
  std::vector<SegmentState> segments;                               ///< oldest first
  std::string store; ///< name of the crawl.db that it was made from; empty: not known

  CorpusSummary summary() const;
  bool operator==(const Manifest&) const = default;
};

/// Differs between commits of two stores, even those of the same generation and revision.
std::uint64_t identity_of(const Manifest& manifest);

std::string to_bytes(const Manifest& manifest);

/// Reads what `to_bytes` wrote. IndexDamaged, also if another version of the schema wrote it.
Result<Manifest> manifest_from_bytes(std::string_view bytes, const std::filesystem::path& path);

/// The files in a generation's folder.
std::filesystem::path manifest_file(const std::filesystem::path& generation);
std::filesystem::path segment_path(const std::filesystem::path& generation, std::uint64_t number);

Result<Manifest> read_manifest(const std::filesystem::path& generation);
/// Replaces the manifest: with it, the commit exists. Disk.
Result<void> write_manifest(const std::filesystem::path& generation, const Manifest& manifest);

} // namespace trawl::index
