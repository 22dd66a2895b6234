// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/request_queue.h"

#include <algorithm>
#include <utility>

namespace trawl::searchd {
namespace {

constexpr int kTurns = 3; ///< of these, the last is the newest request's

} // namespace

bool RequestQueue::is_oldest_dear() const {
  return waiting_.empty() || (!dear_.empty() && dear_.front().since < waiting_.front().since);
}

bool RequestQueue::has_late(TimePoint now) const { return !empty() && now - oldest() > limits_.long_wait; }

bool RequestQueue::is_refusing(TimePoint now) const {
  if (waiting_.empty()) return false;
  const auto longest = now - waiting_.front().since;
  return longest > limits_.long_wait || (waiting_.size() >= limits_.waiting_requests && longest > limits_.short_wait);
}

bool RequestQueue::push(WaitingRequest request, TimePoint now) {
  const auto of_client = std::ranges::count(waiting_, request.client, &WaitingRequest::client) +
                         std::ranges::count(dear_, request.client, &WaitingRequest::client);
  const bool has_enough =
      !request.client.empty() && of_client >= static_cast<std::ptrdiff_t>(limits_.waiting_per_client);
  if (has_enough || is_refusing(now)) return false;
  request.since = now;
  waiting_.push_back(std::move(request));
  return true;
}

std::optional<WaitingRequest> RequestQueue::pop() {
  if (empty()) return std::nullopt;
  turn_ = (turn_ + 1) % kTurns;
  std::deque<WaitingRequest>& from = waiting_.empty() ? dear_ : waiting_;
  const bool is_newest = turn_ == 0 && !waiting_.empty();
  WaitingRequest next = std::move(is_newest ? from.back() : from.front());
  is_newest ? from.pop_back() : from.pop_front();
  return next;
}

bool RequestQueue::put_back(WaitingRequest& request) {
  if (dear_.size() >= limits_.waiting_requests) return false;
  request.is_dear = true;
  const auto place = std::ranges::upper_bound(dear_, request.since, {}, &WaitingRequest::since);
  dear_.insert(place, std::move(request));
  return true;
}

WaitingRequest RequestQueue::take_oldest() {
  std::deque<WaitingRequest>& from = is_oldest_dear() ? dear_ : waiting_;
  WaitingRequest oldest = std::move(from.front());
  from.pop_front();
  return oldest;
}

void RequestQueue::remove(std::uint64_t connection) {
  const auto is_of = [&](const WaitingRequest& request) { return request.connection == connection; };
  std::erase_if(waiting_, is_of);
  std::erase_if(dear_, is_of);
}

} // namespace trawl::searchd
