// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/nearness.h"

#include <algorithm>

namespace trawl::search {

std::optional<Nearness> Nearness::to(const RankTerms& query, const IndexView& view) {
  if (view.meaning == nullptr || query.is_literal) return std::nullopt;
  meaning::Vector sum{};
  for (const RankTerm& stem : query.stems) view.meaning->add_word(sum, stem.text, static_cast<float>(stem.occurrences));
  const auto direction = meaning::pack(sum);
  if (!direction) return std::nullopt;
  return Nearness(view, *direction);
}

std::optional<std::vector<double>> Nearness::of(std::span<const std::uint32_t> documents) const {
  std::vector<std::optional<float>> near;
  double sum = 0, count = 0;
  for (const std::uint32_t document : documents) {
    near.push_back(view_->meaning->nearest(query_, view_->columns.id[document]));
    sum += near.back().value_or(0);
    count += near.back() ? 1 : 0;
  }
  if (view_->meaning->is_damaged()) return std::nullopt;
  std::vector<double> out;
  for (const auto& one : near) out.push_back(one ? *one : sum / std::max(count, 1.0));
  return out;
}

} // namespace trawl::search
