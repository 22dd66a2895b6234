// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the stems of one document stand, in one run of bytes: one read gives every position of every word of a query.
///
/// A stem is known by a hash, and within a document no two stems have the same one: the hash is seeded until that is
/// so. Hence what is read for a stem the document holds is exact; only for a stem it does not hold another's positions
/// may be read, so callers ask the posting lists first. The form:
///
///   last position of the title, number of stems (both LEB128, shared/base/packed.h),
///   width of a hash and of an end (a byte each: 2, 3, 4 or 8, and 1, 2 or 4), seed (a byte),
///   the stems' hashes, ascending; where the positions of each end; their positions as differences (LEB128).
///
/// A position is there as often as the stem occurs at it: names and their parts share one.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace trawl::index {

/// A stem, hashed once for all documents.
class StemKey {
 public:
  explicit StemKey(std::string_view stem);
  std::uint64_t seeded(std::uint8_t seed) const;
  auto operator<=>(const StemKey&) const = default;

 private:
  std::uint64_t hash_;
};

/// A view; bytes that are not of the form have no words.
class PositionIndex {
 public:
  enum class Part { All, Title };

  explicit PositionIndex(std::string_view bytes);

  /// Sets `out` to the positions of a stem, ascending, each once.
  void positions(const StemKey& stem, Part part, std::vector<std::uint32_t>& out) const;

  /// How often a stem occurs.
  std::uint32_t count(const StemKey& stem, Part part) const;

 private:
  std::string_view differences(const StemKey& stem) const;
  template <typename Visit>
  void for_each_position(const StemKey& stem, Part part, Visit visit) const;
  std::uint64_t hash_at(std::size_t i) const;
  std::size_t end_at(std::size_t i) const;

  std::uint32_t title_end_ = 0;
  std::size_t stems_ = 0;
  unsigned hash_width_ = 1, end_width_ = 1; ///< bytes
  std::uint8_t seed_ = 0;
  std::string_view hashes_, ends_, positions_;
};

} // namespace trawl::index
