// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns a request into a response: finds the route, checks host and method, and adds the common headers.
/// Shared by the workers; each passes its own engine.
#pragma once

#include "searchd/http/client_address.h"
#include "searchd/http/http_message.h"
#include "searchd/http/listener.h"
#include "searchd/metrics.h"
#include "searchd/route.h"
#include "shared/base/data_directory.h"
#include "shared/base/embedded_file.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::searchd {

/// Which Host names this server accepts; others get 421. Without this check, any web page could read a server on
/// loopback through DNS rebinding.
class HostCheck {
 public:
  /// Accepts 127.0.0.1, [::1], localhost, the endpoint's address, and `server_names`.
  HostCheck(const Endpoint& endpoint, const std::vector<std::string>& server_names);

  /// `host` is the Host header. Its port, if any, must be the endpoint's. Names are compared without case.
  bool allows(std::string_view host) const;

 private:
  std::vector<std::string> names_;
  std::string port_;
};

/// The daemon's settings, fixed at start.
struct ServerSettings {
  HostCheck hosts;
  std::string cors_origin; ///< the one origin allowed to read answers, or empty
  std::size_t answer_bytes = 8 * 1024 * 1024;
  /// Takes a line for the log; called from worker threads.
  std::function<void(const std::string&)> log = [](const std::string&) {};
  TrustedProxies proxies{};
  bool access_log = false;                                 ///< log each answer except those of the health routes
  std::chrono::seconds max_age{0};                         ///< how long caches may reuse an answer without asking again
  bool mcp = false;                                        ///< answer /mcp
  std::optional<DataDirectory> pictures_of = std::nullopt; ///< whose articles have kept pictures
};

class Router {
 public:
  explicit Router(ServerSettings settings);

  HttpResponse answer(api::Engine& engine, const HttpRequest& request, Moment now);

  /// How much an answer reads of the index: the postings of a search; of several searches in one request, the most
  /// there is.
  static std::size_t weight(api::Engine& engine, const HttpRequest& request, Moment now);

  /// Counts a request that was refused before it reached the router.
  void count_refusal(int status) { metrics_.count_refusal(status); }

 private:
  HttpResponse dispatch(api::Engine& engine, const HttpRequest& request, Moment now, std::size_t index);
  /// What `make` returns; an exception becomes a 500, or a 503 for a lack of memory, threads or open files.
  HttpResponse guarded(const HttpRequest& request, const Route& route, const std::function<HttpResponse()>& make);
  /// A 500 with an id under which the log has `cause`.
  HttpResponse internal_problem(const HttpRequest& request, const Route& route, const std::string& cause);

  ServerSettings settings_;
  Metrics metrics_;
  formula::MathmlWriter formulas_;
};

} // namespace trawl::searchd
