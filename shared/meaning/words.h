// SPDX-License-Identifier: GPL-3.0-or-later
/// The vectors of the stems of an index, learnt from its articles (learn.h), and with them those of texts.
#pragma once

#include "shared/meaning/vectors.h"
#include "shared/text/stemmer.h"

#include <cstddef>
#include <cstdint>
#include <functional>
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

/// A stem with its vector. Two stems may share a hash, and then a vector, which is unlikely.
struct WordVector {
  std::uint64_t stem = 0;
  Vector vector{};
};

/// A large library has a tenth as many (188,662 articles: 54,000); made-up words must not fill the memory.
inline constexpr std::size_t kMostWords = 500'000;

/// A vector for each stem that is in at least two texts, ordered by hash; at most `kMostWords`, the rarest left out.
std::vector<WordVector> learn_words(std::span<const StemmedText> texts);

/// Adds the vector of a stem, if it is known.
using AddWord = std::function<void(Vector& sum, std::uint64_t stem, float weight)>;

/// The vectors of the passages of a text: each of its title and a hundred stems.
std::vector<PackedVector> passages_of(const StemmedText& text, const AddWord& add_word);

} // namespace trawl::meaning
