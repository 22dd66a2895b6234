// SPDX-License-Identifier: GPL-3.0-or-later
/// Fingerprints of texts: small, and similar for texts that share most of their words. They find candidates for copies;
/// fold_copies.h decides. MinHash over shingles (Broder 1997) of 4 words, or 8 characters in scripts without spaces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace trawl::enrich {

inline constexpr std::size_t kFingerprintValues = 64;
inline constexpr std::size_t kFingerprintBands = 16;

/// The smallest hashes of a text's shingles under kFingerprintValues permutations.
struct Fingerprint {
  std::array<std::uint32_t, kFingerprintValues> values{};
  std::uint32_t shingles = 0; ///< the number of distinct shingles; 0: the text is too short to compare

  bool operator==(const Fingerprint&) const = default;
};

/// The hashes of a text's distinct shingles, ascending. Case, apostrophes, white space and punctuation are ignored.
std::vector<std::uint64_t> shingles_of(std::string_view text);

/// The fingerprint of a text. Linear in the text; the same on every machine.
Fingerprint fingerprint(std::string_view text);

/// An estimate of the Jaccard similarity of two texts' shingles, 0 to 1; its standard error is at most 0.0625.
double estimated_similarity(const Fingerprint& a, const Fingerprint& b);

/// Keys by which candidates are looked up (locality-sensitive hashing): two texts with a Jaccard similarity of 0.75
/// share a key with a probability of 99.8 %, with 0.3 of 12 %. All zero if the text is too short to compare.
std::array<std::uint64_t, kFingerprintBands> band_keys(const Fingerprint& fingerprint);

} // namespace trawl::enrich
