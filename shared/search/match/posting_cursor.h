// SPDX-License-Identifier: GPL-3.0-or-later
/// The postings of one term over all parts of a snapshot, by ascending document number.
#pragma once

#include "shared/index/postings/posting_list.h"
#include "shared/search/index_view.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// The df of a posting list of a part without removed documents. N is counted without them, too, so a term has the same
/// idf before and after its shard is merged.
std::size_t live_df(const index::Part& part, const index::PostingList& list);

/// df: how many documents contain the term, without removed ones.
std::size_t document_frequency(const IndexView& view, std::string_view term);

/// The same for many terms, most of which no document may contain and which are not remembered: `visit(i, df)` for
/// those that some do.
void look_up_terms(const IndexView& view, std::span<const std::string> terms,
                   const std::function<void(std::size_t, std::size_t)>& visit);

/// A term's postings in each part.
class TermPostings {
 public:
  TermPostings() = default;
  TermPostings(const IndexView& view, std::string_view term);

  /// document_frequency.
  std::size_t df() const { return df_; }

  /// In a part of the view.
  const index::PostingList& in(const IndexView& view, const index::Part& part) const {
    static const index::PostingList kNone;
    return lists_.empty() ? kNone : lists_[static_cast<std::size_t>(&part - view.columns.parts().data())];
  }
  /// Part by part; none if no document contains the term.
  std::span<const index::PostingList> lists() const { return lists_; }

 private:
  std::vector<index::PostingList> lists_; ///< by part; empty if no part has the term
  std::size_t df_ = 0;
};

/// Term frequencies of documents that are asked for in ascending order. Borrows its arguments.
class PostingCursor {
 public:
  PostingCursor(const IndexView& view, const TermPostings& postings) : view_(view), postings_(postings) {}

  /// tf: how often the term occurs in `document`, which exists; 0 if it does not occur.
  std::uint32_t tf(std::uint32_t document);

 private:
  const IndexView& view_;
  const TermPostings& postings_;
  const index::Part* part_ = nullptr; ///< of the document asked for last
  index::PostingList list_;
  index::BlockCursor block_;
  std::uint32_t last_of_block_ = 0; ///< 0: there is no block yet
  std::size_t next_block_ = 0;
};

/// The postings of a term, which the view remembers.
const TermPostings& postings_of(const IndexView& view, std::string_view term);

/// The tf of `term` in each of `documents`, which ascend.
std::vector<std::uint32_t> term_frequencies(const IndexView& view, const std::string& term,
                                            std::span<const std::uint32_t> documents);

/// Calls `visit(block)` for the blocks of the term. They hold removed documents, too.
template <typename Visit>
void for_each_block(const TermPostings& postings, bool with_tf, Budget& budget, Visit visit) {
  if (budget.spent_now()) return;
  index::PostingBlock block;
  for (const index::PostingList& list : postings.lists()) {
    for (std::size_t i = 0; i < list.blocks() && !budget.spent(); ++i) {
      list.read(i, with_tf, block);
      visit(block);
    }
  }
}

/// Calls `visit(document, tf)` for each document that contains the term, ascending.
template <typename Visit>
void for_each_posting(const IndexView& view, const std::string& term, Budget& budget, Visit visit) {
  if (budget.spent_now()) return;
  const TermPostings& postings = postings_of(view, term);
  if (postings.df() == 0) return;
  index::PostingBlock block;
  for (const index::Part& part : view.columns.parts()) {
    const index::PostingList& list = postings.in(view, part);
    const bool has_removed = !part.removed.empty();
    for (std::size_t i = 0; i < list.blocks() && !budget.spent(); ++i) {
      list.read(i, true, block);
      for (std::size_t p = 0; p < block.size; ++p) {
        if (has_removed && part.is_removed(block.documents[p] - part.base)) continue;
        visit(block.documents[p], block.tf[p]);
      }
    }
  }
}

} // namespace trawl::search
