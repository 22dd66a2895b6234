// SPDX-License-Identifier: GPL-3.0-or-later
/// Learns a vector for each stem from texts alone: a title and a passage of its text, or a few words cut out of a
/// passage and the rest of it, are to be nearer to each other than to those of other texts (a contrastive loss within
/// batches: van den Oord and others, 2018; steps by Adagrad: Duchi and others, 2011).
#pragma once

#include "shared/meaning/vectors.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::meaning {

/// The texts to learn from, as numbers of stems below the number of `idf`.
struct Corpus {
  struct Text {
    std::size_t begin = 0, title_end = 0, end = 0; ///< in `stems`: the title, then the text
  };
  std::vector<std::uint32_t> stems;
  std::vector<Text> texts;
  std::vector<float> idf; ///< of each stem
};

/// The vector of each stem. The same for the same corpus and seed, on every processor. Some seconds at most.
std::vector<Vector> learn(const Corpus& corpus, std::uint64_t seed);

} // namespace trawl::meaning
