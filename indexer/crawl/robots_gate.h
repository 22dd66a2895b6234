// SPDX-License-Identifier: GPL-3.0-or-later
/// Admits tasks by robots.txt (RFC 9309): holds back the tasks of an origin until its robots.txt has been fetched, and
/// then says which of them are forbidden.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/fetch/robots/robots_cache.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace trawl::crawl {

/// What the gate decided about a task.
struct Admission {
  enum class Kind : std::uint8_t {
    Allowed,
    Held,    ///< the gate has taken the task and adds it to the frontier when robots.txt is known
    Refused, ///< see `error`
  };
  Kind kind = Kind::Allowed;
  Error error;
};

/// A task that must not be sent.
struct Refusal {
  Task task;
  Error error;
};

/// Used on the crawl loop's thread only.
class RobotsGate {
 public:
  /// Both must outlive the gate.
  RobotsGate(CrawlContext& context, Frontier& frontier)
      : context_(context), frontier_(frontier), cache_(context.options.product) {}

  /// Reads the robots.txt files that earlier crawls stored.
  Result<void> restore();

  /// Whether `task` may be sent now. The first task held for an origin adds a Robots task to the frontier. `task` is
  /// moved from if the answer is Held.
  Admission admit(Task& task);

  /// The response to a Robots task: stores it and adds the held tasks of its origin to the frontier. Returns the tasks
  /// that are refused at once, because the server did not answer.
  Result<std::vector<Refusal>> on_response(Task task, const Result<fetch::FetchResponse>& result);

  /// Takes out the tasks that are held for an origin.
  std::vector<Task> take_held(const std::string& origin);

  /// Forgets them all, together with the Robots tasks in the frontier.
  void forget_held() { held_.clear(); }

  bool has_held() const { return !held_.empty(); }

 private:
  void hold(Task task, const std::string& origin);
  void keep(const std::string& origin, const fetch::Robots& robots);
  std::optional<Error> robots_refusal(const Task& task, const fetch::Robots& robots) const;

  CrawlContext& context_;
  Frontier& frontier_;
  fetch::RobotsCache cache_;
  std::map<std::string, Error> unavailable_;      ///< by origin: why its robots.txt is unavailable
  std::map<std::string, std::vector<Task>> held_; ///< by origin
};

} // namespace trawl::crawl
