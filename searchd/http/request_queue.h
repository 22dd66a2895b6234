// SPDX-License-Identifier: GPL-3.0-or-later
/// Complete requests that wait for a worker. Two of three turns go to the oldest, so that none waits much longer than
/// the others, one to the newest, so that a burst of expensive requests does not hold up those that come after it. A
/// request that turned out to be dear waits until no lighter one does. What is refused depends on how long those that
/// wait have waited, not on a forecast. Reads no clock, takes no lock.
#pragma once

#include "searchd/http/http_limits.h"
#include "searchd/http/http_message.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

namespace trawl::searchd {

struct WaitingRequest {
  std::uint64_t connection = 0;
  std::string client; ///< requests of one client have the same text; empty: of somebody who is not limited
  RawRequest request;
  std::chrono::steady_clock::time_point since{}; ///< when it came
  std::size_t weight = 0; ///< how much its answer reads of the index; 0: little, or not known yet
};

class RequestQueue {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// `waiting_requests` have room, of one client `waiting_per_client`.
  explicit RequestQueue(const HttpLimits& limits) : limits_(limits) {}

  bool empty() const { return waiting_.empty() && dear_.empty(); }
  /// Whether everybody's requests are refused: those before them take too long.
  bool is_refusing(TimePoint now) const;
  /// False if there is no room for the request.
  bool push(WaitingRequest request, TimePoint now);
  /// Removes the next request: the oldest, or, at every third turn, the newest; if there are none but dear ones, the
  /// lightest of these.
  std::optional<WaitingRequest> pop();
  bool is_dear(const WaitingRequest& request) const { return request.weight > limits_.dear_weight; }
  /// Puts a dear request back, to wait until no lighter one does. False if there is no room: expensive requests have
  /// room of their own, so they never crowd out the rest.
  bool put_back(WaitingRequest& request);
  /// Whether the oldest has waited too long for its answer to be of use.
  bool has_late(TimePoint now);
  WaitingRequest take_oldest(); ///< of those that wait; there must be one
  /// Removes the request of a connection that is gone, if it waits.
  void remove(std::uint64_t connection);

 private:
  using Requests = std::deque<WaitingRequest>;
  /// The queue of the request that has waited longest, and that request. One must wait.
  std::pair<Requests*, Requests::iterator> oldest();

  HttpLimits limits_;
  Requests waiting_; ///< the oldest first
  Requests dear_;    ///< the lightest first, of those about as light the oldest
  int turn_ = 0;
};

} // namespace trawl::searchd
