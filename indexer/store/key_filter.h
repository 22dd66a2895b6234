// SPDX-License-Identifier: GPL-3.0-or-later
/// A Bloom filter over the keys of stored articles. It saves an import most look-ups: an article has about twenty keys,
/// other articles hardly ever share them, and each would be looked up in a different page of the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::store {

class KeyFilter {
 public:
  /// Removes all keys and allocates room for this many.
  void make_room_for(std::size_t keys);
  /// Whether another key fits; beyond that, false positives become frequent.
  bool has_room() const { return count_ < most_; }

  void add(std::uint64_t key);
  /// False if the key was not added after the last `make_room_for`; true may be a false positive.
  bool may_contain(std::uint64_t key) const;

 private:
  std::vector<std::uint64_t> bits_; ///< a power of two
  std::size_t count_ = 0, most_ = 0;
};

} // namespace trawl::store
