// SPDX-License-Identifier: GPL-3.0-or-later
/// Which documents hold words in order or near each other: candidates from the posting lists, then the places of the
/// words in each of them (index/records/positions.h), which is one read a document.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/response.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace trawl::search {

/// Which documents are looked at.
struct Scope {
  std::size_t most = std::numeric_limits<std::size_t>::max(); ///< none if more would have to be looked at
  const DocSet* known = nullptr;                              ///< need not be found
  const DocSet* within = nullptr;                             ///< all that may be found
};

/// For one query. Borrows the view and the budget.
class WordOrder {
 public:
  /// Places are looked at for 150 ms of the time there is until `deadline`, if that is limited at all.
  WordOrder(const IndexView& view, Budget& budget, Deadline deadline);

  /// The documents where the terms (of stems) follow each other, each within `distance` of the one before.
  DocSet in_order(const std::vector<std::string>& terms, std::uint32_t distance, const Scope& scope = {});

  /// The documents where all stand, in any order, with at most `distance` between the first and the last.
  DocSet near(const std::vector<std::string>& terms, std::uint32_t distance);

  /// What was left out for want of time.
  const std::vector<Warning>& warnings() const { return warnings_; }

 private:
  DocSet candidates(const std::vector<std::string>& terms, const Scope& scope);
  template <typename Accepts>
  DocSet accepted(const std::vector<std::string>& terms, const Scope& scope, Accepts accepts);
  void warn_cut(std::size_t looked_at, std::size_t count);

  const IndexView& view_;
  Budget& budget_;
  Budget looking_;
  std::vector<Warning> warnings_;
};

} // namespace trawl::search
