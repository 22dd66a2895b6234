// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/proximity.h"

#include <algorithm>
#include <utility>

namespace trawl::search {

void find_followers(std::span<const std::uint32_t> before, std::span<const std::uint32_t> next, bool same_word,
                    std::uint32_t distance, std::vector<std::uint32_t>& out) {
  out.clear();
  std::size_t i = 0;
  for (const std::uint32_t position : next) {
    while (i < before.size() && before[i] + distance < position) ++i;
    if (i == before.size()) break;
    if (before[i] < position || (before[i] == position && !same_word)) out.push_back(position);
  }
}

bool is_near(std::span<const WordPositions> words, std::uint32_t distance) {
  // A word that the query has twice needs two positions in the window.
  struct WordCount {
    std::size_t word, needed, in_window;
  };
  std::vector<WordCount> counts;
  std::vector<std::pair<std::uint32_t, std::size_t>> occurrences; // position, index in `counts`
  for (const WordPositions& list : words) {
    const auto known = std::ranges::find(counts, list.word, &WordCount::word);
    if (known != counts.end()) {
      ++known->needed;
      continue;
    }
    for (const std::uint32_t position : list.positions) occurrences.emplace_back(position, counts.size());
    counts.push_back({list.word, 1, 0});
  }
  std::ranges::sort(occurrences);
  std::size_t satisfied = 0;
  std::size_t first = 0;
  for (const auto& [position, at] : occurrences) {
    if (++counts[at].in_window == counts[at].needed) ++satisfied;
    for (; occurrences[first].first + distance < position; ++first) {
      WordCount& leaving = counts[occurrences[first].second];
      if (leaving.in_window-- == leaving.needed) --satisfied;
    }
    if (satisfied == counts.size()) return true;
  }
  return false;
}

} // namespace trawl::search
