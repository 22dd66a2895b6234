// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/doc_set.h"

#include "shared/base/per_thread.h"
#include "shared/base/vectorised.h"

#include <array>
#include <utility>

namespace trawl::search {

TRAWL_COUNTING std::size_t count_bits(std::span<const std::uint64_t> words) {
  std::size_t total = 0;
  for (const std::uint64_t word : words) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

namespace {

constexpr std::size_t kMostWords = std::size_t{1} << 15; // of one bitmap: two million documents

/// Belongs to one thread. Keeping an array allocates nothing, so a destructor may do it.
struct KeptWords {
  std::array<std::vector<std::uint64_t>, 16> arrays;
  std::size_t count = 0;
};

} // namespace

std::vector<std::uint64_t> take_kept_words() {
  KeptWords& kept = PerThread<KeptWords>::get();
  if (kept.count == 0) return {};
  std::vector<std::uint64_t> words = std::move(kept.arrays[--kept.count]);
  words.clear();
  return words;
}

void keep_words(std::vector<std::uint64_t> words) noexcept {
  KeptWords* const kept = PerThread<KeptWords>::if_made();
  if (kept == nullptr || kept->count == kept->arrays.size()) return;
  if (words.capacity() == 0 || words.capacity() > kMostWords) return;
  kept->arrays[kept->count++] = std::move(words);
}

} // namespace trawl::search
