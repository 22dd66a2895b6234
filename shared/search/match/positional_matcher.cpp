// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/positional_matcher.h"

#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/proximity.h"

#include <algorithm>
#include <utility>

namespace trawl::search {
namespace {

/// Fewer are compared at once.
constexpr std::size_t kManyCandidates = 32;

/// One entry per word of the sequence; equal numbers mean the same word.
std::vector<std::size_t> word_numbers(const std::vector<std::string>& terms) {
  std::vector<std::size_t> numbers;
  for (const std::string& term : terms) {
    numbers.push_back(static_cast<std::size_t>(std::ranges::find(terms, term) - terms.begin()));
  }
  return numbers;
}

} // namespace

PositionalMatcher::PositionalMatcher(const IndexView& view, Budget& budget, Deadline deadline)
    : view_(view), budget_(budget), positions_budget_(soft_deadline(deadline)) {}

DocSet PositionalMatcher::candidates(const std::vector<std::string>& terms, const CandidateLimits& limits) {
  DocSet out = documents_with_all(view_, terms, budget_, limits.within);
  if (limits.exclude != nullptr) out -= *limits.exclude;
  return out;
}

/// The same, within a few documents.
DocSet PositionalMatcher::few_candidates(const std::vector<std::string>& terms, const CandidateLimits& limits) {
  std::vector<std::uint32_t> documents;
  limits.within->for_each([&](std::uint32_t document) {
    if (limits.exclude == nullptr || !limits.exclude->contains(document)) documents.push_back(document);
  });
  for (const std::string& term : terms) {
    PostingCursor cursor(postings_of(view_, term));
    std::erase_if(documents, [&](std::uint32_t document) { return cursor.tf(document) == 0; });
  }
  DocSet out(view_.columns.last_document);
  for (const std::uint32_t document : documents) out.add(document);
  return out;
}

template <typename Accepts>
DocSet PositionalMatcher::accepted(const std::vector<std::string>& terms, const CandidateLimits& limits,
                                   Accepts accepts) {
  DocSet out(view_.columns.last_document);
  if (terms.empty()) return out;
  const bool are_few = limits.within != nullptr && limits.within->count() < kManyCandidates;
  DocSet all = are_few ? few_candidates(terms, limits) : candidates(terms, limits);
  if (terms.size() == 1) return all; // nothing to compare
  std::size_t compared = 0;
  all.for_each([&](std::uint32_t document) {
    if (positions_budget_.spent()) return;
    if (accepts(document)) out.add(document);
    ++compared;
  });
  if (const std::size_t count = all.count(); compared < count) warn_cut(compared, count);
  return out;
}

DocSet PositionalMatcher::in_order(const std::vector<std::string>& terms, std::uint32_t distance,
                                   const CandidateLimits& limits) {
  const index::Columns& columns = view_.columns;
  // Most candidates lack the rarest pair of neighbours, and then their other words are not looked up.
  std::size_t rarest = 0;
  const auto pair_df = [&](std::size_t i) {
    return document_frequency(view_, terms[i]) + document_frequency(view_, terms[i + 1]);
  };
  for (std::size_t i = 1; i + 1 < terms.size(); ++i) rarest = pair_df(i) < pair_df(rarest) ? i : rarest;
  Positions ends, next, followed;
  const auto follow = [&](std::uint32_t document, std::size_t i) {
    columns.read_positions(document, terms[i], next);
    find_followers(ends, next, terms[i] == terms[i - 1], distance, followed);
    std::swap(ends, followed);
    return !ends.empty();
  };
  return accepted(terms, limits, [&](std::uint32_t document) {
    columns.read_positions(document, terms[rarest], ends);
    if (!follow(document, rarest + 1)) return false;
    if (terms.size() == 2) return true;
    columns.read_positions(document, terms.front(), ends);
    for (std::size_t i = 1; i < terms.size(); ++i)
      if (!follow(document, i)) return false;
    return true;
  });
}

DocSet PositionalMatcher::near(const std::vector<std::string>& terms, std::uint32_t distance) {
  std::vector<WordPositions> of_words;
  for (const std::size_t number : word_numbers(terms)) of_words.push_back({number, {}});
  return accepted(terms, {}, [&](std::uint32_t document) {
    for (std::size_t i = 0; i < of_words.size(); ++i)
      view_.columns.read_positions(document, terms[i], of_words[i].positions);
    return is_near(of_words, distance);
  });
}

void PositionalMatcher::warn_cut(std::size_t compared, std::size_t count) {
  warnings_.push_back({"proximity_cut",
                       "Of " + std::to_string(count) +
                           " articles with all words of a phrase, NEAR, synonym or other spelling, only the first " +
                           std::to_string(compared) + " were checked before time ran out.",
                       std::nullopt});
}

} // namespace trawl::search
