// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows that a shard lacks a word without a look at its terms: a Bloom filter in blocks of 32 bytes (Putze, Sanders,
/// Singler: Cache-, Hash- and Space-Efficient Bloom Filters, 2007). Hundreds of a query's possible spellings are in no
/// article; for one in a hundred of these, the filter is wrong and the terms are read in vain.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// Words in at least so many articles of a shard are in its filter of common words.
inline constexpr std::uint32_t kCommonDf = 16;

/// The hash that filters know a term by, byte by byte: FNV-1a, with its bits mixed once more.
class TermHash {
 public:
  TermHash& operator+=(char c) {
    state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return *this;
  }
  TermHash& operator+=(std::string_view bytes) {
    for (const char c : bytes) *this += c;
    return *this;
  }
  std::uint64_t value() const {
    const std::uint64_t hash = (state_ ^ (state_ >> 32)) * 0x9e3779b97f4a7c15;
    return hash ^ (hash >> 29);
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

/// Whether filters have a term: other terms than words begin with a capital.
inline bool is_word(std::string_view term) { return !term.empty() && !(term.front() >= 'A' && term.front() <= 'Z'); }

inline std::uint64_t hash_of_term(std::string_view term) { return (TermHash() += term).value(); }

class TermFilter {
 public:
  /// Of these terms.
  explicit TermFilter(std::span<const std::uint64_t> hashes);
  /// From `bytes()`. Without any, every term may be there.
  explicit TermFilter(std::string_view bytes);

  std::string bytes() const;
  /// False only if there is no term with this hash.
  bool may_contain(std::uint64_t hash) const;
  void prefetch(std::uint64_t hash) const;

 private:
  /// A term sets one bit in each word of its block.
  using Block = std::array<std::uint32_t, 8>;
  std::vector<Block> blocks_;
};

} // namespace trawl::index
