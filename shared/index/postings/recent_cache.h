// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps what was read lately, up to a number of bytes. For any number of threads.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace trawl::index {

/// What is used moves to the newer half; when that is full, the older half goes.
template <typename Key, typename Value>
class RecentCache {
 public:
  explicit RecentCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Null if it is not there.
  std::shared_ptr<const Value> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = newer_.find(key); found != newer_.end()) return found->second.value;
    const auto found = older_.find(key);
    if (found == older_.end()) return nullptr;
    Entry entry = std::move(found->second);
    older_.erase(found);
    auto value = entry.value;
    add(key, std::move(entry));
    return value;
  }

  /// `bytes`: of memory that the value takes.
  void keep(const Key& key, std::shared_ptr<const Value> value, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    add(key, {std::move(value), bytes});
  }

 private:
  struct Entry {
    std::shared_ptr<const Value> value;
    std::size_t bytes = 0;
  };
  void add(const Key& key, Entry entry) {
    newer_bytes_ += entry.bytes;
    newer_.insert_or_assign(key, std::move(entry));
    if (newer_bytes_ <= most_bytes_ / 2) return;
    older_ = std::move(newer_);
    newer_.clear();
    newer_bytes_ = 0;
  }

  std::mutex mutex_;
  std::unordered_map<Key, Entry> newer_, older_;
  std::size_t newer_bytes_ = 0, most_bytes_;
};

} // namespace trawl::index
