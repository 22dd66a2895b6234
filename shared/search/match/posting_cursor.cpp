// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/posting_cursor.h"

#include "shared/index/segment/term_filter.h"
#include "shared/search/match/query_memory.h"

namespace trawl::search {

std::size_t count_documents(const IndexView& view, std::string_view term) {
  std::size_t df = 0;
  const std::uint64_t hash = index::hash_of_term(term);
  for (const index::Part& part : view.columns.parts()) {
    if (const auto entry = part.segment->terms().find(term, hash)) df += entry->df;
  }
  return df;
}

std::size_t document_frequency(const IndexView& view, std::string_view term) { return postings_of(view, term).df(); }

const TermPostings& postings_of(const IndexView& view, std::string_view term) {
  return view.memory->postings(view, term);
}

void look_up_terms(const IndexView& view, std::span<const std::string> terms,
                   const std::function<void(std::size_t, std::size_t)>& visit) {
  constexpr std::size_t kAhead = 16; // cells on their way from memory
  for (std::size_t i = 0; i < terms.size() + kAhead; ++i) {
    for (const index::Part& part : view.columns.parts()) {
      if (i < terms.size()) part.segment->terms().prefetch(terms[i]);
    }
    if (i < kAhead) continue;
    const std::size_t df = count_documents(view, terms[i - kAhead]);
    if (df > 0) visit(i - kAhead, df);
  }
}

TermPostings::TermPostings(const IndexView& view, std::string_view term) {
  const std::span<const index::Part> parts = view.columns.parts();
  const std::uint64_t hash = index::hash_of_term(term);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const index::PostingList list = parts[i].find(term, hash);
    if (list.df() == 0) continue;
    lists_.resize(parts.size());
    lists_[i] = list;
    df_ += list.df();
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
