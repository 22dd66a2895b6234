// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of BM25 (Robertson and Zaragoza, 2009).
#pragma once

#include <cmath>
#include <cstdint>

namespace trawl::search {

/// idf = ln(1 + (N − df + ½)/(df + ½)), for a term in `df` of N = `documents` documents. Never negative.
inline double inverse_document_frequency(double documents, double df) {
  return std::log1p((documents - df + 0.5) / (df + 0.5));
}

/// Length normalisation: how much less a word counts in a longer text. `b`: 0 not at all, 1 in full.
struct LengthNorm {
  double constant = 1; ///< k1 · (1 − b)
  double per_word = 0; ///< k1 · b / average length

  LengthNorm(double k1, double b, double average)
      : constant(k1 * (1 - b)), per_word(average > 0 ? k1 * b / average : 0) {}
  double of(std::uint32_t words) const { return constant + per_word * words; }
};

/// Term frequency saturation: grows with the tf towards k1 + 1.
inline double saturation(double tf, double k1, double norm) { return (k1 + 1) * tf / (tf + norm); }

} // namespace trawl::search
