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
    const index::PositionIndex& record = records_.emplace_back(columns_.positions_of(document));
    for (const PositionedTerm& word : words_) record.prefetch(numbers_.emplace_back(record.seeded(word.stem())));
  }
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const index::PositionIndex& record = records_[i / words_.size()];
    numbers_[i] = record.find(numbers_[i]);
    record.prefetch_end(numbers_[i]);
  }
  for (std::size_t i = 0; i < numbers_.size(); ++i) records_[i / words_.size()].prefetch_positions(numbers_[i]);
}

} // namespace trawl::search
