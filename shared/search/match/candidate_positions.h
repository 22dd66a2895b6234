// SPDX-License-Identifier: GPL-3.0-or-later
/// The positions of some words in many documents. Reading those of one document takes four steps through memory, each
/// depending on the one before and seldom in a cache; so a group of documents takes each step together, and waits for
/// memory once instead of once per document.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/term_positions.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trawl::search {

/// Borrows the columns.
class CandidatePositions {
 public:
  static constexpr std::size_t kGroup = 16; ///< documents at a time

  CandidatePositions(const index::Columns& columns, std::span<const std::string> terms);

  /// Looks up all words in up to kGroup `documents`, and prefetches the records of the `next` ones.
  void load(std::span<const std::uint32_t> documents, std::span<const std::uint32_t> next);

  /// Sets `out` to the positions of word `word` in loaded document number `document`, which contains it.
  void read(std::size_t document, std::size_t word, Positions& out) const {
    records_[document].positions_at(numbers_[document * words_.size() + word], words_[word].part(), out);
  }

  index::PositionCursor cursor(std::size_t document, std::size_t word) const {
    return records_[document].cursor_at(numbers_[document * words_.size() + word], words_[word].part());
  }

 private:
  const index::Columns& columns_;
  std::vector<PositionedTerm> words_;
  std::vector<index::PositionIndex> records_;
  std::vector<std::size_t> numbers_; ///< of each word in each record
};

} // namespace trawl::search
