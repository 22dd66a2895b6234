// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/query_memory.h"

#include "shared/search/bm25.h"

#include <utility>

namespace trawl::search {
namespace {

// Sixteen megabytes in total.
constexpr std::size_t kMostPostingsBytes = 1 << 23;
constexpr std::size_t kMostStems = 1 << 15;     // of about a hundred bytes each
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
    for (auto& [place, stem] : stems_) stem.postings = nullptr;
  }
  if (stems_.size() > kMostStems) stems_.clear();
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

KnownStem& QueryMemory::stem(const index::Part& part, std::uint32_t number) {
  const std::uint64_t place = std::uint64_t{part.base} << 32 | number;
  if (const auto known = stems_.find(place); known != stems_.end()) return known->second;
  std::string text = part.term(number); // "Z" and the stem; empty if damaged
  if (!text.empty()) text.erase(0, 1);
  return stems_.try_emplace(place, KnownStem{std::move(text)}).first->second;
}

double QueryMemory::idf_of(const IndexView& view, KnownStem& stem) {
  if (stem.idf < 0) {
    const auto df = static_cast<double>(count_documents(view, "Z" + stem.text));
    stem.idf = df < 2 ? 0 : inverse_document_frequency(view.columns.live_documents, df);
  }
  return stem.idf;
}

const TermPostings& QueryMemory::postings_of(const IndexView& view, KnownStem& stem) {
  if (stem.postings == nullptr) stem.postings = &postings(view, "Z" + stem.text);
  return *stem.postings;
}

void QueryMemory::keep_in_parts(std::string_view spellings, std::vector<std::uint32_t> documents) {
  documents_ += documents.size();
  in_parts_.keep(spellings, std::move(documents));
}

} // namespace trawl::search
