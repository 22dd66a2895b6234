// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/positional_matcher.h"

#include "shared/search/match/posting_sets.h"
#include "shared/search/match/proximity.h"
#include "shared/search/match/term_positions.h"

#include <algorithm>
#include <utility>

namespace trawl::search {
namespace {

// Records on their way from memory: their beginnings, and where in a long one the words must be.
constexpr std::size_t kBeginningsAhead = 12;
constexpr std::size_t kWordsAhead = 5;

/// A word of the sequence; equal numbers mean the same word.
struct SequenceWord {
  PositionedTerm term;
  std::size_t number = 0;
};

std::vector<SequenceWord> words_of_sequence(const std::vector<std::string>& terms) {
  std::vector<SequenceWord> words;
  for (const std::string& term : terms) {
    words.push_back({PositionedTerm(term), static_cast<std::size_t>(std::ranges::find(terms, term) - terms.begin())});
  }
  return words;
}

} // namespace

PositionalMatcher::PositionalMatcher(const IndexView& view, Budget& budget, Deadline deadline)
    : view_(view), budget_(budget), positions_budget_(soft_deadline(deadline)) {}

DocSet PositionalMatcher::candidates(const std::vector<std::string>& terms, const CandidateLimits& limits) {
  DocSet out = documents_with_all(view_, terms, budget_);
  if (limits.exclude != nullptr) out -= *limits.exclude;
  if (limits.within != nullptr) out &= *limits.within;
  return out;
}

template <typename Words, typename Accepts>
DocSet PositionalMatcher::accepted(const std::vector<std::string>& terms, const Words& words,
                                   const CandidateLimits& limits, Accepts accepts) {
  DocSet out(view_.columns.last_document);
  if (terms.empty()) return out;
  DocSet all = candidates(terms, limits);
  if (terms.size() == 1) return all; // nothing to compare
  const std::size_t count = all.count();
  std::vector<std::uint32_t> documents;
  documents.reserve(count);
  all.for_each([&](std::uint32_t document) { documents.push_back(document); });
  std::size_t compared = 0;
  for (; compared < count && !positions_budget_.spent(); ++compared) {
    // Records are scattered over megabytes: waiting for one takes longer than reading it.
    if (compared + kBeginningsAhead < count) view_.columns.prefetch_positions(documents[compared + kBeginningsAhead]);
    if (compared + kWordsAhead < count) {
      const index::PositionIndex later = view_.columns.positions_of(documents[compared + kWordsAhead]);
      for (const auto& word : words) word.term.prefetch(later);
    }
    if (accepts(view_.columns.positions_of(documents[compared]))) out.add(documents[compared]);
  }
  if (compared < count) warn_cut(compared, count);
  return out;
}

DocSet PositionalMatcher::in_order(const std::vector<std::string>& terms, std::uint32_t distance,
                                   const CandidateLimits& limits) {
  const std::vector<SequenceWord> words = words_of_sequence(terms);
  if (words.size() == 2) {
    const bool same_word = words.front().number == words.back().number;
    return accepted(terms, words, limits, [&](const index::PositionIndex& positions) {
      return has_follower(words.front().term.cursor(positions), words.back().term.cursor(positions), same_word,
                          distance);
    });
  }
  Positions ends, next, followed;
  return accepted(terms, words, limits, [&](const index::PositionIndex& positions) {
    words.front().term.read(positions, ends);
    for (std::size_t i = 1; i < words.size() && !ends.empty(); ++i) {
      words[i].term.read(positions, next);
      find_followers(ends, next, words[i].number == words[i - 1].number, distance, followed);
      std::swap(ends, followed);
    }
    return !ends.empty();
  });
}

DocSet PositionalMatcher::near(const std::vector<std::string>& terms, std::uint32_t distance) {
  const std::vector<SequenceWord> words = words_of_sequence(terms);
  std::vector<WordPositions> of_words;
  for (const SequenceWord& word : words) of_words.push_back({word.number, {}});
  return accepted(terms, words, {}, [&](const index::PositionIndex& positions) {
    for (std::size_t i = 0; i < words.size(); ++i) words[i].term.read(positions, of_words[i].positions);
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
