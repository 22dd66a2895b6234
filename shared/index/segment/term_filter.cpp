// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/term_filter.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace trawl::index {
namespace {

/// A term sets one bit in each word of its block.
using FilterBlock = std::array<std::uint32_t, 8>;

constexpr std::uint64_t kBitsPerTerm = 10;
constexpr std::uint64_t kBlockBits = 8 * sizeof(FilterBlock);

/// The upper half of the hash, scaled, is the block.
std::uint64_t filter_block_of(std::uint64_t hash, std::uint64_t blocks) { return ((hash >> 32) * blocks) >> 32; }

/// The lowest forty bits of the hash say which bit of each word, five each.
std::uint32_t filter_bit(std::uint64_t hash, std::size_t word) { return std::uint32_t{1} << (hash >> (5 * word) & 31); }

} // namespace

TermFilter::TermFilter(const SegmentFile& file, std::string_view section) : section_(file, section) {
  blocks_ = section_.size() / sizeof(FilterBlock);
}

bool TermFilter::may_contain(std::uint64_t hash) const {
  if (blocks_ == 0) return true;
  const std::string_view bytes =
      section_.view(filter_block_of(hash, blocks_) * sizeof(FilterBlock), sizeof(FilterBlock));
  if (bytes.empty()) return true; // damaged; the file knows
  FilterBlock block;
  std::memcpy(block.data(), bytes.data(), sizeof block);
  std::uint32_t missing = 0;
  for (std::size_t i = 0; i < block.size(); ++i) missing |= ~block[i] & filter_bit(hash, i);
  return missing == 0;
}

void TermFilter::prefetch(std::uint64_t hash) const {
  section_.prefetch(filter_block_of(hash, blocks_) * sizeof(FilterBlock), 1);
}

std::string pack_term_filter(std::span<const std::uint64_t> hashes) {
  std::vector<FilterBlock> blocks(hashes.size() * kBitsPerTerm / kBlockBits + 1);
  for (const std::uint64_t hash : hashes) {
    FilterBlock& block = blocks[filter_block_of(hash, blocks.size())];
    for (std::size_t i = 0; i < block.size(); ++i) block[i] |= filter_bit(hash, i);
  }
  return {reinterpret_cast<const char*>(blocks.data()), blocks.size() * sizeof(FilterBlock)};
}

} // namespace trawl::index
