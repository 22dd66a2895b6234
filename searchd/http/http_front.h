// SPDX-License-Identifier: GPL-3.0-or-later
/// The network side of the daemon: one thread with epoll holds every connection, and workers get only complete
/// requests. So slow or idle clients cost a bounded amount of memory, never a thread.
#pragma once

#include "searchd/http/client_address.h"
#include "searchd/http/http_limits.h"
#include "searchd/http/listener.h"
#include "searchd/http/worker_pool.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace trawl::searchd {

/// Told of each request or connection that the front refuses by itself: the status, and the client's address. Called on
/// the front's thread.
using OnRefusal = std::function<void(int status, const std::string& peer)>;

class HttpFront {
 public:
  /// Internal if the system cannot create an epoll or eventfd. What trusted `proxies` forward counts as their clients',
  /// by X-Forwarded-For; their own connections are not limited.
  static Result<std::unique_ptr<HttpFront>> open(Listener listener, const HttpLimits& limits,
                                                 TrustedProxies proxies = {});

  ~HttpFront();
  HttpFront(const HttpFront&) = delete;
  HttpFront& operator=(const HttpFront&) = delete;

  const Endpoint& endpoint() const;

  /// Serves until `stop`, then accepts no more connections, waits up to 10 s for requests in flight and returns. Calls
  /// `each_tick` from this thread about four times a second.
  void run(
      std::size_t threads, const MakeResponder& make_responder, const std::function<void()>& each_tick = [] {},
      const OnRefusal& on_refusal = {});

  /// From any thread or a signal handler.
  void stop();

 private:
  struct Impl;
  explicit HttpFront(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::searchd
