// SPDX-License-Identifier: GPL-3.0-or-later
/// The vectors of the stems of an index, as one value of its metadata: the hashes of the stems, ascending, then for
/// each a scale and a direction.
#pragma once

#include "shared/meaning/vectors.h"
#include "shared/meaning/words.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::meaning {

/// Immutable; for any number of threads.
class WordTable {
 public:
  static std::string pack(std::span<const WordVector> words);
  /// nullopt if the bytes do not fit.
  static std::optional<WordTable> read(std::string bytes);

  const std::string& bytes() const { return bytes_; }

  /// Adds the vector of a stem (hash_of_stem), if it is known.
  void add(Vector& sum, std::uint64_t stem, float weight) const;

 private:
  explicit WordTable(std::string bytes);

  std::string bytes_;
  std::size_t count_;
};

/// The vectors of the passages of a text: each of its title and a hundred stems.
std::vector<PackedVector> passages_of(const StemmedText& text, const WordTable& words);

/// The direction of all passages of an article together; nullopt if there is none.
std::optional<PackedVector> direction_of(std::span<const PackedVector> passages);

} // namespace trawl::meaning
