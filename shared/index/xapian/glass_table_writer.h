// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes one table of a Xapian database of the glass format (Xapian 1.4) from front to back: a B-tree of blocks of
/// 8 KiB, numbers big-endian. Xapian's own inverter and trees take twenty times as long for a whole index. Private to
/// this folder.
#pragma once

#include "shared/base/result.h"
#include "shared/index/output_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index::glass {

inline constexpr std::size_t kBlockBytes = 8'192;
inline constexpr std::size_t kLongestKey = 252;
inline constexpr std::uint32_t kRevision = 1; ///< of the tables and their database

/// What the database says about a table.
struct TableRoot {
  std::uint32_t root = 0, level = 0, blocks = 0;
  std::uint64_t entries = 0;
  std::uint32_t checksum = 0; ///< CRC-32C of the file
  std::uint64_t bytes = 0;    ///< of the file
};

class TableWriter {
 public:
  /// Disk, Permission.
  static Result<TableWriter> create(const std::filesystem::path& path);

  /// Keys ascend, are not empty and have at most kLongestKey bytes.
  void add(std::string_view key, std::string_view tag);

  /// Writes the rest and syncs the file. Disk.
  Result<TableRoot> finish();

 private:
  /// Where a block begins: nothing before it in the table has a key as high.
  struct Separator {
    std::string key;
    std::uint32_t component = 0;
  };
  /// The block being filled of one level of the tree; 0 is that of the leaves.
  struct Level {
    std::string block = std::string(kBlockBytes, '\0');
    std::size_t directory_end = 0, items_begin = 0; ///< items are written from the end of the block
    Separator separator;
  };

  explicit TableWriter(OutputFile file);
  void begin_block(std::size_t level, Separator separator);
  std::size_t room(std::size_t level) const;
  void put_item(std::size_t level, std::string_view item);
  std::uint32_t write_block(std::size_t level);
  void add_leaf_item(std::string_view key, std::string_view tag, std::uint32_t component, bool is_last);
  void add_child(std::size_t level, Separator separator, std::uint32_t block);

  OutputFile file_;
  std::vector<Level> levels_;
  std::uint32_t blocks_ = 0, checksum_ = 0;
  std::uint64_t entries_ = 0;
  std::string last_key_, item_;
};

} // namespace trawl::index::glass
