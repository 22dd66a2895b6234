// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns the bytes of one checked request into a call of a handler, and its answer into bytes, by cpp-httplib's parser
/// and writer. The library's own sockets, threads, ranges, compression and body reading are not used.
#pragma once

#include "searchd/http/http_message.h"

#include <functional>
#include <memory>

namespace trawl::searchd {

using RequestHandler = std::function<HttpResponse(const HttpRequest&)>;

/// For one thread. A handler that throws is answered with 500 and nothing of the exception.
class HttpServer {
 public:
  explicit HttpServer(RequestHandler handler);
  ~HttpServer();
  HttpServer(HttpServer&&) noexcept;
  HttpServer& operator=(HttpServer&&) noexcept;

  RawResponse respond(const RawRequest& request);

 private:
  class Adapter;
  std::unique_ptr<Adapter> adapter_;
};

} // namespace trawl::searchd
