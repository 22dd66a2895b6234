// SPDX-License-Identifier: GPL-3.0-or-later
/// Complete requests that wait for a worker, shared fairly between clients: whoever has kept the workers busy waits
/// behind whoever has not. This is fair queueing by the service received (Demers, Keshav and Shenker, "Analysis and
/// simulation of a fair queueing algorithm", 1989), with the time of the workers as the service. Reads no clock and
/// takes no lock.
#pragma once

#include "searchd/http/http_message.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace trawl::searchd {

struct WaitingRequest {
  std::uint64_t connection = 0;
  std::string client; ///< requests with the same text share one client's part of the workers
  RawRequest request;
};

class FairQueue {
 public:
  /// `capacity` requests have room, and more while those that wait are likely to take the workers at most `patience`;
  /// fewer if they are likely to take twenty times that. Without patience, only the capacity counts.
  explicit FairQueue(std::size_t capacity, std::chrono::nanoseconds patience = {})
      : capacity_(capacity), patience_(patience) {}

  /// Adds a request. Returns the one that has no room and must be refused: the newest of the client with the most
  /// requests waiting, which may be the one just given; nullopt if all have room.
  std::optional<WaitingRequest> push(WaitingRequest waiting);

  /// Removes the next request: the oldest one of the client that has the fewest running and then the least service.
  std::optional<WaitingRequest> pop();

  /// A request that `pop` returned has taken a worker for `spent`. Says more about how long others will wait.
  void finish(const std::string& client, std::chrono::nanoseconds spent);

  /// Whether some are likely to wait for so long that their clients have gone by then.
  bool is_hopeless() const;
  /// Then removes one of them, the newest of the client with the most requests waiting; else nullopt.
  std::optional<WaitingRequest> refuse();

  /// Removes the request of a connection that is gone, if it waits.
  void remove(std::uint64_t connection);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  struct Client {
    std::deque<WaitingRequest> waiting;
    std::size_t running = 0;
    std::chrono::nanoseconds served{}; ///< in the queue's virtual time

    bool is_idle() const { return waiting.empty() && running == 0; }
  };

  void forget_idle_clients();
  bool is_full() const;
  WaitingRequest take_newest(Client* newcomer);

  std::size_t capacity_;
  std::chrono::nanoseconds patience_;
  std::chrono::nanoseconds usual_{}; ///< what a request takes: a moving average
  std::size_t size_ = 0;
  std::map<std::string, Client> clients_;
  /// The service of the client served last. A client that returns starts here: being away earns nothing.
  std::chrono::nanoseconds virtual_time_{};
};

} // namespace trawl::searchd
