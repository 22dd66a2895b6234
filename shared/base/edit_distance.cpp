// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace trawl {
namespace {

constexpr std::size_t kMaxTyped = 64; // longer than any known name
constexpr std::size_t kLeastPart = 4; // letters; shorter parts match too many names

/// The distance of `typed` from a name; one edit if it is the beginning or end of the name.
std::size_t distance_to(std::string_view name, std::string_view typed, std::size_t limit) {
  const bool is_part = typed.size() >= kLeastPart && (name.starts_with(typed) || name.ends_with(typed));
  return is_part && name != typed ? 1 : edit_distance(typed, name, limit);
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  std::vector<std::size_t> two_back(b.size() + 1), back(b.size() + 1), row(b.size() + 1);
  std::iota(back.begin(), back.end(), std::size_t{0});
  std::size_t best_back = 0;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t best = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = back[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, back[j] + 1, row[j - 1] + 1});
      const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swapped) row[j] = std::min(row[j], two_back[j - 2] + 1);
      best = std::min(best, row[j]);
    }
    if (std::min(best, best_back) > limit) return limit + 1; // a swap reaches two rows back
    best_back = best;
    std::swap(two_back, back);
    std::swap(back, row);
  }
  return std::min(back.back(), limit + 1);
}

std::string_view nearest(std::string_view typed, std::span<const std::string_view> known) {
  if (typed.size() > kMaxTyped) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string_view name : known) {
    const std::size_t d = distance_to(name, typed, best_distance);
    if (d < best_distance) {
      best = name;
      best_distance = d;
    }
  }
  return best;
}

} // namespace trawl
