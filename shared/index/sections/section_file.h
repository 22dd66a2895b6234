// SPDX-License-Identifier: GPL-3.0-or-later
/// A container: named sections in one immutable file that is mapped into memory, with a checksum for
/// each block of 4 KiB. A block is checked when it is first touched. Bytes of a damaged block are read as
/// missing, and the file reports the damage. docs/formats.md has the grammar.
#pragma once

#include "shared/base/mapped_file.h"
#include "shared/base/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// Bits of the number of bytes in a block with a checksum. A new process reads a few bytes in about two hundred places:
/// with blocks larger than a page of memory it would spend most of its time on checksums.
inline constexpr unsigned kChecksumBits = 12;

/// Where a section is, and what its reader needs before it touches the bytes.
struct SectionEntry {
  std::string name; ///< at most 16 bytes
  std::uint64_t offset = 0, size = 0;
};

/// An open file. Any number of threads may read it.
class SectionFile {
 public:
  /// Maps the file and reads its table. IndexDamaged, NotFound, Permission.
  static Result<std::shared_ptr<const SectionFile>> open(const std::filesystem::path& path);

  /// The section of this name; null if there is none.
  const SectionEntry* find(std::string_view name) const;
  std::uint64_t size() const { return file_.bytes.size(); }
  /// Of the table of sections and checksums, and so of the whole content.
  std::uint32_t checksum() const { return checksum_; }

  /// `size` bytes of the file at `offset`, which is within the file; empty if a block of them is damaged.
  std::string_view view(std::uint64_t offset, std::uint64_t size) const {
    return size == 0 || is_sound(offset, size) ? file_.bytes.substr(offset, size) : std::string_view{};
  }
  /// Whether all blocks that hold these bytes of the file are as they were written. Notes damage.
  bool is_sound(std::uint64_t offset, std::uint64_t size) const {
    if (size == 0) return true;
    for (std::uint64_t block = offset >> block_bits_; block <= (offset + size - 1) >> block_bits_; ++block) {
      if (states_[block].load(std::memory_order_relaxed) != kSound && !check(block)) return false;
    }
    return true;
  }

  /// Whether damage was found since the file was opened.
  bool is_damaged() const { return is_damaged_.load(std::memory_order_relaxed); }
  /// For readers that find inconsistent bytes whose checksum is right.
  void note_damage() const { is_damaged_.store(true, std::memory_order_relaxed); }

  /// Checks every block. False if any is damaged.
  bool check_all() const;

 private:
  static constexpr std::uint8_t kUnknown = 0, kSound = 1, kDamaged = 2;

  SectionFile() = default;
  bool check(std::uint64_t block) const;
  bool read_table(std::string_view table);

  SharedBytes file_;
  std::vector<SectionEntry> sections_;
  std::string_view body_; ///< the bytes that have checksums
  std::string_view sums_; ///< four bytes for each block of the body
  unsigned block_bits_ = kChecksumBits;
  mutable std::unique_ptr<std::atomic<std::uint8_t>[]> states_;
  mutable std::atomic<bool> is_damaged_ = false;
  std::uint32_t checksum_ = 0;
};

/// Bytes of one section; a missing section is empty. The file must outlive it.
class Section {
 public:
  Section() = default;
  Section(const SectionFile& file, std::string_view name);

  std::uint64_t size() const { return size_; }
  /// Empty if the range is not within the section, or damaged; either is noted.
  std::string_view view(std::uint64_t offset, std::uint64_t size) const {
    if (file_ == nullptr) return {};
    if (offset > size_ || size > size_ - offset) {
      file_->note_damage();
      return {};
    }
    return file_->view(offset_ + offset, size);
  }
  std::string_view all() const { return size_ == 0 ? std::string_view{} : view(0, size_); }
  void note_damage() const {
    if (file_ != nullptr) file_->note_damage();
  }

 private:
  const SectionFile* file_ = nullptr;
  std::uint64_t offset_ = 0, size_ = 0;
};

} // namespace trawl::index
