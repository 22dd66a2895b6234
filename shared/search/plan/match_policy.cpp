// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/match_policy.h"

#include <algorithm>

namespace trawl::search {
namespace {

std::size_t most_words(std::span<const std::size_t> histogram) {
  const std::size_t words = histogram.size() - 1;
  if (words <= 1) return words;
  if (words <= kShortQuery && histogram[words] >= kFullPage) return words;
  std::size_t least = words;
  std::size_t documents = histogram[words];
  const std::size_t half = words <= kShortQuery ? 1 : usual_words_required(words);
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

std::size_t usual_words_required(std::size_t words) { return words <= kShortQuery ? words : words / 2; }

std::vector<std::size_t> sparse_histogram(std::size_t words, const std::map<std::size_t, std::size_t>& at_least) {
  std::vector<std::size_t> histogram(words + 1, 0);
  std::size_t above = 0;
  for (auto known = at_least.rbegin(); known != at_least.rend(); ++known) {
    histogram[known->first] = known->second - std::min(known->second, above);
    above = std::max(above, known->second);
  }
  return histogram;
}

std::string fewer_words(std::size_t all, std::size_t least, std::size_t words) {
  const std::string have = all == 0   ? "No article has "
                           : all == 1 ? "1 article has "
                                      : std::to_string(all) + " articles have ";
  const std::string every = words == 2 ? "both" : "all " + std::to_string(words);
  const std::string some = words == 2 ? "one" : least == 1 ? "at least one" : "at least " + std::to_string(least);
  return have + every + " words; those with " + some + " of them are listed " + (all == 0 ? "instead." : "too.");
}

} // namespace trawl::search
