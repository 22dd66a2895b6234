// SPDX-License-Identifier: GPL-3.0-or-later
/// Tells of most keys that no member has them (Bloom's filter), so that a long run need not look for each in the store:
/// hardly any of an article's twenty keys is another's, and they belong all over the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::store {

class KeyFilter {
 public:
  /// Forgets all keys and makes room for so many.
  void make_room_for(std::size_t keys);
  /// Whether there is room for another key: with more, the filter tells of fewer that nobody has them.
  bool has_room() const { return count_ < most_; }

  void add(std::uint64_t key);
  /// False: the key was not added since `make_room_for`.
  bool may_contain(std::uint64_t key) const;

 private:
  std::vector<std::uint64_t> bits_; ///< a power of two
  std::size_t count_ = 0, most_ = 0;
};

} // namespace trawl::store
