// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/posting_cursor.h"

#include "shared/search/match/query_memory.h"

#include <algorithm>

namespace trawl::search {
namespace {

/// Whether a part has removed documents among those with the numbers first … last of the snapshot.
bool has_removed(const index::Part& part, std::uint32_t first, std::uint32_t last) {
  const std::size_t begin = (first - part.base) / 64, end = (last - part.base) / 64 + 1;
  for (std::size_t word = begin; word < std::min(end, part.removed.size()); ++word) {
    if (part.removed[word] != 0) return true;
  }
  return false;
}

} // namespace

std::size_t live_df(const index::Part& part, const index::PostingList& list) {
  if (part.removed.empty()) return list.df();
  std::size_t removed = 0;
  index::PostingBlock block;
  std::uint32_t first = part.base;
  for (std::size_t i = 0; i < list.blocks(); ++i) {
    const std::uint32_t last = list.last_of(i);
    if (has_removed(part, first, last)) {
      list.read(i, false, block);
      for (std::size_t p = 0; p < block.size; ++p) removed += part.is_removed(block.documents[p] - part.base) ? 1 : 0;
    }
    first = last;
  }
  return list.df() - std::min<std::size_t>(removed, list.df()); // a damaged list may hold more than it says
}

std::size_t document_frequency(const IndexView& view, std::string_view term) { return postings_of(view, term).df(); }

const TermPostings& postings_of(const IndexView& view, std::string_view term) {
  return view.memory->postings(view, term);
}

void look_up_terms(const IndexView& view, std::span<const std::string> terms,
                   const std::function<void(std::size_t, std::size_t)>& visit) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::size_t df = 0;
    for (const index::Part& part : view.columns.parts()) {
      if (const index::PostingList list = part.find(terms[i]); list.df() > 0) df += live_df(part, list);
    }
    if (df > 0) visit(i, df);
  }
}

TermPostings::TermPostings(const IndexView& view, std::string_view term) {
  const std::span<const index::Part> parts = view.columns.parts();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const index::PostingList list = parts[i].find(term);
    if (list.df() == 0) continue;
    lists_.resize(parts.size());
    df_ += live_df(parts[i], list);
    lists_[i] = list;
  }
}

std::uint32_t PostingCursor::tf(std::uint32_t document) {
  const index::Part& part = view_.columns.part_of(document);
  if (&part != part_) {
    part_ = &part;
    list_ = postings_.in(view_, part);
    last_of_block_ = 0;
    next_block_ = 0;
  }
  if (document > last_of_block_) {
    const std::size_t block = list_.block_of(document, next_block_);
    if (block >= list_.blocks()) return 0;
    block_ = list_.block(block);
    last_of_block_ = list_.last_of(block);
    next_block_ = block + 1;
  }
  return block_.seek(document) && block_.document() == document ? block_.tf() : 0;
}

std::vector<std::uint32_t> term_frequencies(const IndexView& view, const std::string& term,
                                            std::span<const std::uint32_t> documents) {
  std::vector<std::uint32_t> out;
  out.reserve(documents.size());
  PostingCursor cursor(view, postings_of(view, term));
  for (const std::uint32_t document : documents) out.push_back(cursor.tf(document));
  return out;
}

} // namespace trawl::search
