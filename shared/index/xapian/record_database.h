// SPDX-License-Identifier: GPL-3.0-or-later
/// Xapian's database of a generation: a copy of the index for Xapian's own tools and programs. Trawl writes it from the
/// segments and does not read it. docs/formats.md lists its terms and values.
///
/// It is written as a whole, in batches, and never changed: updating Xapian's trees would write a hundred times what a
/// small commit adds, and its own writer takes twenty times as long as this one.
#pragma once

#include "shared/base/result.h"
#include "shared/index/columns/columns.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace trawl::index {

/// A file as it was written.
struct RecordFile {
  std::string name;
  std::uint64_t bytes = 0;
  std::uint32_t checksum = 0; ///< CRC-32C
  bool operator==(const RecordFile&) const = default;
};

/// Writes a database of all live documents of `parts` into a new folder, and syncs it. Disk, Permission.
Result<std::vector<RecordFile>> write_record_database(const std::filesystem::path& folder, std::span<const Part> parts);

/// Compares every byte of the files with what was written, and opens the database. IndexDamaged.
Result<void> check_record_database(const std::filesystem::path& folder, std::span<const RecordFile> files,
                                   std::uint32_t documents);

} // namespace trawl::index
