// SPDX-License-Identifier: GPL-3.0-or-later
/// The weights of ranking. They were measured on judged queries (benchmarks/relevance.cpp,
/// docs/decisions/0021-which-signals-stay.md), and are the same for all kinds of text.
#pragma once

#include "shared/search/rank/signal.h"

#include <array>
#include <cstddef>

namespace trawl::search {

struct RankingParameters {
  double k1 = 1.2;
  double b = 0.75;    ///< of the whole document
  double title = 1.0; ///< words in the title
  double title_b = 0.5;
  double exact = 0.3;     ///< words as typed, in addition to their stems
  double variants = 0.3;  ///< other spellings
  double synonyms = 0.15; ///< words of other names
  double authors = 1.0;   ///< words in the names of authors
  std::size_t depth = 60; ///< documents of the second stage
  std::array<SignalSettings, kSignalCount> signals = default_signal_settings(); ///< in the order of kSignals
};

} // namespace trawl::search
