// SPDX-License-Identifier: GPL-3.0-or-later
/// The positions of one document's stems, in one run of bytes: one read gives every position of every word of a query.
/// docs/formats.md has the grammar.
///
/// A stem is known by a seeded hash, and the seed is chosen so that no two stems of the document share one. So
/// positions of a stem that the document holds are exact. For a stem it does not hold, another's positions may be
/// returned: callers ask the posting lists first. A position occurs as often as the stem does there: an identifier and
/// its parts share one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// A stem's hash, computed once for all documents.
class StemKey {
 public:
  explicit StemKey(std::string_view stem); ///< without the "Z"
  std::uint64_t seeded(std::uint8_t seed) const;
  auto operator<=>(const StemKey&) const = default;

 private:
  std::uint64_t hash_;
};

/// Walks the positions of one stem, ascending.
class PositionCursor {
 public:
  /// Moves to the next position, initially to the first. False if there is none.
  bool next();
  /// Valid only after `next` returned true.
  std::uint32_t position() const { return position_; }

 private:
  friend class PositionIndex;

  std::string_view gaps_;
  std::uint64_t stored_ = 0;
  std::uint32_t position_ = 0;
  std::uint32_t title_end_ = 0, gap_ = 0; ///< as in the index
  bool is_only_title_ = false;
};

/// A view of packed positions; damaged bytes are read as a document without words.
class PositionIndex {
 public:
  enum class Part { All, Title };

  explicit PositionIndex(std::string_view bytes);

  /// Sets `out` to the positions of a stem, ascending, each once. A stem with the same hash is mistaken for it (once in
  /// a thousand times).
  void positions(const StemKey& stem, Part part, std::vector<std::uint32_t>& out) const {
    positions_at(find(stem), part, out);
  }

  // The same lookup in steps, each of which reads another place in memory: a caller with many documents prefetches the
  // next step of all of them before taking it.

  void prefetch(const StemKey& stem) const;
  /// The stem's number in this document; the number of stems or more if the document does not contain it.
  std::size_t find(const StemKey& stem) const;
  void prefetch_end(std::size_t number) const;
  void prefetch_positions(std::size_t number) const;
  void positions_at(std::size_t number, Part part, std::vector<std::uint32_t>& out) const;
  PositionCursor cursor_at(std::size_t number, Part part) const;

  /// The same, but only the first `count`, of title and text.
  void first_positions(const StemKey& stem, std::size_t count, std::vector<std::uint32_t>& out) const;

  // The document's stems by number: ascending hashes of this many bytes.

  std::size_t stems() const { return stems_; }
  std::uint64_t hash_at(std::size_t number) const;

  /// How often a stem occurs (tf).
  std::uint32_t count(const StemKey& stem, Part part) const;

 private:
  std::string_view gaps(std::size_t number) const;
  std::size_t likely_number(std::uint64_t seeded) const;
  template <unsigned Bytes>
  std::size_t find_short_hash(std::uint64_t hash, std::size_t near) const;
  /// The position that a stored number means.
  std::uint64_t shown(std::uint64_t stored) const { return stored > title_end_ ? stored + gap_ : stored; }
  template <typename Visit>
  void for_each_position(std::size_t number, Part part, Visit visit) const;
  std::size_t end_at(std::size_t i) const;

  std::uint32_t title_end_ = 0; ///< last position of the title; 0: no title
  std::uint32_t gap_ = 0;       ///< added to the positions after it
  std::size_t stems_ = 0;
  unsigned hash_width_ = 1, end_width_ = 1; ///< bytes
  std::uint8_t seed_ = 0;
  std::string_view hashes_, ends_, gaps_;
};

} // namespace trawl::index
