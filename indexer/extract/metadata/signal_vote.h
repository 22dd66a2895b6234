// SPDX-License-Identifier: GPL-3.0-or-later
/// The vote among metadata signals: candidates collect weight from the signals that agree with them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The candidate with the greatest `support(candidate)`, the first of equals; null if there is none. Points into
/// `candidates`.
template <typename Candidate, typename Support>
const Candidate* best_supported(const std::vector<Candidate>& candidates, Support support) {
  constexpr double kEqual = 1e-9; // the same weights added in another order
  const Candidate* best = nullptr;
  double best_score = 0;
  for (const Candidate& candidate : candidates) {
    const double score = support(candidate);
    if (best != nullptr && score <= best_score + kEqual) continue;
    best = &candidate;
    best_score = score;
  }
  return best;
}

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

} // namespace trawl::extract
