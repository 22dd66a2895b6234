// SPDX-License-Identifier: GPL-3.0-or-later
/// A mild prior: what an article of its own says of a matter counts a little more than an entry of a digest, which is
/// short and often all title, or the digest itself.
#pragma once

#include "shared/article/kind.h"
#include "shared/index/columns/columns.h"

#include <cstdint>
#include <optional>

namespace trawl::search {

class KindPrior {
 public:
  /// `factor`: of the scores of entries and digests, above 0 and at most 1. Borrows the columns.
  KindPrior(const index::Columns& columns, double factor) : column_(columns.column("kind")), factor_(factor) {
    if (column_ != nullptr && column_->values.size() > 1) article_ = column_->find(kArticleKind);
  }

  /// What the score of an article is multiplied by.
  double factor(std::uint32_t document) const {
    if (!article_) return 1;
    const index::Ordinals kinds = column_->of(document); // none in a damaged index
    return kinds.empty() || kinds.front() == *article_ ? 1 : factor_;
  }

 private:
  const index::ValueColumn* column_;
  double factor_;
  std::optional<std::uint32_t> article_; ///< nullopt: no article stands alone, or all do
};

} // namespace trawl::search
