// SPDX-License-Identifier: GPL-3.0-or-later
/// The best passage of a text: where the words of a query stand together most closely.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace trawl::search {

/// An occurrence of a term.
struct PassageHit {
  std::uint32_t position = 0;
  std::size_t term = 0;

  auto operator<=>(const PassageHit&) const = default;
};

/// The highest BM25 of any window whose positions are at most `width` apart: for each term `weights[term]` times the
/// saturation of its tf in the window, with the length norm `norm`. Sorts `hits`; linear after that.
double best_passage_score(std::vector<PassageHit> hits, std::uint32_t width, std::span<const double> weights, double k1,
                          double norm);

} // namespace trawl::search
