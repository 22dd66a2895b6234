// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/version_file.h"

#include "shared/base/file.h"
#include "shared/base/packed.h"

#include <bit>
#include <cstddef>
#include <cstdint>

#include <xapian.h>

namespace trawl::index {
namespace {

constexpr std::size_t kMostBytes = 65'536;
constexpr std::size_t kRevisionAt = 32; // behind the magic, the version and the UUID
constexpr int kTables = 6;
constexpr std::uint64_t kMostLevels = 10, kLargestBlock = 32; // of 2 KiB

} // namespace

bool is_version_file(std::string_view bytes) {
  if (bytes.size() < kRevisionAt) return false;
  bytes.remove_prefix(kRevisionAt);
  std::uint64_t revision = 0;
  if (!packed::take_number(bytes, revision)) return false;
  for (int table = 0; table < kTables; ++table) {
    std::uint64_t root = 0, levels_and_flags = 0, entries = 0, block = 0, compress_from = 0;
    std::string_view free_list;
    for (std::uint64_t* number : {&root, &levels_and_flags, &entries, &block, &compress_from}) {
      if (!packed::take_number(bytes, *number)) return false;
    }
    if (!packed::take_text(bytes, free_list)) return false;
    // A root that is not in the file yet is that of an empty table. Xapian would search levels below it in memory that
    // nobody has written, and may never end.
    const bool is_without_root = (levels_and_flags & 1) != 0;
    if (is_without_root && (levels_and_flags >> 2 > 0 || entries > 0)) return false;
    if (levels_and_flags >> 2 >= kMostLevels || !std::has_single_bit(block) || block > kLargestBlock) return false;
  }
  return true;
}

void check_version_file(const std::filesystem::path& shard) {
  const auto bytes = read_file(shard / "iamglass", kMostBytes);
  if (bytes && !is_version_file(*bytes))
    throw Xapian::DatabaseCorruptError("iamglass does not describe tables of Xapian");
}

} // namespace trawl::index
