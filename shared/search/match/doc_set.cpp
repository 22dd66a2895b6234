// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/doc_set.h"

namespace trawl::search {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&               \
    !defined(__SANITIZE_THREAD__)
__attribute__((target_clones("popcnt", "default")))
#endif
std::size_t
count_bits(std::span<const std::uint64_t> words) {
  std::size_t total = 0;
  for (const std::uint64_t word : words) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

} // namespace trawl::search
