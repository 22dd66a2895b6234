// SPDX-License-Identifier: GPL-3.0-or-later
/// The signals of the second stage: what adds to the score of a candidate beside the BM25 of the query's terms. Each is
/// defined in a file of its own in signals/ and registered by one line in signals/list.def.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace trawl::search {

struct Candidates;

struct SignalSettings {
  double weight = 0; ///< 0 switches it off
  double words = 0;  ///< a length that some signals need; described in their files
};

struct Signal {
  std::string_view name; ///< in explanations
  SignalSettings settings;
  /// Adds its part to the score of each candidate.
  void (*add)(Candidates& candidates, const SignalSettings& settings);
};

namespace signals {
#define TRAWL_SIGNAL(name) extern const Signal name;
#include "shared/search/rank/signals/list.def"
#undef TRAWL_SIGNAL
} // namespace signals

/// All signals, in the order in which they are added. Some build on the score so far.
inline constexpr std::array kSignals{
#define TRAWL_SIGNAL(name) &signals::name,
#include "shared/search/rank/signals/list.def"
#undef TRAWL_SIGNAL
};
inline constexpr std::size_t kSignalCount = kSignals.size();

inline std::array<SignalSettings, kSignalCount> default_signal_settings() {
  std::array<SignalSettings, kSignalCount> settings;
  for (std::size_t i = 0; i < kSignalCount; ++i) settings[i] = kSignals[i]->settings;
  return settings;
}

} // namespace trawl::search
