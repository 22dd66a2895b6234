// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/request_queue.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace trawl::searchd {
namespace {

constexpr int kTurns = 3; ///< of these, the last is the newest request's

} // namespace

std::pair<RequestQueue::Requests*, RequestQueue::Requests::iterator> RequestQueue::oldest() {
  const auto dear = std::ranges::min_element(dear_, {}, &WaitingRequest::since);
  const bool is_dear = waiting_.empty() || (dear != dear_.end() && dear->since < waiting_.front().since);
  return is_dear ? std::pair(&dear_, dear) : std::pair(&waiting_, waiting_.begin());
}

bool RequestQueue::has_late(TimePoint now) { return !empty() && now - oldest().second->since > limits_.long_wait; }

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
  Requests& from = waiting_.empty() ? dear_ : waiting_;
  const bool is_newest = turn_ == 0 && !waiting_.empty();
  WaitingRequest next = std::move(is_newest ? from.back() : from.front());
  is_newest ? from.pop_back() : from.pop_front();
  return next;
}

bool RequestQueue::put_back(WaitingRequest& request) {
  if (dear_.size() >= limits_.waiting_requests) return false;
  // By powers of two: a strict order would let one wait for ever that is a little heavier than those that come.
  const auto order = [](const WaitingRequest& one) { return std::pair(std::bit_width(one.weight), one.since); };
  const auto place = std::ranges::upper_bound(dear_, order(request), {}, order);
  dear_.insert(place, std::move(request));
  return true;
}

WaitingRequest RequestQueue::take_oldest() {
  const auto [from, place] = oldest();
  WaitingRequest taken = std::move(*place);
  from->erase(place);
  return taken;
}

void RequestQueue::remove(std::uint64_t connection) {
  const auto is_of = [&](const WaitingRequest& request) { return request.connection == connection; };
  std::erase_if(waiting_, is_of);
  std::erase_if(dear_, is_of);
}

} // namespace trawl::searchd
