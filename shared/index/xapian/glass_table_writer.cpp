// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/glass_table_writer.h"

#include "shared/base/crc32c.h"

#include <algorithm>

namespace trawl::index::glass {
namespace {

constexpr std::size_t kDirectoryBegin = 11; ///< of a block: after revision, level, two counts of free bytes, its end
constexpr std::size_t kPlaceBytes = 2;      ///< of an item in the directory
constexpr std::size_t kComponentBytes = 2;
constexpr std::size_t kItemHead = 3; ///< size and flags, length of the key
/// Four items fit into a block.
constexpr std::size_t kLongestItem = (kBlockBytes - kDirectoryBegin - 4 * kPlaceBytes) / 4;
/// A tag is split to fill a block only if this much of it fits.
constexpr std::size_t kLeastComponent = 64;
constexpr unsigned kFirstFlag = 0x2000, kLastFlag = 0x4000;

void put_big(std::string& out, std::uint32_t number, unsigned bytes) {
  while (bytes-- > 0) out += static_cast<char>(number >> (8 * bytes) & 0xFF);
}

void set_big(std::string& block, std::size_t at, std::size_t number, unsigned bytes) {
  while (bytes-- > 0) block[at++] = static_cast<char>(number >> (8 * bytes) & 0xFF);
}

} // namespace

Result<TableWriter> TableWriter::create(const std::filesystem::path& path) {
  TRAWL_TRY(OutputFile file, OutputFile::create(path));
  return TableWriter(std::move(file));
}

TableWriter::TableWriter(OutputFile file) : file_(std::move(file)) {
  begin_block(0, {});
  add_leaf_item({}, {}, 1, true); // every table begins with an item without a key
}

void TableWriter::begin_block(std::size_t level, Separator separator) {
  if (level == levels_.size()) levels_.emplace_back();
  Level& here = levels_[level];
  std::ranges::fill(here.block, '\0');
  here.directory_end = kDirectoryBegin;
  here.items_begin = kBlockBytes;
  here.separator = std::move(separator);
}

/// Bytes for an item in the block being filled.
std::size_t TableWriter::room(std::size_t level) const {
  const std::size_t free = levels_[level].items_begin - levels_[level].directory_end;
  return free < kPlaceBytes ? 0 : free - kPlaceBytes;
}

void TableWriter::put_item(std::size_t level, std::string_view item) {
  Level& here = levels_[level];
  here.items_begin -= item.size();
  here.block.replace(here.items_begin, item.size(), item);
  set_big(here.block, here.directory_end, here.items_begin, kPlaceBytes);
  here.directory_end += kPlaceBytes;
}

std::uint32_t TableWriter::write_block(std::size_t level) {
  Level& here = levels_[level];
  const std::size_t free = here.items_begin - here.directory_end;
  set_big(here.block, 0, kRevision, 4);
  set_big(here.block, 4, level, 1);
  set_big(here.block, 5, free, 2); // in one piece
  set_big(here.block, 7, free, 2); // in all
  set_big(here.block, 9, here.directory_end, 2);
  file_.write(here.block);
  checksum_ = crc32c(here.block, checksum_);
  return blocks_++;
}

void TableWriter::add_leaf_item(std::string_view key, std::string_view tag, std::uint32_t component, bool is_last) {
  item_.clear();
  const std::size_t size = kItemHead + key.size() + (component > 1 ? kComponentBytes : 0) + tag.size();
  const std::size_t flags = (component == 1 ? kFirstFlag : 0) | (is_last ? kLastFlag : 0);
  put_big(item_, static_cast<std::uint32_t>((size - kItemHead) | flags), 2);
  put_big(item_, static_cast<std::uint32_t>(key.size()), 1);
  item_ += key;
  if (component > 1) put_big(item_, component, kComponentBytes);
  item_ += tag;
  put_item(0, item_);
}

void TableWriter::add(std::string_view key, std::string_view tag) {
  ++entries_;
  for (std::uint32_t component = 1;; ++component) {
    const std::size_t head = kItemHead + key.size() + (component > 1 ? kComponentBytes : 0);
    const std::size_t fits = std::min(room(0), kLongestItem);
    if (fits < head + std::min(tag.size(), kLeastComponent)) {
      const std::uint32_t block = write_block(0);
      Separator before = std::move(levels_[0].separator);
      // As much of the key as tells it from the one before.
      const auto differ = std::ranges::mismatch(key, last_key_).in1;
      const std::size_t same = static_cast<std::size_t>(differ - key.begin());
      begin_block(0, {std::string(key.substr(0, same + 1)), component});
      add_child(1, std::move(before), block);
      --component; // the same again, in an empty block
      continue;
    }
    const std::size_t part = std::min(tag.size(), fits - head);
    add_leaf_item(key, tag.substr(0, part), component, part == tag.size());
    last_key_ = key;
    tag.remove_prefix(part);
    if (tag.empty()) return;
  }
}

void TableWriter::add_child(std::size_t level, Separator separator, std::uint32_t block) {
  if (level == levels_.size()) begin_block(level, separator);
  const std::size_t needed = 4 + 1 + separator.key.size() + kComponentBytes;
  if (room(level) < needed) {
    const std::uint32_t full = write_block(level);
    Separator before = std::move(levels_[level].separator);
    begin_block(level, separator);
    add_child(level + 1, std::move(before), full);
  }
  // The first key of a block is left out, because the level above has it.
  const bool is_first = levels_[level].directory_end == kDirectoryBegin;
  std::string item;
  put_big(item, block, 4);
  put_big(item, static_cast<std::uint32_t>(is_first ? 0 : separator.key.size()), 1);
  if (!is_first) item += separator.key;
  put_big(item, is_first ? 0 : separator.component, kComponentBytes);
  put_item(level, item);
}

Result<TableRoot> TableWriter::finish() {
  TableRoot out;
  for (std::size_t level = 0;; ++level) {
    const std::uint32_t block = write_block(level);
    if (level + 1 == levels_.size()) {
      out.root = block;
      out.level = static_cast<std::uint32_t>(level);
      break;
    }
    add_child(level + 1, std::move(levels_[level].separator), block);
  }
  out.blocks = blocks_;
  out.entries = entries_;
  out.checksum = checksum_;
  out.bytes = file_.size();
  TRAWL_CHECK(file_.finish());
  return out;
}

} // namespace trawl::index::glass
