// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/term_filter.h"

#include <cstddef>
#include <cstring>

namespace trawl::index {
namespace {

constexpr std::uint64_t kBitsPerTerm = 10, kBlockBits = 256;

/// The upper half of the hash, scaled, is the block.
std::uint64_t filter_block_of(std::uint64_t hash, std::uint64_t blocks) { return ((hash >> 32) * blocks) >> 32; }

/// The lowest forty bits of the hash say which bit of each word, five each.
std::uint32_t filter_bit(std::uint64_t hash, std::size_t word) { return std::uint32_t{1} << (hash >> (5 * word) & 31); }

} // namespace

TermFilter::TermFilter(std::span<const std::uint64_t> hashes) : blocks_(hashes.size() * kBitsPerTerm / kBlockBits + 1) {
  for (const std::uint64_t hash : hashes) {
    Block& block = blocks_[filter_block_of(hash, blocks_.size())];
    for (std::size_t i = 0; i < block.size(); ++i) block[i] |= filter_bit(hash, i);
  }
}

TermFilter::TermFilter(std::string_view bytes) : blocks_(bytes.size() / sizeof(Block)) {
  if (!blocks_.empty()) std::memcpy(blocks_.data(), bytes.data(), blocks_.size() * sizeof(Block));
}

std::string TermFilter::bytes() const {
  return {reinterpret_cast<const char*>(blocks_.data()), blocks_.size() * sizeof(Block)};
}

bool TermFilter::may_contain(std::uint64_t hash) const {
  if (blocks_.empty()) return true;
  const Block& block = blocks_[filter_block_of(hash, blocks_.size())];
  std::uint32_t missing = 0;
  for (std::size_t i = 0; i < block.size(); ++i) missing |= ~block[i] & filter_bit(hash, i);
  return missing == 0;
}

void TermFilter::prefetch(std::uint64_t hash) const {
  if (!blocks_.empty()) __builtin_prefetch(&blocks_[filter_block_of(hash, blocks_.size())]);
}

} // namespace trawl::index
