// SPDX-License-Identifier: GPL-3.0-or-later
/// The vectors of the stems of an index, learnt from its articles (learn.h), and with them those of texts.
#pragma once

#include "shared/meaning/vectors.h"
#include "shared/text/stemmer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace trawl::meaning {

/// The stems that say what a text is about, in order and as hashes: without stop words; of Chinese, Japanese and
/// Korean, pairs of characters.
struct StemmedText {
  std::vector<std::uint64_t> title, text;
};

std::uint64_t hash_of_stem(std::string_view stem);

StemmedText stemmed(std::string_view title, std::string_view text, text::Stemmer& stemmer);

/// Finds the numbers of stems: their places in a list of ascending hashes.
class StemNumbers {
 public:
  explicit StemNumbers(std::vector<std::uint64_t> ascending);
  std::optional<std::uint32_t> find(std::uint64_t stem) const;

 private:
  std::size_t bucket_of(std::uint64_t stem) const { return stem >> (64 - bits_); }

  std::vector<std::uint64_t> stems_;
  unsigned bits_;                   ///< the first ones of a hash, which say about where it is
  std::vector<std::uint32_t> ends_; ///< by these bits, of the stems that begin with them or less
};

/// A stem with its vector. Two stems may share a hash, and then a vector, which is unlikely.
struct WordVector {
  std::uint64_t stem = 0;
  Vector vector{};
};

/// A large library has a tenth as many (188,662 articles: 54,000); made-up words must not fill the memory.
inline constexpr std::size_t kMostWords = 500'000;

/// A vector for each stem that is in at least two texts, ordered by hash; at most `kMostWords`, the rarest left out.
std::vector<WordVector> learn_words(std::span<const StemmedText> texts);

} // namespace trawl::meaning
