// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/key_filter.h"

#include <bit>

namespace trawl::store {
namespace {

constexpr std::size_t kBitsForKey = 16; // at most one key in seventy is looked for in vain
constexpr std::size_t kWordBits = 64;

/// Two bits of one word, so that a key costs one access to memory. Keys are hashes.
std::uint64_t mask_of(std::uint64_t key) {
  return std::uint64_t{1} << (key & 63) | std::uint64_t{1} << (key >> 6 & 63);
}

} // namespace

void KeyFilter::make_room_for(std::size_t keys) {
  bits_.assign(std::bit_ceil(keys * kBitsForKey / kWordBits + 1), 0);
  count_ = 0;
  most_ = bits_.size() * kWordBits / kBitsForKey;
}

void KeyFilter::add(std::uint64_t key) {
  bits_[key >> 12 & (bits_.size() - 1)] |= mask_of(key);
  ++count_;
}

bool KeyFilter::may_contain(std::uint64_t key) const {
  const std::uint64_t mask = mask_of(key);
  return (bits_[key >> 12 & (bits_.size() - 1)] & mask) == mask;
}

} // namespace trawl::store
