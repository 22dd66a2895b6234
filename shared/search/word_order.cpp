// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/word_order.h"

#include "shared/search/postings.h"
#include "shared/search/proximity.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace trawl::search {
namespace {

/// A quarter of the time is left for ranking and counting what was found.
Deadline most_of(Deadline deadline) {
  const auto now = std::chrono::steady_clock::now();
  if (deadline.at == std::chrono::steady_clock::time_point::max() || deadline.at <= now) return deadline;
  return {now + (deadline.at - now) / 4 * 3};
}

/// A word of the sequence; equal numbers mean the same word.
struct SequenceWord {
  PlacedTerm term;
  std::size_t number = 0;
};

std::vector<SequenceWord> words_of_sequence(const std::vector<std::string>& terms) {
  std::vector<SequenceWord> words;
  for (const std::string& term : terms) {
    words.push_back({PlacedTerm(term), static_cast<std::size_t>(std::ranges::find(terms, term) - terms.begin())});
  }
  return words;
}

} // namespace

WordOrder::WordOrder(const IndexView& view, Budget& budget, Deadline deadline)
    : view_(view), budget_(budget), looking_(most_of(deadline)) {}

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
  std::size_t looked_at = 0;
  all.for_each([&](std::uint32_t document) {
    if (looking_.spent()) return;
    ++looked_at;
    if (accepts(view_.columns.places_of(document))) out.add(document);
  });
  if (looked_at < count) warn_cut(looked_at, count);
  return out;
}

DocSet WordOrder::in_order(const std::vector<std::string>& terms, std::uint32_t distance, const Scope& scope) {
  const std::vector<SequenceWord> words = words_of_sequence(terms);
  Positions ends, next, followed;
  return accepted(terms, scope, [&](const index::WordPlaces& places) {
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
  return accepted(terms, {}, [&](const index::WordPlaces& places) {
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
