// SPDX-License-Identifier: GPL-3.0-or-later
/// A text's fingerprint: small, and alike for texts that share most of their words (Broder 1997, MinHash; the shingles
/// are 4 words, or 8 characters of unspaced scripts). For finding candidates; fold_copies.h decides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace trawl::enrich {

inline constexpr std::size_t kFingerprintValues = 64;
inline constexpr std::size_t kFingerprintBands = 16;

/// The least hashes of a text's shingles under kFingerprintValues permutations.
struct Fingerprint {
  std::array<std::uint32_t, kFingerprintValues> values{};
  std::uint32_t shingles = 0; ///< distinct ones; 0: too short to compare

  bool operator==(const Fingerprint&) const = default;
};

/// The hashes of a text's distinct shingles: words folded (case, typography), white space and punctuation ignored.
std::unordered_set<std::uint64_t> shingles_of(std::string_view text);

/// Linear in the text. The same on every machine.
Fingerprint fingerprint(std::string_view text);

/// An estimate of the share of shingles two texts have in common (Jaccard); standard error at most 0.0625.
double estimated_likeness(const Fingerprint& a, const Fingerprint& b);

/// Keys for looking up candidates: two texts with a Jaccard of 0.75 share one of them in 99.8 of 100 cases, with 0.3 in
/// 12. All zero for a text too short to compare: such texts are no candidates.
std::array<std::uint64_t, kFingerprintBands> band_keys(const Fingerprint& fingerprint);

/// 260 bytes, little endian, and back; nullopt for bytes of another length.
std::string to_bytes(const Fingerprint& fingerprint);
std::optional<Fingerprint> fingerprint_from_bytes(std::string_view bytes);

} // namespace trawl::enrich
