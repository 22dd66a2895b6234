// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/cached_rankings.h"

#include <iterator>

namespace trawl::search {
namespace {

constexpr std::size_t kMostEntries = 1'024;
constexpr std::size_t kMostWeight = 4'000'000; // 48 MB
constexpr std::size_t kWeightOfExplained = 100;

/// Memory, in ids with their scores.
std::size_t weight_of(const FrozenOrder& order) { return order.ids.size() + kWeightOfExplained * order.explain.size(); }

} // namespace

std::shared_ptr<const FrozenOrder> CachedRankings::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto it = places_.find(key);
  if (it == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, it->second);
  return it->second->order;
}

std::shared_ptr<const FrozenOrder> CachedRankings::keep(const Key& key, FrozenOrder order) {
  const std::lock_guard lock(mutex_);
  if (const auto it = places_.find(key); it != places_.end()) {
    const auto& held = it->second->order;
    if (held->complete || held->ids.size() >= order.ids.size()) return held;
    forget(it->second);
  }
  weight_ += weight_of(order);
  entries_.push_front({key, std::make_shared<const FrozenOrder>(std::move(order))});
  places_[key] = entries_.begin();
  while (entries_.size() > 1 && (entries_.size() > kMostEntries || weight_ > kMostWeight))
    forget(std::prev(entries_.end()));
  return entries_.front().order;
}

void CachedRankings::forget(Place entry) {
  weight_ -= weight_of(*entry->order);
  places_.erase(entry->key);
  entries_.erase(entry);
}

} // namespace trawl::search
