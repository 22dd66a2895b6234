// SPDX-License-Identifier: GPL-3.0-or-later
/// The daemon's counters, shared by its workers. Labels come from closed sets (route names, status codes), never from a
/// request, so clients cannot make their number grow.
#pragma once

#include "shared/search/response.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::searchd {

/// Upper bounds of the duration histogram, in seconds; the last bucket is +Inf.
inline constexpr std::array kDurationBounds{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5};

/// The statuses that are counted; any other is counted as 500.
inline constexpr std::array kCountedStatuses{200, 202, 204, 301, 304, 400, 403, 404, 405, 410, 415, 421, 500, 503};

/// The statuses with which the front refuses requests before they reach a route.
inline constexpr std::array kRefusalStatuses{400, 408, 411, 413, 414, 415, 417, 429, 431, 501, 505};

class Metrics {
 public:
  /// `routes` are the route names; `end_request` refers to them by index.
  explicit Metrics(std::span<const std::string_view> routes);

  void begin_request() { in_flight_.fetch_add(1, std::memory_order_relaxed); }
  void end_request(std::size_t route, int status, std::chrono::nanoseconds took);

  /// Counts a request that reached no route; `status` is one of kRefusalStatuses, or else counted as 400.
  void count_refusal(int status);

  /// Notes the state of the index that a worker sees; `index_changes` counts how often it was a newer one.
  void see_index(const search::IndexState& state);
  std::uint64_t index_changes() const;

  /// Prometheus text format 0.0.4.
  std::string text() const;

 private:
  struct Route {
    std::string_view name;
    std::array<std::atomic<std::uint64_t>, kCountedStatuses.size()> by_status{};
    std::array<std::atomic<std::uint64_t>, kDurationBounds.size() + 1> durations{};
    std::atomic<std::uint64_t> nanoseconds{0};
  };

  std::vector<Route> routes_;
  std::array<std::atomic<std::uint64_t>, kRefusalStatuses.size()> refusals_{};
  std::atomic<std::int64_t> in_flight_{0};
  mutable std::mutex index_mutex_;
  std::optional<search::IndexState> newest_index_;
  std::uint64_t index_changes_ = 0;
};

/// "# HELP …" and "# TYPE …", which precede the samples of a metric. `type`: counter, gauge or histogram.
std::string metric_header(std::string_view name, std::string_view help, std::string_view type);

/// A sample of a metric that has several. `labels`: as in `source="pytorch",outcome="ok"`.
std::string labelled_sample(std::string_view name, std::string_view labels, std::string_view value);

/// A metric with its only sample.
std::string gauge(std::string_view name, std::string_view help, double value);
std::string counter(std::string_view name, std::string_view help, double value);

} // namespace trawl::searchd
