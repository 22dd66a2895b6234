// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/request_queue.h"

#include <algorithm>
#include <utility>

namespace trawl::searchd {
namespace {

constexpr int kTurns = 3; ///< of these, the last is the newest request's

} // namespace

bool RequestQueue::has_late(TimePoint now) const {
  return !waiting_.empty() && now - waiting_.front().since > limits_.long_wait;
}

bool RequestQueue::is_refusing(TimePoint now) const {
  const bool is_full = !waiting_.empty() && waiting_.size() >= limits_.waiting_requests;
  return has_late(now) || (is_full && now - waiting_.front().since > limits_.short_wait);
}

bool RequestQueue::push(WaitingRequest request, TimePoint now) {
  const auto of_client = std::ranges::count(waiting_, request.client, &WaitingRequest::client);
  const bool has_enough =
      !request.client.empty() && of_client >= static_cast<std::ptrdiff_t>(limits_.waiting_per_client);
  if (has_enough || is_refusing(now)) return false;
  request.since = now;
  waiting_.push_back(std::move(request));
  return true;
}

std::optional<WaitingRequest> RequestQueue::pop() {
  if (waiting_.empty()) return std::nullopt;
  turn_ = (turn_ + 1) % kTurns;
  if (turn_ != 0) return take_oldest();
  WaitingRequest newest = std::move(waiting_.back());
  waiting_.pop_back();
  return newest;
}

WaitingRequest RequestQueue::take_oldest() {
  WaitingRequest oldest = std::move(waiting_.front());
  waiting_.pop_front();
  return oldest;
}

void RequestQueue::remove(std::uint64_t connection) {
  std::erase_if(waiting_, [&](const WaitingRequest& request) { return request.connection == connection; });
}

} // namespace trawl::searchd
