// SPDX-License-Identifier: GPL-3.0-or-later
/// Which documents of a segment may have two frequent stems side by side, so that a phrase of common words compares
/// positions in only a few of the documents that contain them all. Each document has a signature, stored bit by bit:
/// row r is a bitmap of the documents, and a pair sets a document's bit in two rows (bit-sliced signature files:
/// Faloutsos, 1985; BitFunnel: Goodwin and others, 2017). Stems in fewer documents are left out, as reading their
/// positions costs little.
#pragma once

#include "shared/index/records/positions.h"
#include "shared/index/segment/segment_file.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index {

class PairFilter {
 public:
  PairFilter(const SegmentFile& file, std::uint32_t documents);

  /// False if the segment has no filter; small ones have none.
  bool is_there() const { return rows_ > 0; }

  /// How many of `documents` documents must contain a stem for its pairs to be in the filter.
  static std::uint32_t least_df(std::uint32_t documents) { return std::max(documents / 16, std::uint32_t{16}); }

  /// Clears the bits of documents that do not have `next` at the position of `first` or at the one after it. Bit d of
  /// `bitmap` is local document d. Both stems are in at least least_df() documents.
  void keep(const StemKey& first, const StemKey& next, std::span<std::uint64_t> bitmap) const;

 private:
  void keep_row(std::size_t row, std::span<std::uint64_t> bitmap) const;

  Section section_;
  std::uint32_t documents_;
  std::size_t rows_ = 0;
};

/// The packed positions of a local document.
using PositionsOf = std::function<std::string_view(std::uint32_t)>;

/// Makes the section, slice by slice, so that memory does not grow with the documents.
class PairFilterWriter {
 public:
  /// `stems`: those in at least least_df() documents. `positions`: of each document.
  PairFilterWriter(std::vector<StemKey> stems, std::uint32_t documents, PositionsOf positions);

  /// 0: the segment gets no filter.
  std::size_t rows() const { return rows_; }
  /// Calls `write(bytes)` for the parts of the section in turn.
  void write_to(const std::function<void(std::string_view)>& write);

 private:
  /// A stem by its hash in documents of one seed and width.
  struct StemByHash {
    std::uint64_t hash;
    std::uint32_t stem;
  };
  struct Hashes {
    std::pair<unsigned, unsigned> form; ///< PositionIndex::hash_form
    std::vector<StemByHash> stems;      ///< ascending
  };
  /// A stem at a position, packed into one number that sorts quickly.
  class Place {
   public:
    Place(std::uint32_t position, std::uint32_t stem) : packed_(std::uint64_t{position} << 32 | stem) {}
    std::uint32_t position() const { return static_cast<std::uint32_t>(packed_ >> 32); }
    std::uint32_t stem() const { return static_cast<std::uint32_t>(packed_); }
    auto operator<=>(const Place&) const = default;

   private:
    std::uint64_t packed_;
  };
  const std::vector<StemByHash>& stems_by_hash(const PositionIndex& record);
  void read_places(const PositionIndex& record);
  /// Calls `visit(hash of the pair)` for each pair of a document, for some of them several times.
  template <typename Visit>
  void for_each_pair(std::uint32_t document, Visit visit);
  std::size_t rows_for_documents();

  std::vector<StemKey> stems_;
  std::uint32_t documents_;
  PositionsOf positions_;
  std::vector<Hashes> hashes_;
  std::vector<Place> places_;              ///< of the document being read, ascending
  std::vector<std::uint32_t> of_one_stem_; ///< positions
  std::size_t rows_ = 0;
};

} // namespace trawl::index
