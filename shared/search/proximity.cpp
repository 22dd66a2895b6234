// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/proximity.h"

#include <algorithm>
#include <map>

namespace trawl::search {
namespace {

/// The positions of `next` that follow one of `before`.
std::vector<std::uint32_t> followers(const std::vector<std::uint32_t>& before, const WordPositions& next,
                                     bool same_word, std::uint32_t distance) {
  std::vector<std::uint32_t> out;
  std::size_t i = 0;
  for (const std::uint32_t position : next.positions) {
    while (i < before.size() && before[i] + distance < position) ++i;
    if (i == before.size()) break;
    if (before[i] < position || (before[i] == position && !same_word)) out.push_back(position);
  }
  return out;
}

} // namespace

std::size_t count_in_order(std::span<const WordPositions> words, std::uint32_t distance) {
  if (words.empty()) return 0;
  std::vector<std::uint32_t> ends = words.front().positions;
  for (std::size_t i = 1; i < words.size() && !ends.empty(); ++i) {
    ends = followers(ends, words[i], words[i].word == words[i - 1].word, distance);
  }
  return ends.size();
}

bool is_near(std::span<const WordPositions> words, std::uint32_t distance) {
  // A word asked for twice needs two positions in the window.
  std::map<std::size_t, std::size_t> needed;
  std::vector<std::pair<std::uint32_t, std::size_t>> occurrences;
  for (const WordPositions& list : words) {
    if (++needed[list.word] > 1) continue;
    for (const std::uint32_t position : list.positions) occurrences.emplace_back(position, list.word);
  }
  std::ranges::sort(occurrences);
  std::map<std::size_t, std::size_t> held;
  std::size_t satisfied = 0;
  std::size_t first = 0;
  for (const auto& [position, word] : occurrences) {
    if (++held[word] == needed[word]) ++satisfied;
    for (; occurrences[first].first + distance < position; ++first) {
      const std::size_t leaving = occurrences[first].second;
      if (held[leaving]-- == needed[leaving]) --satisfied;
    }
    if (satisfied == needed.size()) return true;
  }
  return false;
}

} // namespace trawl::search
