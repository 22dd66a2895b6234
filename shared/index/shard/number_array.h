// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers in memory, in the smallest width that holds them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

class NumberArray {
 public:
  NumberArray() = default;
  /// `least` is taken from each number, none of which is below it.
  explicit NumberArray(std::span<const std::int64_t> numbers, std::int64_t least = 0);
  explicit NumberArray(std::span<const std::uint32_t> numbers);

  /// Appends what `take` reads.
  void put(std::string& out) const;
  /// Takes an array from the front of `in`. False if it does not fit.
  static bool take(std::string_view& in, NumberArray& array);

  std::size_t size() const { return size_; }
  std::int64_t least() const { return least_; }

  /// The number, less `least()`. `i` < size().
  std::uint64_t raw(std::size_t i) const {
    switch (width_) {
    case 1:
      return at<std::uint8_t>(i);
    case 2:
      return at<std::uint16_t>(i);
    case 4:
      return at<std::uint32_t>(i);
    default:
      return words_[i];
    }
  }
  std::int64_t operator[](std::size_t i) const { return sum(least_, raw(i)); }

  /// Every sum of `least()` and a raw number is this one. Wraps around if forged numbers leave the range.
  static std::int64_t sum(std::int64_t least, std::uint64_t raw) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + raw);
  }

  /// The greatest raw number; 0 if there is none.
  std::uint64_t greatest_raw() const;
  std::uint64_t raw_sum() const;

  void prefetch(std::size_t i) const { __builtin_prefetch(bytes() + i * width_); }

  /// Calls `visit` with a pointer to size() numbers of their width, for loops; returns what it returns. Add `least()`.
  template <typename Visit>
  decltype(auto) with_array(Visit visit) const {
    switch (width_) {
    case 1:
      return visit(reinterpret_cast<const std::uint8_t*>(bytes()));
    case 2:
      return visit(reinterpret_cast<const std::uint16_t*>(bytes()));
    case 4:
      return visit(reinterpret_cast<const std::uint32_t*>(bytes()));
    default:
      return visit(words_.data());
    }
  }

 private:
  template <typename Number>
  void fill(std::span<const Number> numbers);
  template <typename Number>
  Number at(std::size_t i) const {
    Number number;
    std::memcpy(&number, bytes() + i * sizeof number, sizeof number);
    return number;
  }
  const char* bytes() const { return reinterpret_cast<const char*>(words_.data()); }

  std::vector<std::uint64_t> words_; ///< the numbers, one after another, and zeros
  std::size_t size_ = 0;
  std::int64_t least_ = 0;
  unsigned width_ = 1; ///< bytes: 1, 2, 4 or 8
};

} // namespace trawl::index
