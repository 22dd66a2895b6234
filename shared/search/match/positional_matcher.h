// SPDX-License-Identifier: GPL-3.0-or-later
/// Phrases and NEAR: candidates come from the posting lists; then the positions of the words are compared in each of
/// them, which costs one read of the database for each word and document.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/response.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trawl::search {

/// The documents whose positions are compared.
struct CandidateLimits {
  const DocSet* exclude = nullptr; ///< documents known already
  const DocSet* within = nullptr;  ///< no other documents are found
};

/// For one query. Borrows the view and the budget.
class PositionalMatcher {
 public:
  /// Positions are compared until the soft deadline.
  PositionalMatcher(const IndexView& view, Budget& budget, Deadline deadline);

  /// The documents in which the terms (of stems) follow each other, each within `distance` of the one before.
  DocSet in_order(const std::vector<std::string>& terms, std::uint32_t distance, const CandidateLimits& limits = {});

  /// The documents that contain all terms in any order, with at most `distance` between the first and the last.
  DocSet near(const std::vector<std::string>& terms, std::uint32_t distance);

  /// proximity_cut, if time ran out: then documents are missing.
  const std::vector<Warning>& warnings() const { return warnings_; }

 private:
  DocSet candidates(const std::vector<std::string>& terms, const CandidateLimits& limits);
  DocSet few_candidates(const std::vector<std::string>& terms, const CandidateLimits& limits);
  template <typename Accepts>
  DocSet accepted(const std::vector<std::string>& terms, const CandidateLimits& limits, Accepts accepts);
  void warn_cut(std::size_t compared, std::size_t count);

  const IndexView& view_;
  Budget& budget_;
  Budget positions_budget_;
  std::vector<Warning> warnings_;
};

} // namespace trawl::search
