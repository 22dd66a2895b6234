// SPDX-License-Identifier: GPL-3.0-or-later
/// The window of a result that one response shows.
#pragma once

#include "shared/search/answer/result_order.h"
#include "shared/search/match/matched_set.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trawl::search {

struct ResultRow {
  std::uint32_t document = 0;
  double score = 0;
  std::vector<ExplainPart> explain;
  std::size_t more_from_source = 0; ///< hits of the same source that grouping left out
  bool by_meaning = false;          ///< among the first only by what was learnt
};

struct ResultWindow {
  std::vector<ResultRow> rows;
  std::size_t offset = 0;              ///< hits before the window
  std::optional<std::size_t> left_out; ///< articles that grouping leaves out of the whole result
  std::string next;                    ///< cursor of the next window; empty at the end
};

/// As many documents as the request shows, from where the window begins.
ResultWindow cut_window(const MatchedSet& matched, ResultOrder order);

/// Scores the hits of a window whose order is not by relevance: hits have scores in every order. Timeout.
Result<void> add_scores(const MatchedSet& matched, ResultWindow& window);

} // namespace trawl::search
