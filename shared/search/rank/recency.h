// SPDX-License-Identifier: GPL-3.0-or-later
/// The bonus for new articles, which is bounded and off by default.
#pragma once

#include "shared/base/date_time.h"
#include "shared/index/columns/columns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace trawl::search {

class Recency {
 public:
  /// `weight`: the largest bonus, as a share of the score; 0 (off) to 1.
  Recency(double weight, Moment now) : weight_(weight), now_(now) {}

  bool is_on() const { return weight_ > 0; }

  /// What the score of an article is multiplied by: 1 (old or undated) to 1 + weight (published now).
  double factor(std::int64_t published) const {
    constexpr double kHalfLifeDays = 60;
    if (!is_on() || published == index::kUndated) return 1;
    const double age_days = static_cast<double>(now_.time_since_epoch().count() - published) / 86'400.0;
    return 1 + std::min(weight_, 1.0) * std::exp2(-std::max(0.0, age_days) / kHalfLifeDays);
  }

 private:
  double weight_;
  Moment now_;
};

} // namespace trawl::search
