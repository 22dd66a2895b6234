// SPDX-License-Identifier: GPL-3.0-or-later
/// Parses one checked request, calls a handler and serialises its response, with cpp-httplib's parser and writer. The
/// library's sockets, threads, ranges, compression and body reading are not used.
#pragma once

#include "searchd/http/http_message.h"

#include <functional>
#include <memory>

namespace trawl::searchd {

using RequestHandler = std::function<HttpResponse(const HttpRequest&)>;

/// For use by one thread. If the handler throws, the response is a 500 without details.
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
