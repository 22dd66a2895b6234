// SPDX-License-Identifier: GPL-3.0-or-later
/// From a request to its answer: which route, whether the client may ask at all, and the headers every answer bears.
/// Shared by the workers; each brings its own backend.
#pragma once

#include "searchd/http/client_address.h"
#include "searchd/http/host_check.h"
#include "searchd/http/http_message.h"
#include "searchd/metrics.h"
#include "searchd/route.h"

#include <chrono>
#include <functional>
#include <span>
#include <string>

namespace trawl::searchd {

/// What the daemon was told at its start.
struct ServerSettings {
  HostCheck hosts;
  std::string cors_origin; ///< exact origin that may read answers, or empty
  std::size_t answer_bytes = 8 * 1024 * 1024;
  /// Takes a line for the log; called from worker threads.
  std::function<void(const std::string&)> log = [](const std::string&) {};
  TrustedProxies proxies{};
  bool access_log = false;         ///< a line for each answer but those of the health routes
  std::chrono::seconds max_age{0}; ///< for which caches may keep an answer without asking again
};

/// Every route; the last is what has none.
std::span<const Route> all_routes();

class Router {
 public:
  explicit Router(ServerSettings settings);

  HttpResponse answer(Backend& backend, const HttpRequest& request, Moment now);

 private:
  HttpResponse dispatch(Backend& backend, const HttpRequest& request, Moment now, std::size_t route,
                        std::string argument);
  HttpResponse guarded(Backend& backend, const HttpRequest& request, Moment now, std::size_t route,
                       const std::string& argument);
  /// A 500 with an id under which the log has `cause`.
  HttpResponse internal_problem(const HttpRequest& request, std::size_t route, const std::string& cause);

  ServerSettings settings_;
  Metrics metrics_;
};

} // namespace trawl::searchd
