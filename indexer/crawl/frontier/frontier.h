// SPDX-License-Identifier: GPL-3.0-or-later
/// The frontier: which URL to request next, and when. One queue per host; robots.txt before seeds before pages; hosts
/// take turns as politeness allows. Pure bookkeeping: callers pass the time, and there is no network or store here.
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

enum class TaskKind : std::uint8_t { Robots, Seed, Page, Picture };

/// One URL to request, with what the crawler must remember until the response is there.
struct Task {
  TaskKind kind = TaskKind::Page;
  std::string url;      ///< to request now; differs from the first URL after a redirect
  std::string origin;   ///< of Robots: the origin whose robots.txt this is; of Picture: its address in the article
  std::size_t run = 0;  ///< of Seed: index of its SeedRun in the SeedQueue
  std::int64_t row = 0; ///< of Page: id of its UrlRow
  int hops = 0;         ///< of Page: redirects that led here
  int attempts = 0;     ///< failed requests in this crawl
  fetch::Instant not_before{};
  std::optional<fetch::RedirectChain> chain; ///< of all but Page, each redirect of which is a UrlRow of its own
};

/// Used on the crawl loop's thread only.
class Frontier {
 public:
  /// `politeness` must outlive the frontier. Pass the same one to later crawls, so that it remembers the hosts' delays.
  explicit Frontier(fetch::Politeness& politeness) : politeness_(&politeness) {}

  void add(Task task);

  /// Takes out the next task whose host may be requested at `now`. Without `pages`, only robots.txt and seeds. The
  /// caller calls `started` when it sends the request.
  std::optional<Task> next(fetch::Instant now, bool pages);

  void started(const std::string& url, fetch::Instant now) { politeness_->started(host_of(url), now); }
  /// Once for each `started`.
  void finished(const std::string& url, const fetch::Outcome& outcome, fetch::Instant now);
  /// When `next` may return a task again unless a request finishes before; nullopt: never.
  std::optional<fetch::Instant> wake_at(fetch::Instant now, bool pages) const;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// The host with the most tasks; empty if there are none.
  std::string busiest_host() const;

  /// Takes out all tasks of a host.
  std::vector<Task> take_host(const std::string& host);
  /// Drops all tasks.
  void clear();

  /// The hosts that have tasks but may not be requested within `patience` from now, and when they may.
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
