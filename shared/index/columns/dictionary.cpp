// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/dictionary.h"

#include <algorithm>
#include <functional>

namespace trawl::index {
namespace {

constexpr std::uint64_t kHashHalf = 0xFFFFFFFF00000000;
constexpr std::size_t kSmallest = 16;

std::uint64_t hash_of(std::string_view key) { return std::hash<std::string_view>{}(key); }

/// Cells are chosen by the lower half of the hash, because the upper one is compared.
std::size_t home_of(std::uint64_t hash, std::size_t cells) { return static_cast<std::size_t>(hash) & (cells - 1); }

} // namespace

std::size_t Dictionary::cell_of(std::string_view key, std::uint64_t hash, const std::vector<std::string>& keys) const {
  std::size_t cell = home_of(hash, cells_.size());
  while (cells_[cell] != 0) {
    const auto ordinal = static_cast<std::uint32_t>(cells_[cell]) - 1;
    if ((cells_[cell] & kHashHalf) == (hash & kHashHalf) && keys[ordinal] == key) break;
    cell = (cell + 1) & (cells_.size() - 1);
  }
  return cell;
}

std::optional<std::uint32_t> Dictionary::find(std::string_view key, const std::vector<std::string>& keys) const {
  if (cells_.empty()) return std::nullopt;
  const std::uint64_t found = cells_[cell_of(key, hash_of(key), keys)];
  if (found == 0) return std::nullopt;
  return static_cast<std::uint32_t>(found) - 1;
}

std::uint32_t Dictionary::intern(std::string_view key, std::vector<std::string>& keys) {
  if ((used_ + 1) * std::size_t{2} > cells_.size()) grow();
  const std::uint64_t hash = hash_of(key);
  const std::size_t cell = cell_of(key, hash, keys);
  if (cells_[cell] == 0) {
    keys.emplace_back(key);
    cells_[cell] = (hash & kHashHalf) | ++used_;
    lower_halves_.push_back(static_cast<std::uint32_t>(hash));
  }
  return static_cast<std::uint32_t>(cells_[cell]) - 1;
}

void Dictionary::grow() {
  std::vector<std::uint64_t> old(std::max(kSmallest, cells_.size() * 2));
  old.swap(cells_);
  for (const std::uint64_t cell : old) {
    if (cell == 0) continue;
    std::size_t at = home_of(lower_halves_[static_cast<std::uint32_t>(cell) - 1], cells_.size());
    while (cells_[at] != 0) at = (at + 1) & (cells_.size() - 1);
    cells_[at] = cell;
  }
}

} // namespace trawl::index
