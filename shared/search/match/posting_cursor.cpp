// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/posting_cursor.h"

namespace trawl::search {

std::size_t document_frequency(const IndexView& view, const std::string& term) {
  std::size_t df = 0;
  for (const index::Part& part : view.columns.parts()) {
    if (const auto entry = part.segment->terms().find(term)) df += entry->df;
  }
  return df;
}

void look_up_terms(const IndexView& view, std::span<const std::string> terms,
                   const std::function<void(std::size_t, std::size_t)>& visit) {
  constexpr std::size_t kAhead = 16; // cells on their way from memory
  for (std::size_t i = 0; i < terms.size() + kAhead; ++i) {
    for (const index::Part& part : view.columns.parts()) {
      if (i < terms.size()) part.segment->terms().prefetch(terms[i]);
    }
    if (i < kAhead) continue;
    const std::size_t df = document_frequency(view, terms[i - kAhead]);
    if (df > 0) visit(i - kAhead, df);
  }
}

TermPostings::TermPostings(const IndexView& view, std::string_view term) {
  lists_.reserve(view.columns.parts().size());
  for (const index::Part& part : view.columns.parts()) {
    lists_.push_back(part.find(term));
    df_ += lists_.back().df();
  }
}

std::uint32_t PostingCursor::tf(std::uint32_t document) {
  const index::Part& part = view_.columns.part_of(document);
  if (&part != part_) {
    part_ = &part;
    list_ = postings_ != nullptr ? postings_->in(view_, part) : part.find(*term_);
    block_ = {};
    next_block_ = 0;
  }
  if (!block_.seek(document)) {
    const std::size_t block = list_.block_of(document, next_block_);
    if (block >= list_.blocks()) return 0;
    block_ = list_.block(block);
    next_block_ = block + 1;
    if (!block_.seek(document)) return 0;
  }
  return block_.document() == document ? block_.tf() : 0;
}

std::vector<std::uint32_t> term_frequencies(const IndexView& view, const std::string& term,
                                            std::span<const std::uint32_t> documents) {
  std::vector<std::uint32_t> out;
  out.reserve(documents.size());
  PostingCursor cursor(view, term);
  for (const std::uint32_t document : documents) out.push_back(cursor.tf(document));
  return out;
}

} // namespace trawl::search
