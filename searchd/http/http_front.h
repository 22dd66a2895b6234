// SPDX-License-Identifier: GPL-3.0-or-later
/// The daemon's face to the network: one thread with epoll holds every connection, and a worker sees a request only
/// when it is whole. So clients that drip, read slowly or sit idle cost a little memory for a little while and never a
/// thread.
#pragma once

#include "searchd/http/client_address.h"
#include "searchd/http/http_limits.h"
#include "searchd/http/listener.h"
#include "searchd/http/worker_pool.h"

#include <atomic>
#include <functional>
#include <memory>

namespace trawl::searchd {

class HttpFront {
 public:
  /// Internal when the system refuses an epoll or an eventfd. A trusted proxy's connections are those of many clients.
  static Result<std::unique_ptr<HttpFront>> open(Listener listener, const HttpLimits& limits,
                                                 TrustedProxies proxies = {});

  ~HttpFront();
  HttpFront(const HttpFront&) = delete;
  HttpFront& operator=(const HttpFront&) = delete;

  const Endpoint& endpoint() const;

  /// Serves until `stop`; then takes no more, lets requests in flight end (at most 10 s) and returns.
  /// `each_tick` is called about four times a second from this thread.
  void run(
      std::size_t threads, const std::function<Responder()>& make_responder,
      const std::function<void()>& each_tick = [] {});

  /// From any thread or a signal handler.
  void stop();

 private:
  struct Impl;
  explicit HttpFront(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::searchd
