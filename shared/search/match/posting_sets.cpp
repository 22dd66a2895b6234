// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/posting_sets.h"

#include <algorithm>
#include <utility>

namespace trawl::search {

DocSet all_documents(const index::Columns& columns) { return DocSet(columns.live()); }

void add_documents(const IndexView& view, std::string_view term, DocSet& to, Budget& budget) {
  add_documents(view, postings_of(view, term), to, budget);
}

void add_documents(const IndexView& view, const TermPostings& postings, DocSet& to, Budget& budget) {
  if (postings.df() == 0 || budget.passed()) return;
  index::PostingBlock block;
  for (const index::Part& part : view.columns.parts()) {
    const index::PostingList& list = postings.in(view, part);
    const bool has_removed = !part.removed.empty();
    for (std::size_t i = 0; i < list.blocks() && !budget.spent(); ++i) {
      list.read(i, false, block);
      for (std::size_t p = 0; p < block.size; ++p) {
        if (!has_removed || !part.is_removed(block.documents[p] - part.base)) to.add(block.documents[p]);
      }
    }
  }
}

DocSet intersection(const IndexView& view, const DocSet& candidates, const std::string& term, Budget& budget) {
  DocSet out(view.columns.last_document);
  const std::size_t size = candidates.count();
  if (size * kSkipCost >= document_frequency(view, term)) {
    add_documents(view, term, out, budget);
    return out &= candidates;
  }
  for_each_posting_in(view, term, candidates, size, budget,
                      [&](std::uint32_t document, std::uint32_t) { out.add(document); });
  return out;
}

DocSet documents_with_all(const IndexView& view, std::vector<std::string> terms, Budget& budget) {
  DocSet out(view.columns.last_document);
  std::vector<std::pair<std::size_t, std::string>> lists; // df, term
  for (std::string& term : terms) {
    const std::size_t df = document_frequency(view, term);
    lists.emplace_back(df, std::move(term));
  }
  std::ranges::sort(lists);
  lists.erase(std::ranges::unique(lists).begin(), lists.end());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto& [df, term] = lists[i];
    if (df == 0) return DocSet(view.columns.last_document);
    if (i == 0) {
      add_documents(view, term, out, budget);
    } else {
      out = intersection(view, out, term, budget);
    }
  }
  return out;
}

} // namespace trawl::search
