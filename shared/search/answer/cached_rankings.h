// SPDX-License-Identifier: GPL-3.0-or-later
/// The rankings that were used last, so that the next window of a result continues where the last one ended.
#pragma once

#include "shared/search/response.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace trawl::search {

/// The articles of a result in order, as far as the order is known.
struct CachedRanking {
  std::vector<std::uint64_t> ids;
  bool is_complete = false; ///< `ids` is the whole result
  std::vector<std::uint32_t> documents =
      {};                         ///< the number of each when the ranking was made, where it is looked for first
  std::vector<float> scores = {}; ///< of each, in an order by relevance; else empty
  /// By id, for documents of the second stage of ranking; empty unless asked for.
  std::unordered_map<std::uint64_t, std::vector<ExplainPart>> explain = {};
  std::unordered_set<std::uint64_t> by_meaning = {}; ///< ids that are among the first only by what was learnt
};

/// A cache for any number of threads, least recently used out first. A lost ranking is recomputed, which costs
/// time, and after a commit an article may come twice.
class CachedRankings {
 public:
  struct Key {
    std::uint64_t query = 0;   ///< query_hash
    std::uint64_t ranking = 0; ///< what the ranking was made from (result_order.h)
    bool explained = false;    ///< with explanations

    bool operator==(const Key&) const = default;
  };

  /// Null if the ranking is not cached.
  std::shared_ptr<const CachedRanking> find(const Key& key);

  /// Caches a ranking and returns it; if a longer one with the same key, or that of the whole result, is cached
  /// already, returns that instead.
  std::shared_ptr<const CachedRanking> keep(const Key& key, CachedRanking ranking);

 private:
  struct Entry {
    Key key;
    std::shared_ptr<const CachedRanking> ranking;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const { // both numbers are hashes already
      return key.query ^ key.ranking ^ (key.explained ? 1U : 0U);
    }
  };
  using EntryIterator = std::list<Entry>::iterator;
  void forget(EntryIterator entry);

  std::mutex mutex_;
  std::list<Entry> entries_; ///< most recently used first
  std::unordered_map<Key, EntryIterator, Hash> by_key_;
  std::size_t size_ = 0; ///< of all entries
};

} // namespace trawl::search
