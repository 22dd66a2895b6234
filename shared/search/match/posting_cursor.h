// SPDX-License-Identifier: GPL-3.0-or-later
/// The postings of terms.
#pragma once

#include "shared/index/postings/posting_list.h"
#include "shared/search/index_view.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// The lists of one request, each looked up once: to match, to rank and to mark.
class KnownPostings {
 public:
  const index::PostingList& find(const index::Columns& columns, std::string_view term);

 private:
  std::map<std::string, index::PostingList, std::less<>> lists_;
};

/// The postings of a term, which the view remembers.
const index::PostingList& postings_of(const IndexView& view, std::string_view term);

/// df: how many documents contain the term.
std::size_t document_frequency(const IndexView& view, std::string_view term);

/// Term frequencies of documents that are asked for in ascending order. Borrows the list.
class PostingCursor {
 public:
  explicit PostingCursor(const index::PostingList& list) : list_(list) {}

  /// tf: how often the term occurs in `document`; 0 if it does not occur.
  std::uint32_t tf(std::uint32_t document);

 private:
  const index::PostingList& list_;
  std::size_t at_ = 0;
};

/// The tf of `term` in each of `documents`, which ascend.
std::vector<std::uint32_t> term_frequencies(const IndexView& view, const std::string& term,
                                            std::span<const std::uint32_t> documents);

/// Calls `visit(block)` for the blocks of a list.
template <typename Visit>
void for_each_block(const index::PostingList& list, bool with_tf, Budget& budget, Visit visit) {
  if (list.df() == 0 || budget.spent_now()) return;
  index::PostingBlock block;
  for (std::size_t i = 0; i < list.blocks() && !budget.spent(); ++i) {
    list.read(i, with_tf, block);
    visit(block);
  }
}

/// Calls `visit(document, tf)` for each document that contains the term, ascending.
template <typename Visit>
void for_each_posting(const IndexView& view, const std::string& term, Budget& budget, Visit visit) {
  for_each_block(postings_of(view, term), true, budget, [&](const index::PostingBlock& block) {
    for (std::size_t p = 0; p < block.size; ++p) visit(block.documents[p], block.tf[p]);
  });
}

} // namespace trawl::search
