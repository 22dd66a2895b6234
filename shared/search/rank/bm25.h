// SPDX-License-Identifier: GPL-3.0-or-later
/// The pieces of BM25 (Robertson and Zaragoza, 2009) that ranking is made of.
#pragma once

#include <cmath>
#include <cstdint>

namespace trawl::search {

/// Never negative: ln(1 + (N − n + ½)/(n + ½)), for a term in `holding` of `documents` documents.
inline double inverse_document_frequency(double documents, double holding) {
  return std::log1p((documents - holding + 0.5) / (holding + 0.5));
}

/// How the length of a text damps its words: `b` 0 not at all, 1 in full.
struct LengthNorm {
  double constant = 1; ///< k1 · (1 − b)
  double per_word = 0; ///< k1 · b / average length

  LengthNorm(double k1, double b, double average)
      : constant(k1 * (1 - b)), per_word(average > 0 ? k1 * b / average : 0) {}
  double of(std::uint32_t words) const { return constant + per_word * words; }
};

/// Grows with the occurrences towards k1 + 1.
inline double saturation(double occurrences, double k1, double norm) {
  return (k1 + 1) * occurrences / (occurrences + norm);
}

} // namespace trawl::search
