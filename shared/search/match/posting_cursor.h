// SPDX-License-Identifier: GPL-3.0-or-later
/// The postings of one term, wherever they are: documents of the last merge are in the packed posting lists
/// (shared/index/postings/posting_lists.h), documents added or changed since (the delta) are in Xapian's.
#pragma once

#include "shared/index/postings/posting_lists.h"
#include "shared/search/index_view.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <xapian.h>

namespace trawl::search {

/// df: how many documents contain the term.
std::size_t document_frequency(const IndexView& view, const std::string& term);

/// The same for many terms that are hardly ever asked for, most of which no document contains: `visit(i, df)` for those
/// that some do.
void look_up_terms(const IndexView& view, std::span<const std::string> terms,
                   const std::function<void(std::size_t, std::size_t)>& visit);

/// Whether the packed posting lists have this document as it is now.
inline bool is_merged(const index::Columns& columns, std::uint32_t document) {
  return document <= columns.last_document && (columns.merged[document / 64] >> (document % 64) & 1) != 0;
}

/// Walks a posting list of Xapian, delta documents only, ascending.
class DeltaPostings {
 public:
  DeltaPostings(const IndexView& view, const std::string& term);

  /// Moves to the first posting at or after `document`. False at the end.
  bool seek(std::uint32_t document);
  std::uint32_t document() const { return *posting_; }
  std::uint32_t tf() const { return posting_.get_wdf(); }

 private:
  const index::Columns& columns_;
  Xapian::PostingIterator posting_, end_;
};

/// Term frequencies of documents that are asked for in ascending order. Borrows the view and the term.
class PostingCursor {
 public:
  PostingCursor(const IndexView& view, const std::string& term);

  /// tf: how often the term occurs in `document`, which exists; 0 if it does not occur.
  std::uint32_t tf(std::uint32_t document);

 private:
  std::uint32_t merged_tf(std::uint32_t document);

  const IndexView& view_;
  const std::string& term_;
  index::PostingList list_;
  index::BlockCursor block_;
  std::size_t next_block_ = 0;
  std::optional<DeltaPostings> delta_; ///< once needed
};

/// The tf of `term` in each of `documents`, which ascend.
std::vector<std::uint32_t> term_frequencies(const IndexView& view, const std::string& term,
                                            std::span<const std::uint32_t> documents);

/// Calls `visit(block)` for the packed blocks of the term. A block may contain documents that have changed since the
/// merge; unless all documents are merged, the caller must check `is_merged`.
template <typename Visit>
void for_each_merged_block(const IndexView& view, const std::string& term, bool with_tf, Budget& budget, Visit visit) {
  if (!view.columns.posting_lists) return;
  const index::PostingList list = view.columns.posting_lists->find(term);
  index::PostingBlock block;
  for (std::size_t i = 0; i < list.blocks() && !budget.spent(); ++i) {
    list.read(i, with_tf, block);
    visit(block);
  }
}

/// Calls `visit(document, tf)` for each delta document that contains the term.
template <typename Visit>
void for_each_delta_posting(const IndexView& view, const std::string& term, Budget& budget, Visit visit) {
  if (view.columns.all_merged) return;
  DeltaPostings delta(view, term);
  for (std::uint32_t document = 1; delta.seek(document) && !budget.spent(); document = delta.document() + 1) {
    visit(delta.document(), delta.tf());
  }
}

} // namespace trawl::search
