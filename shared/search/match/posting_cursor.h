// SPDX-License-Identifier: GPL-3.0-or-later
/// One term's postings, whether they are in the packed lists (index/postings/posting_lists.h) or, for documents put
/// since these were made, in Xapian's.
#pragma once

#include "shared/index/postings/posting_lists.h"
#include "shared/search/index_view.h"

#include <cstdint>
#include <optional>
#include <string>

#include <xapian.h>

namespace trawl::search {

/// Documents that hold the term, by number.
std::size_t document_frequency(const IndexView& view, const std::string& term);

/// Whether the packed lists have this document as it is.
inline bool is_merged(const index::Columns& columns, std::uint32_t document) {
  return document <= columns.last_document && (columns.merged[document / 64] >> (document % 64) & 1) != 0;
}

/// The documents that have to be asked of Xapian, ascending. Walks a posting list of Xapian over these alone.
class DeltaPostings {
 public:
  DeltaPostings(const IndexView& view, const std::string& term);

  /// Moves to the first posting at or after `document`. False at the end.
  bool seek(std::uint32_t document);
  std::uint32_t document() const { return *posting_; }
  std::uint32_t times() const { return posting_.get_wdf(); }

 private:
  const index::Columns& columns_;
  Xapian::PostingIterator posting_, end_;
};

/// For documents asked in ascending order.
class PostingCursor {
 public:
  PostingCursor(const IndexView& view, const std::string& term);

  /// How often `document`, one that exists, holds the term.
  std::uint32_t times(std::uint32_t document);

 private:
  std::uint32_t merged_tf(std::uint32_t document);

  const IndexView& view_;
  const std::string& term_;
  index::PostingList list_;
  index::BlockCursor block_;
  std::size_t next_ = 0;               ///< the block after it
  std::optional<DeltaPostings> delta_; ///< once asked for
};

/// Calls `visit(block)` for the listed documents that hold the term. Blocks also have documents that are not listed as
/// they are now, unless all are.
template <typename Visit>
void for_each_merged_block(const IndexView& view, const std::string& term, bool with_times, Budget& budget,
                           Visit visit) {
  if (!view.columns.posting_lists) return;
  const index::PostingList list = view.columns.posting_lists->find(term);
  index::PostingBlock block;
  for (std::size_t i = 0; i < list.blocks() && !budget.spent(); ++i) {
    list.read(i, with_times, block);
    visit(block);
  }
}

/// Calls `visit(document, times)` for each document that holds the term and is not listed.
template <typename Visit>
void for_each_delta_posting(const IndexView& view, const std::string& term, Budget& budget, Visit visit) {
  if (view.columns.all_merged) return;
  DeltaPostings delta(view, term);
  for (std::uint32_t document = 1; delta.seek(document) && !budget.spent(); document = delta.document() + 1) {
    visit(delta.document(), delta.times());
  }
}

/// Calls `visit(document, times)` for each document that holds the term, the listed ones first.
template <typename Visit>
void for_each_posting(const IndexView& view, const std::string& term, Budget& budget, Visit visit) {
  const index::Columns& columns = view.columns;
  for_each_merged_block(view, term, true, budget, [&](const index::PostingBlock& block) {
    for (std::size_t p = 0; p < block.size; ++p) {
      const std::uint32_t document = block.documents[p];
      if (columns.all_merged || is_merged(columns, document)) visit(document, block.tf[p]);
    }
  });
  for_each_delta_posting(view, term, budget, visit);
}

} // namespace trawl::search
