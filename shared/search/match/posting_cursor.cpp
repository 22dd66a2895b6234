// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/posting_cursor.h"

namespace trawl::search {

std::shared_ptr<KnownPostings> no_known_postings() { return std::make_shared<KnownPostings>(); }

const index::PostingList& KnownPostings::find(const index::Columns& columns, std::string_view term) {
  const auto known = lists_.find(term);
  return known != lists_.end() ? known->second : lists_.emplace(term, columns.find_postings(term)).first->second;
}

const index::PostingList& postings_of(const IndexView& view, std::string_view term) {
  return view.postings->find(view.columns, term);
}

std::size_t document_frequency(const IndexView& view, std::string_view term) { return postings_of(view, term).df(); }

std::uint32_t PostingCursor::tf(std::uint32_t document) {
  at_ = list_.place_of(document, at_);
  return at_ < list_.size() && list_.document(at_) == document ? list_.tf(at_) : 0;
}

std::vector<std::uint32_t> term_frequencies(const IndexView& view, const std::string& term,
                                            std::span<const std::uint32_t> documents) {
  std::vector<std::uint32_t> out;
  out.reserve(documents.size());
  PostingCursor cursor(postings_of(view, term));
  for (const std::uint32_t document : documents) out.push_back(cursor.tf(document));
  return out;
}

} // namespace trawl::search
