// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier/frontier.h"

#include "shared/url/url.h"

#include <algorithm>
#include <iterator>

namespace trawl::crawl {

std::string Frontier::host_of(const std::string& url) {
  const auto parsed = url::parse(url);
  return parsed ? parsed->host : std::string();
}

void Frontier::add(Task task) {
  auto& queue = hosts_[host_of(task.url)].tasks[task.kind];
  queue.push_back(std::move(task));
  ++size_;
}

std::optional<Task> Frontier::take(Queue& queue, fetch::Instant now, bool pages) {
  for (auto& [kind, tasks] : queue.tasks) {
    if (kind == TaskKind::Page && !pages) continue;
    const auto ready = std::ranges::find_if(tasks, [&](const Task& task) { return task.not_before <= now; });
    if (ready == tasks.end()) continue;
    std::optional<Task> task(std::move(*ready));
    tasks.erase(ready);
    --size_;
    return task;
  }
  return std::nullopt;
}

std::optional<Task> Frontier::next(fetch::Instant now, bool pages) {
  auto at = hosts_.upper_bound(last_host_);
  for (std::size_t tried = 0; tried < hosts_.size(); ++tried, ++at) {
    if (at == hosts_.end()) at = hosts_.begin();
    if (politeness_->turn(at->first, now).kind != fetch::Turn::Kind::Now) continue;
    auto task = take(at->second, now, pages);
    if (!task) continue;
    last_host_ = at->first;
    return task;
  }
  return std::nullopt;
}

std::string Frontier::busiest_host() const {
  const auto tasks_of = [](const auto& host) {
    std::size_t tasks = 0;
    for (const auto& [kind, waiting] : host.second.tasks) tasks += waiting.size();
    return tasks;
  };
  const auto busiest = std::ranges::max_element(hosts_, {}, tasks_of);
  return empty() ? std::string() : busiest->first;
}

void Frontier::finished(const std::string& url, const fetch::Outcome& outcome, fetch::Instant now) {
  politeness_->finished(host_of(url), outcome, now);
}

std::optional<fetch::Instant> Frontier::wake_at(fetch::Instant now, bool pages) const {
  std::optional<fetch::Instant> earliest;
  for (const auto& [host, queue] : hosts_) {
    const auto turn = politeness_->turn(host, now);
    if (turn.kind == fetch::Turn::Kind::Busy) continue;
    const auto open_at = turn.kind == fetch::Turn::Kind::Now ? now : turn.at;
    for (const auto& [kind, tasks] : queue.tasks) {
      if (kind == TaskKind::Page && !pages) continue;
      // Only retries have a not_before, so this usually looks at the first task of each queue only.
      for (const auto& task : tasks) {
        const auto at = std::max(task.not_before, open_at);
        earliest = std::min(earliest.value_or(at), at);
        if (task.not_before <= open_at) break;
      }
    }
  }
  return earliest;
}

std::vector<std::pair<std::string, fetch::Instant>> Frontier::closed_hosts(fetch::Instant now,
                                                                           std::chrono::seconds patience) const {
  std::vector<std::pair<std::string, fetch::Instant>> closed;
  for (const auto& [host, queue] : hosts_) {
    const bool has_tasks = std::ranges::any_of(queue.tasks, [](const auto& tasks) { return !tasks.second.empty(); });
    const auto turn = politeness_->turn(host, now);
    const bool is_closed = turn.kind == fetch::Turn::Kind::Later || turn.kind == fetch::Turn::Kind::Exhausted;
    if (has_tasks && is_closed && turn.at > now + patience) closed.emplace_back(host, turn.at);
  }
  return closed;
}

std::vector<Task> Frontier::take_host(const std::string& host) {
  std::vector<Task> taken;
  const auto found = hosts_.find(host);
  if (found == hosts_.end()) return taken;
  for (auto& [kind, tasks] : found->second.tasks) std::ranges::move(tasks, std::back_inserter(taken));
  hosts_.erase(found);
  size_ -= taken.size();
  return taken;
}

void Frontier::clear() {
  hosts_.clear();
  size_ = 0;
}

} // namespace trawl::crawl
