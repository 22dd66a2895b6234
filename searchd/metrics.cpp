// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/metrics.h"

#include "shared/api/response/json_writer.h"

#include <algorithm>

namespace trawl::searchd {
namespace {

constexpr int kDecimals = 9;

std::string number_text(double value) {
  std::string out;
  api::JsonWriter(out).decimal(value, kDecimals);
  return out;
}

std::size_t index_of_status(int status) {
  auto found = std::ranges::find(kCountedStatuses, status);
  if (found == kCountedStatuses.end()) found = std::ranges::find(kCountedStatuses, 500);
  return static_cast<std::size_t>(found - kCountedStatuses.begin());
}

} // namespace

Metrics::Metrics(std::span<const std::string_view> routes) : routes_(routes.size()) {
  for (std::size_t i = 0; i < routes.size(); ++i) routes_[i].name = routes[i];
}

void Metrics::end_request(std::size_t route, int status, std::chrono::nanoseconds took) {
  in_flight_.fetch_sub(1, std::memory_order_relaxed);
  Route& counters = routes_.at(route);
  counters.by_status.at(index_of_status(status)).fetch_add(1, std::memory_order_relaxed);
  const double seconds = std::chrono::duration<double>(took).count();
  const auto bound = std::ranges::lower_bound(kDurationBounds, seconds);
  counters.durations.at(static_cast<std::size_t>(bound - kDurationBounds.begin()))
      .fetch_add(1, std::memory_order_relaxed);
  counters.nanoseconds.fetch_add(static_cast<std::uint64_t>(took.count()), std::memory_order_relaxed);
}

void Metrics::count_refusal(int status) {
  const auto found = std::ranges::find(kRefusalStatuses, status);
  const auto index = found == kRefusalStatuses.end() ? 0 : found - kRefusalStatuses.begin();
  refusals_.at(static_cast<std::size_t>(index)).fetch_add(1, std::memory_order_relaxed);
}

void Metrics::see_index(const search::IndexState& state) {
  const std::lock_guard lock(index_mutex_);
  if (newest_index_ && state > *newest_index_) ++index_changes_;
  newest_index_ = std::max(newest_index_.value_or(state), state);
}

std::uint64_t Metrics::index_changes() const {
  const std::lock_guard lock(index_mutex_);
  return index_changes_;
}

std::string metric_header(std::string_view name, std::string_view help, std::string_view type) {
  std::string out;
  out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
  return out.append(name).append(" ").append(type).append("\n");
}

std::string labelled_sample(std::string_view name, std::string_view labels, std::string_view value) {
  return std::string(name).append("{").append(labels).append("} ").append(value).append("\n");
}

std::string gauge(std::string_view name, std::string_view help, double value) {
  return metric_header(name, help, "gauge") + std::string(name) + " " + number_text(value) + "\n";
}

std::string counter(std::string_view name, std::string_view help, double value) {
  return metric_header(name, help, "counter") + std::string(name) + " " + number_text(value) + "\n";
}

std::string Metrics::text() const {
  constexpr std::string_view kRequests = "trawl_http_requests_total";
  constexpr std::string_view kDuration = "trawl_http_request_duration_seconds";
  std::string out = metric_header(kRequests, "Requests answered, by route and status.", "counter");
  for (const Route& route : routes_) {
    for (std::size_t i = 0; i < kCountedStatuses.size(); ++i) {
      const std::uint64_t count = route.by_status.at(i).load(std::memory_order_relaxed);
      if (count == 0) continue;
      out += labelled_sample(kRequests,
                             "route=\"" + std::string(route.name) + "\",status=\"" +
                                 std::to_string(kCountedStatuses.at(i)) + "\"",
                             std::to_string(count));
    }
  }
  out += metric_header(kDuration, "Time to answer a request.", "histogram");
  for (const Route& route : routes_) {
    const std::string label = "route=\"" + std::string(route.name) + "\"";
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < route.durations.size(); ++i) {
      total += route.durations.at(i).load(std::memory_order_relaxed);
      const std::string bound = i < kDurationBounds.size() ? number_text(kDurationBounds.at(i)) : "+Inf";
      out += labelled_sample("trawl_http_request_duration_seconds_bucket", label + ",le=\"" + bound + "\"",
                             std::to_string(total));
    }
    const auto nanoseconds = static_cast<double>(route.nanoseconds.load(std::memory_order_relaxed));
    out += labelled_sample("trawl_http_request_duration_seconds_sum", label, number_text(nanoseconds / 1e9));
    out += labelled_sample("trawl_http_request_duration_seconds_count", label, std::to_string(total));
  }
  constexpr std::string_view kRefusals = "trawl_http_refusals_total";
  out +=
      metric_header(kRefusals, "Requests and connections refused before they reached a route, by status.", "counter");
  for (std::size_t i = 0; i < kRefusalStatuses.size(); ++i) {
    out += labelled_sample(kRefusals, "status=\"" + std::to_string(kRefusalStatuses.at(i)) + "\"",
                           std::to_string(refusals_.at(i).load(std::memory_order_relaxed)));
  }
  return out + gauge("trawl_http_requests_in_flight", "Requests being answered.",
                     static_cast<double>(in_flight_.load(std::memory_order_relaxed)));
}

} // namespace trawl::searchd
