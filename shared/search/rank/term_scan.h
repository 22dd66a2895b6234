// SPDX-License-Identifier: GPL-3.0-or-later
/// Adds the scores of one term to the documents of a window, from windows of low document numbers to high
/// ones.
#pragma once

#include "shared/index/postings/posting_list.h"
#include "shared/search/rank/term_scoring.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace trawl::search {

class TermScan {
 public:
  /// Borrows the list.
  TermScan(const index::PostingList& list, const TermScorer& scorer) : list_(list), scorer_(scorer) {}

  /// The most that the term can add to the score of a document from `begin` to before `end`; 0 if none has it.
  double bound(std::uint32_t begin, std::uint32_t end);

  /// About how many postings are in the window of the last call of `bound`.
  std::size_t postings() const { return postings_; }

  /// Adds to `scores`, which begin with that of document `begin`, for the documents before `end`.
  void add(std::uint32_t begin, std::uint32_t end, float* scores);

  /// The same, only for `documents`, which ascend.
  void add_to(std::span<const std::uint32_t> documents, std::uint32_t begin, float* scores);

 private:
  struct Unpacked {
    index::PostingBlock block;
    std::array<float, index::PostingBlock::kSize> scores;
  };
  bool unpack(std::size_t block);

  const index::PostingList& list_;
  TermScorer scorer_;
  std::size_t first_ = 0; ///< the first block that may be in the window
  std::size_t postings_ = 0;
  std::unique_ptr<Unpacked> unpacked_;                ///< made when first needed
  std::size_t unpacked_number_ = SIZE_MAX, read_ = 0; ///< which block that is, and how many of its postings were added
  index::BlockCursor cursor_;
  std::size_t cursor_block_ = SIZE_MAX;
};

} // namespace trawl::search
