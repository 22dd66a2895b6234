// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/positional_matcher.h"

#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/proximity.h"
#include "shared/search/match/term_positions.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <tuple>
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

/// The positions of some words in many documents. Reading those of one document takes four steps through memory, each
/// depending on the one before and seldom in a cache; so a group of documents takes each step together, and waits for
/// memory once instead of once per document. Borrows the columns.
class CandidatePositions {
 public:
  static constexpr std::size_t kGroup = 16; ///< documents at a time

  CandidatePositions(const index::Columns& columns, std::span<const std::string> terms);

  /// Goes to up to kGroup `documents`, and prefetches those of the `next` ones.
  void load(std::span<const std::uint32_t> documents, std::span<const std::uint32_t> next);

  /// Looks up some of the words in some of the loaded documents, by their numbers.
  void find(std::span<const std::size_t> words, std::span<const std::size_t> documents);

  /// Sets `out` to the positions of word `word`, which was looked up, in a loaded document, which contains it.
  void read(std::size_t document, std::size_t word, Positions& out) const {
    loaded_[document].positions_at(number(document, word), words_[word].part(), out);
  }

  index::PositionCursor cursor(std::size_t document, std::size_t word) const {
    return loaded_[document].cursor_at(number(document, word), words_[word].part());
  }

 private:
  std::size_t number(std::size_t document, std::size_t word) const { return numbers_[document * words_.size() + word]; }

  const index::Columns& columns_;
  std::vector<PositionedTerm> words_;
  std::vector<index::PositionIndex> loaded_;
  std::vector<std::size_t> numbers_; ///< of each word in each document
};

CandidatePositions::CandidatePositions(const index::Columns& columns, std::span<const std::string> terms)
    : columns_(columns), numbers_(kGroup * terms.size()) {
  for (const std::string& term : terms) words_.emplace_back(term);
  loaded_.reserve(kGroup);
}

void CandidatePositions::load(std::span<const std::uint32_t> documents, std::span<const std::uint32_t> next) {
  for (const std::uint32_t document : next) columns_.prefetch_positions(document);
  loaded_.clear();
  for (const std::uint32_t document : documents) loaded_.push_back(columns_.positions_of(document));
}

void CandidatePositions::find(std::span<const std::size_t> words, std::span<const std::size_t> documents) {
  const auto for_each = [&](auto step) {
    for (const std::size_t document : documents) {
      for (const std::size_t word : words)
        step(loaded_[document], words_[word], numbers_[document * words_.size() + word]);
    }
  };
  for_each([](const auto& loaded, const auto& word, auto&) { loaded.prefetch(word.stem()); });
  for_each([](const auto& loaded, const auto& word, auto& number) {
    number = loaded.find(word.stem());
    loaded.prefetch_end(number);
  });
  for_each([](const auto& loaded, const auto&, auto& number) { loaded.prefetch_positions(number); });
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
    PostingCursor cursor(view_, postings_of(view_, term));
    std::erase_if(documents, [&](std::uint32_t document) { return cursor.tf(document) == 0; });
  }
  DocSet out(view_.columns.last_document);
  for (const std::uint32_t document : documents) out.add(document);
  return out;
}

/// The two words that fewest articles have, in their order: most candidates lack them near each other, and then their
/// other words are not looked up.
PositionalMatcher::Pair PositionalMatcher::rarest_pair(const std::vector<std::string>& terms,
                                                       std::uint32_t distance) const {
  if (terms.size() < 2) return {};
  std::vector<std::size_t> rarest(terms.size());
  std::iota(rarest.begin(), rarest.end(), std::size_t{0});
  std::ranges::stable_sort(rarest, {}, [&](std::size_t i) { return document_frequency(view_, terms[i]); });
  Pair pair;
  std::tie(pair.first, pair.second) = std::minmax(rarest[0], rarest[1]);
  pair.distance = static_cast<std::uint32_t>(pair.second - pair.first) * distance;
  // With a word between them, both may be at one position, even if they are the same.
  pair.is_one_word_twice = pair.second == pair.first + 1 && terms[pair.first] == terms[pair.second];
  return pair;
}

template <typename Accepts>
DocSet PositionalMatcher::accepted(const std::vector<std::string>& terms, const CandidateLimits& limits, Pair pair,
                                   Accepts accepts) {
  DocSet out(view_.columns.last_document);
  if (terms.empty()) return out;
  const bool are_few = limits.within != nullptr && limits.within->count() < kManyCandidates;
  DocSet all = are_few ? few_candidates(terms, limits) : candidates(terms, limits);
  if (terms.size() == 1) return all; // nothing to compare
  std::vector<std::uint32_t> documents;
  all.for_each([&](std::uint32_t document) { documents.push_back(document); });
  const std::size_t count = documents.size();
  const auto group_at = [&](std::size_t begin) {
    const std::size_t first = std::min(begin, count);
    return std::span(documents).subspan(first, std::min(CandidatePositions::kGroup, count - first));
  };
  CandidatePositions positions(view_.columns, terms);
  std::vector<std::size_t> others, left; // words, and documents of a group
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i != pair.first && i != pair.second) others.push_back(i);
  }
  std::size_t compared = 0;
  while (compared < count && !positions_budget_.was_spent()) {
    const auto group = group_at(compared);
    positions.load(group, group_at(compared + group.size()));
    left.resize(group.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    positions.find(std::array{pair.first, pair.second}, left);
    std::erase_if(left, [&](std::size_t i) {
      return pair.distance && !has_follower(positions.cursor(i, pair.first), positions.cursor(i, pair.second),
                                            pair.is_one_word_twice, *pair.distance);
    });
    positions.find(others, left);
    auto next = left.begin();
    for (std::size_t i = 0; i < group.size() && !positions_budget_.spent(); ++i, ++compared) {
      if (next == left.end() || *next != i) continue;
      if (accepts(positions, i)) out.add(group[i]);
      ++next;
    }
  }
  if (compared < count) warn_cut(compared, count);
  return out;
}

DocSet PositionalMatcher::in_order(const std::vector<std::string>& terms, std::uint32_t distance,
                                   const CandidateLimits& limits) {
  const std::vector<std::size_t> numbers = word_numbers(terms);
  Positions ends, next, followed;
  return accepted(terms, limits, rarest_pair(terms, distance),
                  [&](const CandidatePositions& positions, std::size_t document) {
                    if (numbers.size() == 2) return true;
                    positions.read(document, 0, ends);
                    for (std::size_t i = 1; i < numbers.size() && !ends.empty(); ++i) {
                      positions.read(document, i, next);
                      find_followers(ends, next, numbers[i] == numbers[i - 1], distance, followed);
                      std::swap(ends, followed);
                    }
                    return !ends.empty();
                  });
}

DocSet PositionalMatcher::near(const std::vector<std::string>& terms, std::uint32_t distance) {
  std::vector<WordPositions> of_words;
  for (const std::size_t number : word_numbers(terms)) of_words.push_back({number, {}});
  return accepted(terms, {}, {}, [&](const CandidatePositions& positions, std::size_t document) {
    for (std::size_t i = 0; i < of_words.size(); ++i) positions.read(document, i, of_words[i].positions);
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
