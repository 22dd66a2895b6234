// SPDX-License-Identifier: GPL-3.0-or-later
/// A set of document numbers as a bitmap: the documents that match a query or pass a filter.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace trawl::search {

/// The number of set bits. Uses the processor's instruction if there is one.
std::size_t count_bits(std::span<const std::uint64_t> words);

/// An empty array with capacity, if this thread has kept one: a query makes dozens of bitmaps of one size, too large
/// for malloc's fast lists.
std::vector<std::uint64_t> take_kept_words();
void keep_words(std::vector<std::uint64_t> words) noexcept;

class DocSet {
 public:
  DocSet() = default;
  /// An empty set for the numbers 0 … last.
  explicit DocSet(std::uint32_t last) : words_(take_kept_words()) { words_.assign(last / 64 + 1, 0); }
  /// From a bitmap of 64 documents a word.
  explicit DocSet(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  DocSet(const DocSet& other) : words_(take_kept_words()) { words_ = other.words_; }
  DocSet(DocSet&&) noexcept = default;
  DocSet& operator=(const DocSet&) = default;
  DocSet& operator=(DocSet&& other) noexcept {
    words_.swap(other.words_);
    return *this;
  }
  ~DocSet() { keep_words(std::move(words_)); }

  void add(std::uint32_t document) { words_[document / 64] |= std::uint64_t{1} << (document % 64); }
  bool contains(std::uint32_t document) const {
    return document / 64 < words_.size() && (words_[document / 64] >> (document % 64) & 1) != 0;
  }
  DocSet& operator&=(const DocSet& other) {
    return combine(other, [](auto a, auto b) { return a & b; });
  }
  DocSet& operator|=(const DocSet& other) {
    return combine(other, [](auto a, auto b) { return a | b; });
  }
  DocSet& operator^=(const DocSet& other) {
    return combine(other, [](auto a, auto b) { return a ^ b; });
  }
  DocSet& operator-=(const DocSet& other) {
    return combine(other, [](auto a, auto b) { return a & ~b; });
  }
  bool operator==(const DocSet&) const = default;

  std::size_t count() const { return count_bits(words_); }

  /// The bitmap, 64 documents a word.
  std::span<const std::uint64_t> words() const { return words_; }

  std::span<std::uint64_t> words() { return words_; }

  /// Calls `visit(document)` for each, ascending.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
      }
    }
  }

 private:
  template <typename Op>
  DocSet& combine(const DocSet& other, Op op) {
    // Plain pointers let the compiler vectorise this loop, in which matching spends most of its time.
    std::uint64_t* const mine = words_.data();
    const std::uint64_t* const theirs = other.words_.data();
    const std::size_t both = std::min(words_.size(), other.words_.size());
    for (std::size_t i = 0; i < both; ++i) mine[i] = op(mine[i], theirs[i]);
    for (std::size_t i = both; i < words_.size(); ++i) mine[i] = op(mine[i], std::uint64_t{0});
    return *this;
  }

  std::vector<std::uint64_t> words_;
};

} // namespace trawl::search
