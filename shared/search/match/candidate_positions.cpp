// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/candidate_positions.h"

namespace trawl::search {

CandidatePositions::CandidatePositions(const index::Columns& columns, std::span<const std::string> terms)
    : columns_(columns) {
  for (const std::string& term : terms) words_.emplace_back(term);
  records_.reserve(kGroup);
  numbers_.reserve(kGroup * terms.size());
}

void CandidatePositions::load(std::span<const std::uint32_t> documents, std::span<const std::uint32_t> next) {
  for (const std::uint32_t document : next) columns_.prefetch_positions(document);
  records_.clear();
  numbers_.clear();
  for (const std::uint32_t document : documents) {
    records_.push_back(columns_.positions_of(document));
    for (const PositionedTerm& word : words_) records_.back().prefetch(word.stem());
  }
  for (const index::PositionIndex& record : records_) {
    for (const PositionedTerm& word : words_) {
      numbers_.push_back(record.find(word.stem()));
      record.prefetch_end(numbers_.back());
    }
  }
  for (std::size_t i = 0; i < numbers_.size(); ++i) records_[i / words_.size()].prefetch_positions(numbers_[i]);
}

} // namespace trawl::search
