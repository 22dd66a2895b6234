// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/near_words.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <functional>

namespace trawl::search {
namespace {

constexpr std::size_t kMinLetters = 3;
constexpr std::size_t kMaxLetters = 40;
constexpr double kFirstLetter = 0.1; // a mistake in the first letter is ten times as rare
/// How likely one particular mistake is, relative to a missing letter. The most frequent mistakes are missing, added,
/// wrong and swapped letters, in this order (Pollock and Zamora, 1983); but a word of n letters can lose a letter in n
/// ways and gain one in 26 n ways.
constexpr double kMissing = 1, kSwapped = 0.5, kAdded = 0.05, kWrong = 0.05;
constexpr double kTwoMistakes = 0.02;
/// The wrong letter doubled: lamma for llama.
constexpr double kWrongDoubling = 0.2;

/// The edit that turns `typed` into `meant`, one edit away. Of several at neighbouring places (doubled letters) the
/// last, as a mistake in the first letter is rare.
Edit edit_between(std::string_view typed, std::string_view meant) {
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(typed, meant).in1 - typed.begin());
  if (meant.size() > typed.size()) return {Edit::Kind::Missing, at, meant[at]};
  if (meant.size() < typed.size()) return {Edit::Kind::Added, at};
  const bool is_swapped = at + 1 < typed.size() && typed[at] == meant[at + 1] && typed[at + 1] == meant[at];
  return is_swapped ? Edit{Edit::Kind::Swapped, at} : Edit{Edit::Kind::Wrong, at, meant[at]};
}

std::string without_doubling(std::string word) {
  const auto repeated = std::ranges::unique(word);
  word.erase(repeated.begin(), repeated.end());
  return word;
}

double likelihood_of_two(const std::string& typed, const std::string& meant) {
  return without_doubling(typed) == without_doubling(meant) ? kWrongDoubling : kTwoMistakes;
}

} // namespace

double Edit::likelihood() const {
  const double kind_likelihood = kind == Kind::Missing ? kMissing
                                 : kind == Kind::Added ? kAdded
                                 : kind == Kind::Wrong ? kWrong
                                                       : kSwapped;
  return (at == 0 ? kFirstLetter : 1) * kind_likelihood;
}

bool has_near_words(const std::string& folded) {
  return folded.size() >= kMinLetters && folded.size() <= kMaxLetters &&
         std::ranges::all_of(folded, [](char c) { return kCorrectedLetters.contains(c); }) &&
         !std::ranges::all_of(folded, ascii::is_digit);
}

std::vector<NearWord> near_words(const std::string& folded, const NearWordsWanted& wanted, TermStatistics& statistics) {
  std::vector<NearWord> out;
  for (TermCount& one : statistics.near(folded, wanted)) {
    if (one.word == folded) continue;
    const double likelihood =
        wanted.edits == 1 ? edit_between(folded, one.word).likelihood() : likelihood_of_two(folded, one.word);
    out.push_back({std::move(one.word), one.articles, likelihood});
  }
  std::ranges::stable_sort(out, std::greater(), &NearWord::score);
  return out;
}

} // namespace trawl::search
