// SPDX-License-Identifier: GPL-3.0-or-later
/// Orders of results that pages are being read from. Scores move with every commit (the statistics of the index
/// change), so the order of a result is kept while someone pages through it: each article comes once.
#pragma once

#include "shared/search/response.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace trawl::search {

/// A result's articles in the order they are given, as far as it is known.
struct FrozenOrder {
  std::vector<std::uint64_t> ids;
  bool complete = false;
  std::vector<std::uint32_t> documents = {}; ///< their numbers when it was made: where to look first
  std::vector<float> scores = {};            ///< of each, in an order by relevance; else empty
  /// By id, of what was scored in full (ranking.h); empty unless asked for.
  std::unordered_map<std::uint64_t, std::vector<ExplainPart>> explain = {};
};

/// The orders used last; for any number of threads. Losing one costs time, and at most the promise of "once" if there
/// was a commit since.
class CachedRankings {
 public:
  struct Key {
    std::uint64_t query = 0; ///< query_hash
    std::uint64_t list = 0;  ///< the revision it began with

    bool operator==(const Key&) const = default;
  };

  /// Null if it is not held (any more).
  std::shared_ptr<const FrozenOrder> find(const Key& key);

  /// Keeps `order`, unless a longer one is held by that key already: that is returned, and is the one to use.
  std::shared_ptr<const FrozenOrder> keep(const Key& key, FrozenOrder order);

 private:
  struct Entry {
    Key key;
    std::shared_ptr<const FrozenOrder> order;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.query ^ key.list; } // both are hashes already
  };
  using Place = std::list<Entry>::iterator;
  void forget(Place entry);

  std::mutex mutex_;
  std::list<Entry> entries_; ///< latest used first
  std::unordered_map<Key, Place, Hash> places_;
  std::size_t weight_ = 0; ///< of all entries
};

} // namespace trawl::search
