// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/query_memory.h"

#include <utility>

namespace trawl::search {
namespace {

// Sixteen megabytes in total.
constexpr std::size_t kMostPostingsBytes = 1 << 23;
constexpr std::size_t kMostSpellings = 1 << 12; // of each kind, of some hundred bytes each
constexpr std::size_t kMostDocuments = 1 << 18;

/// What a term takes besides its lists: its text and a slot of the table.
constexpr std::size_t kTermBytes = 128;

} // namespace

std::shared_ptr<QueryMemory> new_query_memory() { return std::make_shared<QueryMemory>(); }

void QueryMemory::trim() {
  if (postings_bytes_ > kMostPostingsBytes) {
    postings_.clear();
    postings_bytes_ = 0;
  }
  if (documents_ > kMostDocuments || in_parts_.size() > kMostSpellings) {
    in_parts_.clear();
    documents_ = 0;
  }
  if (near.size() > kMostSpellings) near.clear();
}

const TermPostings& QueryMemory::postings(const IndexView& view, std::string_view term) {
  if (const TermPostings* known = postings_.find(term)) return *known;
  const TermPostings& kept = postings_.keep(term, TermPostings(view, term));
  postings_bytes_ += kTermBytes + term.size() + kept.lists().size_bytes();
  return kept;
}

void QueryMemory::keep_in_parts(std::string_view spellings, std::vector<std::uint32_t> documents) {
  documents_ += documents.size();
  in_parts_.keep(spellings, std::move(documents));
}

} // namespace trawl::search
