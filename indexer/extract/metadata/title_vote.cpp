// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title_vote.h"

#include <algorithm>
#include <utility>

#include "indexer/extract/metadata/heading_weights.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signal_vote.h"

namespace trawl::extract {

void TitleVote::add(std::string_view text, std::string_view from, double weight, std::size_t order) {
  std::string key = wording_key(text);
  if (key.empty()) return;
  if (site_.equals(text)) weight *= kGeneralNameShare;
  candidates_.push_back({std::string(text), std::move(key), std::string(from), weight, order, {}});
}

void TitleVote::add_of_head(std::string_view text, std::string_view whole, std::string_view from, double weight) {
  const std::size_t before = candidates_.size();
  add(text, from, weight);
  if (candidates_.size() > before) candidates_.back().origin = wording_key(whole);
}

void TitleVote::add_wrapped(std::string_view text, std::string_view from, double weight) {
  if (!text.empty()) wrapped_.push_back({std::string(text), wording_key(text), std::string(from), weight, 0, {}});
}

TitleChoice TitleVote::decide() const {
  const Candidate* best =
      best_supported(candidates_, [this](const Candidate& candidate) { return support(candidate); });
  return best == nullptr ? TitleChoice{} : choice_of(*best);
}

/// The weight of all signals that agree with the candidate; each kind of signal counts once.
double TitleVote::support(const Candidate& candidate) const {
  double sum = candidate.weight;
  SignalNames counted(candidate.from);
  const auto count = [&](const Candidate& other, double share) {
    if (counted.add(other.from)) sum += share * other.weight;
  };
  for (const Candidate& other : candidates_) {
    if (other.key == candidate.key) count(other, 1.0);
  }
  sum -= (1 - repeated_share_) * weight_of_repetitions(candidate);
  const std::size_t words = words_in_key(candidate.key);
  for (const Candidate& other : wrapped_) {
    if (words >= 2 && contains_wording(other.key, candidate.key)) count(other, words >= 4 ? 0.9 : 0.5);
  }
  return sum;
}

/// The weight of the elements of the head that agree with the candidate and repeat a heavier one.
double TitleVote::weight_of_repetitions(const Candidate& candidate) const {
  const auto agrees = [&](const Candidate& other) { return other.key == candidate.key && !other.origin.empty(); };
  double sum = 0;
  for (const Candidate& one : candidates_) {
    const bool repeats = agrees(one) && std::ranges::any_of(candidates_, [&](const Candidate& other) {
                           if (!agrees(other) || other.origin != one.origin) return false;
                           return other.weight > one.weight || (other.weight == one.weight && &other < &one);
                         });
    if (repeats) sum += one.weight;
  }
  return sum;
}

TitleChoice TitleVote::choice_of(const Candidate& best) const {
  TitleChoice choice{commonest_spelling(best), {}, 0};
  SignalNames names(best.from);
  std::string_view highest; // level so far: a teaser further up may have the same words in a lower heading
  for (const Candidate& other : candidates_) {
    if (other.key != best.key) continue;
    if (other.order != 0 && (highest.empty() || other.from < highest)) {
      highest = other.from;
      choice.order = other.order;
    }
    names.add(other.from);
  }
  choice.from = names.text();
  if (choice.order == 0) choice.order = order_of_wrapping_heading(best.key);
  return choice;
}

/// The position of the h1 that contains the title among other words; 0 if there is none.
std::size_t TitleVote::order_of_wrapping_heading(std::string_view key) const {
  for (const HeadingSignal& heading : signals_.headings) {
    if (heading.level == 1 && !is_beside_article(heading) && contains_wording(wording_key(heading.text), key)) {
      return heading.order;
    }
  }
  return 0;
}

/// Of the candidates with the winning words, the spelling with the most weight: markup joins "Topic:" and "headline"
/// where other signals have a space.
const std::string& TitleVote::commonest_spelling(const Candidate& best) const {
  const auto weight_of = [&](const std::string& text) {
    double sum = 0;
    for (const Candidate& other : candidates_) sum += other.text == text ? other.weight : 0;
    return sum;
  };
  const Candidate* chosen = &best;
  for (const Candidate& other : candidates_) {
    if (other.key == best.key && weight_of(other.text) > weight_of(chosen->text) + 1e-9) chosen = &other;
  }
  return chosen->text;
}

} // namespace trawl::extract
