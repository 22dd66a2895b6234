// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/posting_sets.h"

#include <algorithm>
#include <utility>

namespace trawl::search {

namespace {

/// Neighbours in a list often share a word of the bitmap, which would be written and read again at once. So each
/// quarter of the block takes its turn.
void add_block(const index::PostingBlock& block, DocSet& to) {
  const std::size_t quarter = block.size / 4;
  const std::uint32_t* const documents = block.documents.data();
  for (std::size_t p = 0; p < quarter; ++p) {
    to.add(documents[p]);
    to.add(documents[p + quarter]);
    to.add(documents[p + 2 * quarter]);
    to.add(documents[p + 3 * quarter]);
  }
  for (std::size_t p = 4 * quarter; p < block.size; ++p) to.add(documents[p]);
}

} // namespace

DocSet all_documents(const index::Columns& columns) { return DocSet(std::vector<std::uint64_t>(columns.live())); }

void add_documents(const IndexView& view, std::string_view term, DocSet& to, Budget& budget) {
  add_documents(postings_of(view, term), to, budget);
}

void add_documents(const index::PostingList& list, DocSet& to, Budget& budget) {
  for_each_block(list, false, budget, [&](const index::PostingBlock& block) { add_block(block, to); });
}

void add_intersection(const IndexView& view, const DocSet& candidates, const std::string& term, DocSet& to,
                      Budget& budget) {
  const std::size_t df = document_frequency(view, term), size = df == 0 ? 0 : candidates.count();
  if (size == 0) return;
  if (size * kSkipCost >= df) {
    DocSet all(view.columns.last_document);
    add_documents(view, term, all, budget);
    to |= all &= candidates;
    return;
  }
  for_each_posting_in(view, term, candidates, size, budget,
                      [&](std::uint32_t document, std::uint32_t) { to.add(document); });
}

DocSet intersection(const IndexView& view, const DocSet& candidates, const std::string& term, Budget& budget) {
  DocSet out(view.columns.last_document);
  add_intersection(view, candidates, term, out, budget);
  return out;
}

DocSet documents_with_all(const IndexView& view, std::vector<std::string> terms, Budget& budget, const DocSet* within) {
  DocSet out(view.columns.last_document);
  std::vector<std::pair<std::size_t, std::string>> lists; // df, term
  for (std::string& term : terms) {
    const std::size_t df = document_frequency(view, term);
    if (df == 0) return out;
    lists.emplace_back(df, std::move(term));
  }
  if (lists.empty()) return out;
  std::ranges::sort(lists);
  lists.erase(std::ranges::unique(lists).begin(), lists.end());
  const bool begins_within = within != nullptr && within->count() <= lists.front().first;
  if (begins_within) {
    out = *within;
  } else {
    add_documents(view, lists.front().second, out, budget);
    if (within != nullptr) out &= *within;
  }
  for (std::size_t i = begins_within ? 0 : 1; i < lists.size(); ++i)
    out = intersection(view, out, lists[i].second, budget);
  return out;
}

} // namespace trawl::search
