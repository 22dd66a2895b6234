// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/match_policy.h"

#include <algorithm>

namespace trawl::search {
namespace {

std::size_t most_words(std::span<const std::size_t> histogram) {
  const std::size_t words = histogram.size() - 1;
  if (words <= 1) return words;
  if (words <= kShortQuery && histogram[words] >= kFullPage) return words;
  std::size_t least = words;
  std::size_t documents = histogram[words];
  const std::size_t half = words <= kShortQuery ? 1 : words / 2;
  while (least > 1 && (least > half || documents < kEnoughDocuments)) documents += histogram[--least];
  return std::max<std::size_t>(least, 1);
}

} // namespace

std::size_t words_required(std::span<const std::size_t> histogram, MatchMode mode) {
  const std::size_t words = histogram.size() - 1;
  switch (mode) {
  case MatchMode::All:
    return words;
  case MatchMode::Any:
    return std::min<std::size_t>(1, words);
  case MatchMode::Most:
    break;
  }
  return most_words(histogram);
}

std::string fewer_words(std::size_t all, std::size_t least, std::size_t words) {
  const std::string have = all == 0   ? "No article has"
                           : all == 1 ? "1 article has"
                                      : std::to_string(all) + " articles have";
  return have + " all " + std::to_string(words) + " words; those with at least " + std::to_string(least) +
         " of them are listed too.";
}

} // namespace trawl::search
