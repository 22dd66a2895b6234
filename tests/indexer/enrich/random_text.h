// SPDX-License-Identifier: GPL-3.0-or-later
/// Texts of random words; two of them have almost no shingle in common.
#pragma once

#include <random>
#include <string>

namespace trawl::enrich {

inline std::string random_text(std::mt19937& random, int words) {
  std::string text;
  for (int i = 0; i < words; ++i) text += "w" + std::to_string(random() % 5'000) + " ";
  return text;
}

} // namespace trawl::enrich
