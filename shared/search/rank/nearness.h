// SPDX-License-Identifier: GPL-3.0-or-later
/// Nearness in meaning: how near the nearest passage of an article is to a query, by what the index has learnt about
/// words (shared/meaning/word_table.h).
#pragma once

#include "shared/meaning/vectors.h"
#include "shared/search/index_view.h"
#include "shared/search/plan/rank_terms.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace trawl::search {

/// For one query. Borrows the view.
class Nearness {
 public:
  /// Nullopt if nothing is known of the words of the query, or if they are wanted as written.
  static std::optional<Nearness> to(const RankTerms& query, const IndexView& view);

  /// Of each document, 0 to 1. One that is not known yet, because it is new, is as near as the others on average.
  std::vector<double> of(std::span<const std::uint32_t> documents) const;

 private:
  Nearness(const IndexView& view, const meaning::PackedVector& query) : view_(&view), query_(query) {}

  const IndexView* view_;
  meaning::PackedVector query_;
};

} // namespace trawl::search
