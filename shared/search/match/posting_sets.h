// SPDX-License-Identifier: GPL-3.0-or-later
/// Posting lists as sets of documents.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/match/posting_cursor.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace trawl::search {

/// A skip in a posting list costs about as much as this many steps.
inline constexpr std::size_t kSkipCost = 16;

/// All documents that exist.
DocSet all_documents(const index::Columns& columns);

/// Adds the documents that contain a term to `to`.
void add_documents(const index::PostingList& list, DocSet& to, Budget& budget);
void add_documents(const IndexView& view, std::string_view term, DocSet& to, Budget& budget);

/// Adds the documents of `candidates` that contain `term` to `to`. Skips through the list if the candidates are few.
void add_intersection(const IndexView& view, const DocSet& candidates, const std::string& term, DocSet& to,
                      Budget& budget);
DocSet intersection(const IndexView& view, const DocSet& candidates, const std::string& term, Budget& budget);

/// The documents, of `within` if it is given, that contain all `terms`: a conjunction of the posting lists, rarest
/// first.
DocSet documents_with_all(const IndexView& view, std::vector<std::string> terms, Budget& budget,
                          const DocSet* within = nullptr);

/// Calls `visit(document, tf)` for each document of `within` that contains `term`; `size` is that of `within`,
/// which holds live documents only. Skips through the list if the documents are few.
template <typename Visit>
void for_each_posting_in(const IndexView& view, const std::string& term, const DocSet& within, std::size_t size,
                         Budget& budget, Visit visit) {
  const index::PostingList& postings = postings_of(view, term);
  if (size * kSkipCost >= postings.df()) {
    for_each_block(postings, true, budget, [&](const index::PostingBlock& block) {
      // First the hits are collected without branches, which no processor could predict.
      std::array<std::uint8_t, index::PostingBlock::kSize + 1> hits;
      std::size_t count = 0;
      for (std::size_t p = 0; p < block.size; ++p) {
        hits[count] = static_cast<std::uint8_t>(p);
        count += within.contains(block.documents[p]) ? 1 : 0;
      }
      for (std::size_t i = 0; i < count; ++i) visit(block.documents[hits[i]], block.tf[hits[i]]);
    });
    return;
  }
  PostingCursor cursor(postings);
  within.for_each([&](std::uint32_t document) {
    if (budget.spent()) return;
    if (const std::uint32_t tf = cursor.tf(document); tf > 0) visit(document, tf);
  });
}

} // namespace trawl::search
