// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/nearness.h"

#include <algorithm>

namespace trawl::search {

std::optional<Nearness> Nearness::to(const RankTerms& query, const IndexView& view) {
  if (view.meaning == nullptr || query.is_literal) return std::nullopt;
  meaning::Vector sum{};
  for (const RankTerm& stem : query.stems)
    view.meaning->add(sum, meaning::hash_of_stem(stem.text), static_cast<float>(stem.occurrences));
  const auto direction = meaning::pack(sum);
  if (!direction) return std::nullopt;
  return Nearness(view, *direction);
}

std::vector<double> Nearness::of(std::span<const std::uint32_t> documents) const {
  std::vector<std::optional<double>> near;
  std::vector<meaning::PackedVector> room;
  double sum = 0, count = 0;
  for (const std::uint32_t document : documents) {
    const auto passages = view_->columns.passages(document, room);
    near.push_back(passages.empty() ? std::nullopt : std::optional<double>(meaning::nearest(query_, passages)));
    sum += near.back().value_or(0);
    count += near.back() ? 1 : 0;
  }
  std::vector<double> out;
  for (const auto& one : near) out.push_back(one.value_or(sum / std::max(count, 1.0)));
  return out;
}

} // namespace trawl::search
