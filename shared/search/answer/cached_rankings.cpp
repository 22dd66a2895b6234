// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/cached_rankings.h"

#include <iterator>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kMaxEntries = 1'024;
constexpr std::size_t kMaxSize = 4'000'000; // 48 MB
constexpr std::size_t kSizeOfExplanation = 100;

/// Memory, in units of an id with its document and score.
std::size_t size_of(const CachedRanking& ranking) {
  return ranking.ids.size() + ranking.by_meaning.size() + kSizeOfExplanation * ranking.explain.size();
}

} // namespace

std::shared_ptr<const CachedRanking> CachedRankings::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto it = by_key_.find(key);
  if (it == by_key_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, it->second);
  return it->second->ranking;
}

std::shared_ptr<const CachedRanking> CachedRankings::keep(const Key& key, CachedRanking ranking) {
  const std::lock_guard lock(mutex_);
  if (const auto it = by_key_.find(key); it != by_key_.end()) {
    const auto& cached = it->second->ranking;
    const bool has_more = ranking.is_complete || ranking.ids.size() > cached->ids.size();
    if (cached->is_complete || !has_more) return cached;
    forget(it->second);
  }
  size_ += size_of(ranking);
  entries_.push_front({key, std::make_shared<const CachedRanking>(std::move(ranking))});
  by_key_[key] = entries_.begin();
  while (entries_.size() > 1 && (entries_.size() > kMaxEntries || size_ > kMaxSize)) {
    forget(std::prev(entries_.end()));
  }
  return entries_.front().ranking;
}

void CachedRankings::forget(EntryIterator entry) {
  size_ -= size_of(*entry->ranking);
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

} // namespace trawl::search
