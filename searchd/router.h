// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns a request into a response: finds the route, checks host, method and Accept, and adds the common headers.
/// Shared by the workers; each passes its own engine.
#pragma once

#include "searchd/http/client_address.h"
#include "searchd/http/host_check.h"
#include "searchd/http/http_message.h"
#include "searchd/kept_answers.h"
#include "searchd/metrics.h"
#include "searchd/route.h"

#include <chrono>
#include <functional>
#include <string>

namespace trawl::searchd {

/// The daemon's settings, fixed at start.
struct ServerSettings {
  HostCheck hosts;
  std::string cors_origin; ///< the one origin allowed to read answers, or empty
  std::size_t answer_bytes = 8 * 1024 * 1024;
  /// Takes a line for the log; called from worker threads.
  std::function<void(const std::string&)> log = [](const std::string&) {};
  TrustedProxies proxies{};
  bool access_log = false;         ///< log each answer except those of the health routes
  std::chrono::seconds max_age{0}; ///< how long caches may reuse an answer without asking again
  bool mcp = false;                ///< answer /mcp
};

class Router {
 public:
  explicit Router(ServerSettings settings);

  HttpResponse answer(api::Engine& engine, const HttpRequest& request, Moment now);

  /// Counts an answer that was given again without asking the router.
  void count_repeated(std::size_t route, int status, std::chrono::nanoseconds took);

 private:
  HttpResponse dispatch(api::Engine& engine, const HttpRequest& request, Moment now, std::size_t index);
  /// What `make` returns; an exception becomes a 500, or a 503 for a lack of memory, threads or open files.
  HttpResponse guarded(const HttpRequest& request, const Route& route, const std::function<HttpResponse()>& make);
  /// A 500 with an id under which the log has `cause`.
  HttpResponse internal_problem(const HttpRequest& request, const Route& route, const std::string& cause);

  ServerSettings settings_;
  Metrics metrics_;
  KeptAnswers kept_;
};

} // namespace trawl::searchd
