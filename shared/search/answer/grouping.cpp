// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/grouping.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace trawl::search {
namespace {

std::optional<std::uint32_t> own_source_ordinal(const index::Columns& columns, std::uint32_t document) {
  const auto ordinals = columns.source().of(document);
  if (ordinals.empty()) return std::nullopt;
  return ordinals.front();
}

} // namespace

std::vector<std::uint32_t> group_by_source(const index::Columns& columns, std::vector<std::uint32_t> documents,
                                           const SourceGrouping& grouping, const SourceCounts* counts) {
  if (grouping.none()) return documents;
  std::vector<std::vector<std::uint32_t>> groups(columns.source().values.size());
  std::vector<std::uint32_t> limited, order_of_groups;
  for (const std::uint32_t document : documents) {
    const auto source = own_source_ordinal(columns, document);
    if (!source) {
      limited.push_back(document);
      continue;
    }
    std::vector<std::uint32_t>& group = groups[*source];
    if (grouping.per_source != 0 && group.size() >= grouping.per_source) continue;
    if (group.empty()) order_of_groups.push_back(*source);
    group.push_back(document);
    limited.push_back(document);
  }
  if (!grouping.is_grouped) return limited;
  std::vector<std::uint32_t> grouped;
  for (const std::uint32_t source : order_of_groups) {
    const std::size_t shown = grouping.per_source == 0 ? SIZE_MAX : grouping.per_source;
    if (counts != nullptr && groups[source].size() < std::min(shown, counts->by_ordinal[source])) return grouped;
    grouped.insert(grouped.end(), groups[source].begin(), groups[source].end());
  }
  if (counts != nullptr) return grouped; // those without a source come last
  for (const std::uint32_t document : limited) {
    if (!own_source_ordinal(columns, document)) grouped.push_back(document);
  }
  return grouped;
}

std::size_t SourceCounts::of(const index::Columns& columns, std::uint32_t document) const {
  const auto source = own_source_ordinal(columns, document);
  return source ? by_ordinal[*source] : 0;
}

SourceCounts count_by_source(const index::Columns& columns, const DocSet& documents) {
  SourceCounts counts{std::vector<std::size_t>(columns.source().values.size())};
  documents.for_each([&](std::uint32_t document) {
    if (const auto source = own_source_ordinal(columns, document)) ++counts.by_ordinal[*source];
  });
  return counts;
}

} // namespace trawl::search
