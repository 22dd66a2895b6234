// SPDX-License-Identifier: GPL-3.0-or-later
/// Every limit of the HTTP front. Tests set shorter ones.
#pragma once

#include <chrono>
#include <cstddef>

namespace trawl::searchd {

struct HttpLimits {
  std::size_t request_line_bytes = 8 * 1024; ///< with its CRLF
  std::size_t header_bytes = 8'000;          ///< one header with its name
  std::size_t head_bytes = 32 * 1024;
  std::size_t header_count = 64;
  std::size_t body_bytes = 64 * 1024; ///< decoded; chunked framing may add as much again
  std::size_t answer_bytes = 8 * 1024 * 1024;
  std::size_t connections = 512;
  std::size_t connections_per_client = 64; ///< not applied to loopback and trusted proxies
  bool is_loopback_one_client = false;     ///< for tests, which have no other addresses
  std::size_t waiting_requests = 128; ///< complete requests waiting for a thread; more while they wait for seconds only
  std::size_t waiting_per_client = 32; ///< the same of one client; not applied to loopback
  std::size_t requests_per_connection = 1'000;
  std::size_t dear_weight = 100'000; ///< of a request that waits for the others: postings, which take milliseconds

  std::chrono::milliseconds short_wait{2'000}; ///< there is room beyond waiting_requests while none has waited so long
  std::chrono::milliseconds long_wait{10'000}; ///< who has waited so long for a thread has gone

  std::chrono::milliseconds request_time{5'000}; ///< from a request's first byte to its last
  std::chrono::milliseconds answer_time{30'000}; ///< for the client to read the answer
  std::chrono::milliseconds idle_time{15'000};
  std::chrono::milliseconds idle_time_under_load{2'000}; ///< with more than half of the connections in use
  std::chrono::milliseconds linger_time{1'000};          ///< for a rejected client to read the reason
  std::chrono::milliseconds grace_time{75}; ///< to send a request before a newcomer may take the connection's place
  std::chrono::milliseconds reading_time{2'000};      ///< the same, to read the answer
  std::chrono::milliseconds last_request_time{1'000}; ///< for what was accepted before a stop to be asked
};

} // namespace trawl::searchd
