// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/nearest_value.h"

#include "shared/text/unicode.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace trawl::search {
namespace {

constexpr std::size_t kMaxEdits = 3;
constexpr std::size_t kMaxKeyBytes = 100;

/// The distance of `candidate` from what was typed, both folded; `limit` + 1 if too far. A prefix is one edit away.
std::size_t distance_to(std::string_view candidate, std::string_view typed, std::size_t limit) {
  if (candidate == typed) return 0;
  if (typed.size() >= 2 && candidate.starts_with(typed)) return std::min<std::size_t>(1, limit + 1);
  return edit_distance(candidate, typed, limit);
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    std::size_t best = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
      best = std::min(best, row[j]);
    }
    if (best > limit) return limit + 1;
  }
  return std::min(row.back(), limit + 1);
}

std::optional<std::string> nearest_value(std::string_view field, std::string_view typed, TermStatistics& statistics) {
  const std::string wanted = text::fold(typed);
  if (wanted.empty() || wanted.size() > kMaxKeyBytes) return std::nullopt;
  const std::size_t limit = std::min(kMaxEdits, std::max<std::size_t>(1, wanted.size() / 3));
  std::size_t best = limit + 1, most = 0;
  std::optional<std::string> nearest;
  statistics.for_each_value(field, everything(), [&](std::string_view value, std::size_t articles) {
    std::size_t distance = distance_to(text::fold(value), wanted, limit);
    if (field == "source")
      distance = std::min(distance, distance_to(text::fold(statistics.label(value)), wanted, limit));
    if (distance > limit) return;
    const bool is_better = distance != best ? distance < best : articles != most ? articles > most : value < *nearest;
    if (!is_better) return;
    best = distance;
    most = articles;
    nearest = value;
  });
  return nearest;
}

} // namespace trawl::search
