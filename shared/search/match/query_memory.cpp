// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/query_memory.h"

#include "shared/search/bm25.h"

#include <tuple>
#include <utility>

namespace trawl::search {
namespace {

// Sixteen megabytes in total.
constexpr std::size_t kMostPostingsBytes = 1 << 23;
constexpr std::size_t kMostStems = 1 << 15; // of about a hundred bytes each
constexpr std::size_t kMostPages = 1 << 10; // of four kilobytes each
constexpr std::size_t kMostPagesOfPart = 1 << 14;
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
    for (KnownStem& stem : stems_) stem.postings = nullptr;
  }
  if (stems_.size() > kMostStems || page_count_ > kMostPages) {
    stems_.clear();
    number_of_stem_.clear();
    pages_.clear();
    last_pages_ = nullptr;
    page_count_ = 0;
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

std::uint32_t QueryMemory::number_of_stem(const index::Part& part, std::uint32_t number) {
  if (last_pages_ == nullptr || part_of_pages_ != part.base) {
    last_pages_ = &pages_[part.base];
    part_of_pages_ = part.base;
  }
  const auto read = [&] {
    const std::string term = part.term(number); // "Z" and the stem; empty if damaged
    return number_of_text(term.empty() ? term : term.substr(1));
  };
  const std::size_t page = number / std::tuple_size_v<NumberPage>;
  if (page >= kMostPagesOfPart) return read();
  if (page >= last_pages_->size()) last_pages_->resize(page + 1);
  std::unique_ptr<NumberPage>& numbers = (*last_pages_)[page];
  if (!numbers) {
    numbers = std::make_unique<NumberPage>();
    ++page_count_;
  }
  std::uint32_t& known = (*numbers)[number % numbers->size()];
  if (known == 0) known = read() + 1;
  return known - 1;
}

std::uint32_t QueryMemory::number_of_text(const std::string& text) {
  auto stem = number_of_stem_.find(text);
  if (stem == number_of_stem_.end()) {
    // The place comes first: if memory for the name runs out, a place is left empty, not a name without one.
    stems_.push_back({});
    stem = number_of_stem_.emplace(text, static_cast<std::uint32_t>(stems_.size() - 1)).first;
    stems_.back().text = &stem->first;
  }
  return stem->second;
}

double QueryMemory::idf_of_stem(const IndexView& view, std::uint32_t number) {
  KnownStem& stem = stems_[number];
  if (stem.idf < 0) {
    const auto df = static_cast<double>(count_documents(view, "Z" + *stem.text));
    stem.idf = df < 2 ? 0 : inverse_document_frequency(view.columns.live_documents, df);
  }
  return stem.idf;
}

const TermPostings& QueryMemory::postings_of_stem(const IndexView& view, std::uint32_t number) {
  KnownStem& stem = stems_[number];
  if (stem.postings == nullptr) stem.postings = &postings(view, "Z" + *stem.text);
  return *stem.postings;
}

std::optional<std::uint32_t> QueryMemory::find_stem(const std::string& text) const {
  const auto known = number_of_stem_.find(text);
  return known == number_of_stem_.end() ? std::nullopt : std::optional(known->second);
}

void QueryMemory::keep_in_parts(std::string_view spellings, std::vector<std::uint32_t> documents) {
  documents_ += documents.size();
  in_parts_.keep(spellings, std::move(documents));
}

} // namespace trawl::search
