// SPDX-License-Identifier: GPL-3.0-or-later
/// A section that is an array of numbers in the smallest width that holds them all.
#pragma once

#include "shared/index/segment/segment_file.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trawl::index {

/// Safe for any number of threads. For the first numbers that are read one by one, only their blocks are checked,
/// because a short-lived process reads few. After those, and before any loop, the whole section is checked, so that no
/// further access has to. Numbers of a missing section or a damaged block read as `least`.
class NumberArray {
 public:
  NumberArray(const SegmentFile& file, std::string_view name, std::size_t expected);
  NumberArray(const NumberArray&) = delete;
  NumberArray& operator=(const NumberArray&) = delete;

  std::size_t size() const { return size_; }
  std::int64_t least() const { return least_; }

  /// The number, less `least()`. `i` < size().
  std::uint64_t raw(std::size_t i) const {
    if (!is_checked_.load(std::memory_order_relaxed) && !check_one(i)) [[unlikely]]
      return 0;
    switch (width_) {
    case 1:
      return static_cast<unsigned char>(data_[i]);
    case 2:
      return at<std::uint16_t>(i);
    case 4:
      return at<std::uint32_t>(i);
    default:
      return at<std::uint64_t>(i);
    }
  }
  std::int64_t operator[](std::size_t i) const { return sum(least_, raw(i)); }

  /// Every sum of `least()` and a raw number is this one. Wraps around if forged numbers leave the range.
  static std::int64_t sum(std::int64_t least, std::uint64_t raw) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + raw);
  }

  /// For a caller that finds the numbers inconsistent. The segment is then left out.
  void note_damage() const { file_.note_damage(); }

  void prefetch(std::size_t i) const {
    if (fits_) __builtin_prefetch(data_ + i * width_);
  }

  /// Calls `visit` with a pointer to size() numbers of their width, for loops; returns what it returns. Numbers of a
  /// damaged section are zeros. Add `least()`.
  template <typename Visit>
  decltype(auto) with_array(Visit visit) const {
    if (!is_checked_.load(std::memory_order_relaxed) && !check()) return visit(zeros());
    switch (width_) {
    case 1:
      return visit(reinterpret_cast<const std::uint8_t*>(data_));
    case 2:
      return visit(reinterpret_cast<const std::uint16_t*>(data_));
    case 4:
      return visit(reinterpret_cast<const std::uint32_t*>(data_));
    default:
      return visit(reinterpret_cast<const std::uint64_t*>(data_));
    }
  }

 private:
  template <typename Number>
  Number at(std::size_t i) const {
    Number number;
    std::memcpy(&number, data_ + i * sizeof number, sizeof number);
    return number;
  }
  bool check() const;
  bool check_one(std::size_t i) const;
  const std::uint8_t* zeros() const;

  const SegmentFile& file_;
  std::uint64_t offset_ = 0;
  const char* data_ = nullptr;
  std::size_t size_;
  std::int64_t least_ = 0;
  unsigned width_ = 1;
  bool fits_ = false; ///< the section has the expected size, and is aligned
  mutable std::atomic<bool> is_checked_ = false;
  mutable std::atomic<std::uint32_t> single_reads_ = 0; ///< so far
};

} // namespace trawl::index
