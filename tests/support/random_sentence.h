// SPDX-License-Identifier: GPL-3.0-or-later
/// Text that compresses like prose: the same words again and again, and something in each sentence that no other has.
#pragma once

#include <iterator>
#include <random>
#include <string>

namespace trawl::test {

/// Forty words and a number.
inline std::string random_sentence(std::mt19937& random) {
  static constexpr const char* kWords[] = {"attention", "is",   "all",      "you",      "need",  "transformers",
                                           "models",    "with", "language", "training", "large", "evaluation"};
  std::string out;
  for (int i = 0; i < 40; ++i) out += std::string(kWords[random() % std::size(kWords)]) + ' ';
  return out + std::to_string(random());
}

} // namespace trawl::test
