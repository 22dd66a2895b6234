// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/doc_set.h"

#include "shared/base/vectorised.h"

namespace trawl::search {

TRAWL_COUNTING std::size_t count_bits(std::span<const std::uint64_t> words) {
  std::size_t total = 0;
  for (const std::uint64_t word : words) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

} // namespace trawl::search
