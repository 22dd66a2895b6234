// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows that a segment lacks a term without reading its dictionary: a Bloom filter in blocks of 32 bytes (Putze,
/// Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, 2007). Hundreds of a query's possible spellings
/// are in no article; for one in a hundred of these, the filter is wrong and the dictionary is read in vain.
#pragma once

#include "shared/index/segment/segment_file.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace trawl::index {

/// The hash that filters and dictionaries know a term by, byte by byte: FNV-1a, with its bits mixed once more because
/// cells are chosen by all of them.
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

inline std::uint64_t hash_of_term(std::string_view term) { return (TermHash() += term).value(); }

class TermFilter {
 public:
  TermFilter(const SegmentFile& file, std::string_view section);

  /// False only if the segment does not have the term with this hash. A segment without a filter may have any term.
  bool may_contain(std::uint64_t hash) const;
  /// Prefetches what `may_contain` reads.
  void prefetch(std::uint64_t hash) const;

 private:
  Section section_;
  std::uint64_t blocks_ = 0;
};

/// The section of the filter of the terms with these hashes.
std::string pack_term_filter(std::span<const std::uint64_t> hashes);

} // namespace trawl::index
