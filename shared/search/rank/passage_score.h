// SPDX-License-Identifier: GPL-3.0-or-later
/// The passage of a text that a query's words crowd in most.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace trawl::search {

struct PassageHit {
  std::uint32_t position = 0;
  std::size_t term = 0;

  auto operator<=>(const PassageHit&) const = default;
};

/// The highest BM25 of any run of positions, at most `width` from first to last: per term `weights[term]` times the
/// saturation of its occurrences there, under the length norm `norm`. Sorts `hits`; linear after that.
double best_passage_score(std::vector<PassageHit> hits, std::uint32_t width, std::span<const double> weights, double k1,
                          double norm);

} // namespace trawl::search
