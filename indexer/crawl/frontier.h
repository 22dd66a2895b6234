// SPDX-License-Identifier: GPL-3.0-or-later
/// What is asked next, and when: queues per host, robots.txt before entrances before pages, turns by politeness. Pure
/// bookkeeping: it is told the time, and knows neither network nor store.
#pragma once

#include "indexer/fetch/politeness.h"
#include "indexer/fetch/redirect.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trawl::crawl {

enum class TaskKind : std::uint8_t { Robots, Seed, Page };

/// One thing to ask for, with what the crawler must remember until the answer is there.
struct Task {
  TaskKind kind = TaskKind::Page;
  std::string url;          ///< to ask for now; after redirects not the one it began with
  std::string source;       ///< that wants it; of an Seed
  std::size_t entrance = 0; ///< index of the crawler's entrance run
  std::int64_t row = 0;     ///< id of a Page's URL
  int hops = 0;             ///< pages that led here one after another
  int attempts = 0;         ///< requests that failed in this run
  fetch::Instant not_before{};
  std::optional<fetch::RedirectChain> chain; ///< of Robots and Seed; a Page's hops are URLs of their own
};

class Frontier {
 public:
  /// `politeness` must outlive the frontier; one that is kept from crawl to crawl remembers what hosts asked for.
  explicit Frontier(fetch::Politeness& politeness) : politeness_(&politeness) {}

  void add(Task task);

  /// The next task whose host may be asked at `now`, taken out. `pages`: whether pages are wanted now, or only what
  /// names more of them. The caller says `started` if it really asks.
  std::optional<Task> next(fetch::Instant now, bool pages);

  void started(const std::string& url, fetch::Instant now) { politeness_->started(host_of(url), now); }
  /// Once for each `started`.
  void finished(const std::string& url, const fetch::Outcome& outcome, fetch::Instant now);
  /// When `next` may have something again, if nothing finishes before; nullopt: never.
  std::optional<fetch::Instant> wake_at(fetch::Instant now, bool pages) const;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// Takes out all tasks of a host, e.g. when its robots.txt asks for more patience than we have.
  std::vector<Task> take_host(const std::string& host);
  /// Takes out everything.
  std::vector<Task> clear();

  /// Hosts that have tasks, but may not be asked for longer than `patience` from now, and the time when they may.
  std::vector<std::pair<std::string, fetch::Instant>> closed_hosts(fetch::Instant now,
                                                                   std::chrono::seconds patience) const;

  fetch::Politeness& politeness() const { return *politeness_; }

  static std::string host_of(const std::string& url);

 private:
  struct Queue {
    std::map<TaskKind, std::deque<Task>> tasks;
  };
  std::optional<Task> take(Queue& queue, fetch::Instant now, bool pages);

  fetch::Politeness* politeness_;
  std::map<std::string, Queue> hosts_;
  std::string last_host_; ///< hosts take turns
  std::size_t size_ = 0;
};

} // namespace trawl::crawl
