// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/fingerprint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include <unicode/uchar.h>

#include "shared/base/utf8.h"
#include "shared/base/vectorised.h"
#include "shared/text/unicode.h"

namespace trawl::enrich {
namespace {

constexpr std::size_t kShingleWords = 4;
constexpr std::size_t kShingleCharacters = 8; // in scripts without spaces
constexpr std::size_t kRows = kFingerprintValues / kFingerprintBands;

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014): every bit of the input affects every bit of the output.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

char32_t fold(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
  return static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
}

bool is_word_character(char32_t c) {
  if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return u_isalnum(static_cast<UChar32>(c)) != 0;
}

/// Makes shingles of a sequence of hashed words or characters.
class ShingleWindow {
 public:
  ShingleWindow(std::size_t length, std::vector<std::uint64_t>& out) : length_(length), out_(out) {}

  void push(std::uint64_t unit) {
    units_[count_++ % length_] = unit;
    if (count_ < length_) return;
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < length_; ++i) hash = mix(hash ^ units_[(count_ + i) % length_]);
    out_.push_back(hash);
  }

 private:
  std::size_t length_;
  std::vector<std::uint64_t>& out_;
  std::array<std::uint64_t, kShingleCharacters> units_{}; ///< the last ones; the oldest is at count_ % length_
  std::size_t count_ = 0;
};

} // namespace

std::vector<std::uint64_t> shingles_of(std::string_view text) {
  std::vector<std::uint64_t> shingles;
  ShingleWindow words(kShingleWords, shingles);
  ShingleWindow characters(kShingleCharacters, shingles);
  std::uint64_t word = 0;
  const auto end_word = [&] {
    if (word != 0) words.push(word);
    word = 0;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if (text::is_unspaced(c)) {
      end_word();
      characters.push(mix(c));
    } else if (is_word_character(c)) {
      word = mix(word + fold(c));
    } else if (c != '\'' && c != 0x2019) {
      end_word();
    }
  }
  end_word();
  std::ranges::sort(shingles);
  shingles.erase(std::ranges::unique(shingles).begin(), shingles.end());
  return shingles;
}

TRAWL_VECTORISED Fingerprint fingerprint(std::string_view text) {
  static_assert(std::endian::native == std::endian::little);
  Fingerprint print;
  const auto shingles = shingles_of(text);
  print.shingles =
      static_cast<std::uint32_t>(std::min<std::size_t>(shingles.size(), std::numeric_limits<std::uint32_t>::max()));
  if (shingles.empty()) return print;
  print.values.fill(std::numeric_limits<std::uint32_t>::max());
  std::array<std::uint64_t, kFingerprintValues / 2> hashes; // two permutations of 32 bits from one of 64
  for (const std::uint64_t shingle : shingles) {
    for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = mix(shingle ^ (2 * i * 0xD6E8FEB86659FD93ull));
    const auto halves = std::bit_cast<std::array<std::uint32_t, kFingerprintValues>>(hashes);
    for (std::size_t i = 0; i < kFingerprintValues; ++i) print.values[i] = std::min(print.values[i], halves[i]);
  }
  return print;
}

double estimated_similarity(const Fingerprint& a, const Fingerprint& b) {
  if (a.shingles == 0 || b.shingles == 0) return 0;
  std::size_t equal = 0;
  for (std::size_t i = 0; i < kFingerprintValues; ++i) equal += a.values[i] == b.values[i] ? 1 : 0;
  return static_cast<double>(equal) / static_cast<double>(kFingerprintValues);
}

std::array<std::uint64_t, kFingerprintBands> band_keys(const Fingerprint& fingerprint) {
  std::array<std::uint64_t, kFingerprintBands> keys{};
  if (fingerprint.shingles == 0) return keys;
  for (std::size_t band = 0; band < kFingerprintBands; ++band) {
    std::uint64_t key = band + 1;
    for (std::size_t row = 0; row < kRows; ++row) key = mix(key ^ fingerprint.values[band * kRows + row]);
    keys[band] = key == 0 ? 1 : key;
  }
  return keys;
}

} // namespace trawl::enrich
