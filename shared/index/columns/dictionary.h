// SPDX-License-Identifier: GPL-3.0-or-later
/// A hash table from a string to its ordinal in a vector of distinct strings: open addressing over 8-byte cells, which
/// hold half of the hash, so that few strings are compared in vain. A plain value that copies with one memcpy, unlike a
/// map of views.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

class Dictionary {
 public:
  /// The ordinal of `key`; `keys` is the vector that `intern` filled.
  std::optional<std::uint32_t> find(std::string_view key, const std::vector<std::string>& keys) const;

  /// The ordinal of `key`; appends it to `keys` if it is new.
  std::uint32_t intern(std::string_view key, std::vector<std::string>& keys);

 private:
  std::size_t cell_of(std::string_view key, std::uint64_t hash, const std::vector<std::string>& keys) const;
  void grow();

  std::vector<std::uint64_t> cells_;        ///< upper half of the hash, ordinal + 1; 0 is free
  std::vector<std::uint32_t> lower_halves_; ///< ordinal to the other half, which chooses the cell
  std::uint32_t used_ = 0;
};

} // namespace trawl::index
