// SPDX-License-Identifier: GPL-3.0-or-later
/// The vote about a field of a page (title, authors, dates, language, image): each signal collects the weight of those
/// that agree with it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The names of the signals that agree, none twice. Stores views: the names must outlive it.
class SignalNames {
 public:
  explicit SignalNames(std::string_view first) : names_{first} {}

  /// False if the name is there already: a kind of signal votes once.
  bool add(std::string_view name) {
    if (std::ranges::find(names_, name) != names_.end()) return false;
    names_.push_back(name);
    return true;
  }

  /// "h1, og:title", in the order in which they were added.
  std::string text() const {
    std::string out;
    for (const std::string_view name : names_) {
      if (!out.empty()) out += ", ";
      out += name;
    }
    return out;
  }

 private:
  std::vector<std::string_view> names_;
};

/// What one element or entry says about a field of the page.
template <typename Value>
struct Signal {
  Value value;
  std::string from; ///< its kind: "h1", "og:title"
  double weight = 0;
  bool is_witness = false; ///< it supports other signals, but its value cannot win
};

/// The signal whose value wins: the one with the greatest sum of its own weight and those of the others that agree; the
/// first of equals; null if there is none. Points into `signals`. `agreement(candidate, other)`, of two signals, is
/// the share of the other's weight that counts, from 0 to 1. Of each kind, the first that agrees counts.
template <typename Value, typename Agreement>
const Signal<Value>* vote(const std::vector<Signal<Value>>& signals, Agreement agreement) {
  constexpr double kEqual = 1e-9; // the same weights added in another order
  const Signal<Value>* best = nullptr;
  double best_sum = 0;
  for (const Signal<Value>& candidate : signals) {
    if (candidate.is_witness) continue;
    double sum = candidate.weight;
    SignalNames counted(candidate.from);
    for (const Signal<Value>& other : signals) {
      const double share = agreement(candidate, other);
      if (share > 0 && counted.add(other.from)) sum += share * other.weight;
    }
    if (best != nullptr && sum <= best_sum + kEqual) continue;
    best = &candidate;
    best_sum = sum;
  }
  return best;
}

} // namespace trawl::extract
