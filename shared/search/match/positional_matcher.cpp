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

/// The positions of some words in one document after another. Borrows the columns.
class CandidatePositions {
 public:
  CandidatePositions(const index::Columns& columns, std::span<const std::string> terms) : columns_(columns) {
    for (const std::string& term : terms) words_.emplace_back(term);
  }

  void load(std::uint32_t document) { record_.emplace(columns_.positions_of(document)); }

  /// Sets `out` to the positions of word `word` in the document.
  void read(std::size_t word, Positions& out) const {
    record_->positions(words_[word].stem(), words_[word].part(), out);
  }
  index::PositionCursor cursor(std::size_t word) const {
    return record_->cursor_at(record_->find(words_[word].stem()), words_[word].part());
  }

 private:
  const index::Columns& columns_;
  std::vector<PositionedTerm> words_;
  std::optional<index::PositionIndex> record_;
};

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
  const std::size_t count = all.count();
  CandidatePositions positions(view_.columns, terms);
  std::size_t compared = 0;
  all.for_each([&](std::uint32_t document) {
    if (positions_budget_.spent()) return;
    positions.load(document);
    ++compared;
    if (accepts(positions)) out.add(document);
  });
  if (compared < count) warn_cut(compared, count);
  return out;
}

DocSet PositionalMatcher::in_order(const std::vector<std::string>& terms, std::uint32_t distance,
                                   const CandidateLimits& limits) {
  const std::vector<std::size_t> numbers = word_numbers(terms);
  if (numbers.size() == 2) {
    const bool same_word = numbers.front() == numbers.back();
    return accepted(terms, limits, [&](const CandidatePositions& positions) {
      return has_follower(positions.cursor(0), positions.cursor(1), same_word, distance);
    });
  }
  Positions ends, next, followed;
  return accepted(terms, limits, [&](const CandidatePositions& positions) {
    positions.read(0, ends);
    for (std::size_t i = 1; i < numbers.size() && !ends.empty(); ++i) {
      positions.read(i, next);
      find_followers(ends, next, numbers[i] == numbers[i - 1], distance, followed);
      std::swap(ends, followed);
    }
    return !ends.empty();
  });
}

DocSet PositionalMatcher::near(const std::vector<std::string>& terms, std::uint32_t distance) {
  std::vector<WordPositions> of_words;
  for (const std::size_t number : word_numbers(terms)) of_words.push_back({number, {}});
  return accepted(terms, {}, [&](const CandidatePositions& positions) {
    for (std::size_t i = 0; i < of_words.size(); ++i) positions.read(i, of_words[i].positions);
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
