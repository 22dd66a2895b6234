// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/word_order.h"

#include "shared/search/match/postings.h"
#include "shared/search/rank/proximity.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace trawl::search {
namespace {

/// Places are what a query can ask most of; with what else it may ask it stays under a quarter of a second.
constexpr std::chrono::milliseconds kLooking{150};

Deadline part_of(Deadline deadline) {
  const bool is_limited = deadline.at != std::chrono::steady_clock::time_point::max();
  return is_limited ? Deadline{std::min(deadline.at, std::chrono::steady_clock::now() + kLooking)} : deadline;
}

constexpr std::size_t kAhead = 6; // records on their way from memory

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

WordOrder::WordOrder(const IndexView& view, Budget& budget, Deadline deadline)
    : view_(view), budget_(budget), looking_(part_of(deadline)) {}

DocSet WordOrder::candidates(const std::vector<std::string>& terms, const Scope& scope) {
  DocSet out = documents_of_all(view_, terms, budget_);
  if (scope.known != nullptr) out -= *scope.known;
  if (scope.within != nullptr) out &= *scope.within;
  return out;
}

template <typename Accepts>
DocSet WordOrder::accepted(const std::vector<std::string>& terms, const Scope& scope, Accepts accepts) {
  DocSet out(view_.columns.last_document);
  if (terms.empty()) return out;
  const DocSet all = candidates(terms, scope);
  const std::size_t count = all.count();
  if (count > scope.most) return out;
  std::vector<std::uint32_t> documents;
  documents.reserve(count);
  all.for_each([&](std::uint32_t document) { documents.push_back(document); });
  std::size_t looked_at = 0;
  for (; looked_at < count && !looking_.spent(); ++looked_at) {
    // Records lie all over a file of megabytes: to wait for one took longer than to read it.
    if (looked_at + kAhead < count) view_.columns.prefetch_positions(documents[looked_at + kAhead]);
    if (accepts(view_.columns.positions_of(documents[looked_at]))) out.add(documents[looked_at]);
  }
  if (looked_at < count) warn_cut(looked_at, count);
  return out;
}

DocSet WordOrder::in_order(const std::vector<std::string>& terms, std::uint32_t distance, const Scope& scope) {
  const std::vector<SequenceWord> words = words_of_sequence(terms);
  Positions ends, next, followed;
  return accepted(terms, scope, [&](const index::PositionIndex& places) {
    words.front().term.positions(places, ends);
    for (std::size_t i = 1; i < words.size() && !ends.empty(); ++i) {
      words[i].term.positions(places, next);
      find_followers(ends, next, words[i].number == words[i - 1].number, distance, followed);
      std::swap(ends, followed);
    }
    return !ends.empty();
  });
}

DocSet WordOrder::near(const std::vector<std::string>& terms, std::uint32_t distance) {
  std::vector<WordPositions> places_of_words;
  const std::vector<SequenceWord> words = words_of_sequence(terms);
  for (const SequenceWord& word : words) places_of_words.push_back({word.number, {}});
  return accepted(terms, {}, [&](const index::PositionIndex& places) {
    for (std::size_t i = 0; i < words.size(); ++i) words[i].term.positions(places, places_of_words[i].positions);
    return is_near(places_of_words, distance);
  });
}

void WordOrder::warn_cut(std::size_t looked_at, std::size_t count) {
  warnings_.push_back({"proximity_cut",
                       "Of " + std::to_string(count) + " articles with all words of a phrase or NEAR, the first " +
                           std::to_string(looked_at) + " were looked at before the time was over.",
                       std::nullopt});
}

} // namespace trawl::search
