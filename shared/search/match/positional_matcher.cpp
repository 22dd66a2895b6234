// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/positional_matcher.h"

#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/proximity.h"
#include "shared/search/match/term_positions.h"

#include <algorithm>
#include <optional>
#include <span>
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

  /// Looks up all words in up to kGroup `documents`, and prefetches the records of the `next` ones.
  void load(std::span<const std::uint32_t> documents, std::span<const std::uint32_t> next);

  /// Sets `out` to the positions of word `word` in loaded document number `document`, which contains it.
  void read(std::size_t document, std::size_t word, Positions& out) const {
    records_[document].positions_at(numbers_[document * words_.size() + word], words_[word].part(), out);
  }

  index::PositionCursor cursor(std::size_t document, std::size_t word) const {
    return records_[document].cursor_at(numbers_[document * words_.size() + word], words_[word].part());
  }

 private:
  const index::Columns& columns_;
  std::vector<PositionedTerm> words_;
  std::vector<index::PositionIndex> records_;
  std::vector<std::size_t> numbers_; ///< of each word in each record
};

CandidatePositions::CandidatePositions(const index::Columns& columns, std::span<const std::string> terms)
    : columns_(columns) {
  for (const std::string& term : terms) words_.emplace_back(term);
  records_.reserve(kGroup);
  numbers_.reserve(kGroup * terms.size());
}

void CandidatePositions::load(std::span<const std::uint32_t> documents, std::span<const std::uint32_t> next) {
  for (const std::uint32_t document : next) columns_.prefetch_positions(document);
  records_.clear();
  numbers_.clear();
  for (const std::uint32_t document : documents) {
    records_.push_back(columns_.positions_of(document));
    for (const PositionedTerm& word : words_) records_.back().prefetch(word.stem());
  }
  for (const index::PositionIndex& record : records_) {
    for (const PositionedTerm& word : words_) {
      numbers_.push_back(record.find(word.stem()));
      record.prefetch_end(numbers_.back());
    }
  }
  for (std::size_t i = 0; i < numbers_.size(); ++i) records_[i / words_.size()].prefetch_positions(numbers_[i]);
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

template <typename Accepts>
DocSet PositionalMatcher::accepted(const std::vector<std::string>& terms, const CandidateLimits& limits,
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
  std::size_t compared = 0;
  while (compared < count && !positions_budget_.was_spent()) {
    const auto group = group_at(compared);
    positions.load(group, group_at(compared + group.size()));
    for (std::size_t i = 0; i < group.size() && !positions_budget_.spent(); ++i, ++compared) {
      if (accepts(positions, i)) out.add(group[i]);
    }
  }
  if (compared < count) warn_cut(compared, count);
  return out;
}

DocSet PositionalMatcher::in_order(const std::vector<std::string>& terms, std::uint32_t distance,
                                   const CandidateLimits& limits) {
  const std::vector<std::size_t> numbers = word_numbers(terms);
  if (numbers.size() == 2) {
    const bool same_word = numbers.front() == numbers.back();
    return accepted(terms, limits, [&](const CandidatePositions& positions, std::size_t document) {
      return has_follower(positions.cursor(document, 0), positions.cursor(document, 1), same_word, distance);
    });
  }
  Positions ends, next, followed;
  return accepted(terms, limits, [&](const CandidatePositions& positions, std::size_t document) {
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
  return accepted(terms, {}, [&](const CandidatePositions& positions, std::size_t document) {
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
