// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/http_server.h"

#include <algorithm>

#include <httplib.h>

#include "searchd/http/refusal_answer.h"
#include "shared/api/response/problem.h"

namespace trawl::searchd {
namespace {

/// Lets the library read the request from one string and write the response to another.
class MemoryStream : public httplib::Stream {
 public:
  MemoryStream(std::string_view in, std::string& out) : in_(in), out_(out) {}

  bool is_readable() const override { return !in_.empty(); }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override {
    const std::size_t count = in_.copy(to, size);
    in_.remove_prefix(count);
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* from, std::size_t size) override {
    out_.append(from, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip.clear();
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    ip.clear();
    port = 0;
  }
  socket_t socket() const override { return INVALID_SOCKET; }

 private:
  std::string_view in_;
  std::string& out_;
};

/// Removes the headers that the library would act on: ranges (a thousand of them multiply the response), compression
/// (brotli at its slowest level, at every request), and body framing, as the body has been read already.
void erase_active_headers(httplib::Request& request) {
  for (const char* name : {"Range", "Accept-Encoding", "Expect", "Content-Length", "Transfer-Encoding"}) {
    request.headers.erase(name);
  }
  request.ranges.clear();
}

HttpRequest to_request(const httplib::Request& from, const RawRequest& raw, const std::string& accept_encoding) {
  HttpRequest request;
  request.method = from.method;
  const std::size_t question = std::min(from.target.find('?'), from.target.size());
  request.path = from.target.substr(0, question);
  if (question < from.target.size()) request.query = from.target.substr(question + 1);
  request.body = raw.body;
  request.peer = raw.peer;
  request.headers.assign(from.headers.begin(), from.headers.end());
  if (!accept_encoding.empty()) request.headers.emplace_back("Accept-Encoding", accept_encoding);
  return request;
}

void fill_response(httplib::Response& to, HttpResponse& from) {
  to.status = from.status;
  for (auto& [name, value] : from.headers) to.set_header(name, value);
  if (!from.content_type.empty()) to.set_header("Content-Type", from.content_type);
  to.set_header("Accept-Ranges", "none"); // the library would send "bytes" for HEAD
  to.body = std::move(from.body);
}

} // namespace

class HttpServer::Adapter : private httplib::Server {
 public:
  explicit Adapter(RequestHandler handler) : handler_(std::move(handler)) {
    set_keep_alive_max_count(1'000);
    set_keep_alive_timeout(15);
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      was_asked_ = true;
      HttpResponse answer = handler_(to_request(request, *raw_, accept_encoding_));
      fill_response(response, answer);
      return HandlerResponse::Handled;
    });
    set_exception_handler([](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
      response.status = 503; // the handler answers all exceptions but those for which its own answer lacks memory
      response.set_header("Cache-Control", "no-store");
      response.set_header("Content-Type", "application/problem+json");
      response.body = api::problem_json(api::exhausted({}), "");
    });
  }

  RawResponse respond(const RawRequest& request) {
    RawResponse response;
    raw_ = &request;
    was_asked_ = false;
    MemoryStream stream(request.head, response.bytes);
    const bool ok = process(*this, stream, request.is_last, response.close, [this](httplib::Request& parsed) {
      accept_encoding_ = parsed.get_header_value("Accept-Encoding"); // for our own compression
      erase_active_headers(parsed);
    });
    raw_ = nullptr;
    // What the library refuses by itself has no body.
    if (!ok || !was_asked_ || response.bytes.empty())
      return {refusal_answer({400, "The request could not be parsed."}), true};
    return response;
  }

 private:
  /// From 0.15 on the library wants to be told both addresses, which nothing here reads.
  template <typename Self, typename Prepare>
  static bool process(Self& self, MemoryStream& stream, bool is_last, bool& close, const Prepare& prepare) {
    if constexpr (requires { self.process_request(stream, is_last, close, prepare); }) {
      return self.process_request(stream, is_last, close, prepare);
    } else {
      return self.process_request(stream, "", 0, "", 0, is_last, close, prepare);
    }
  }

  RequestHandler handler_;
  const RawRequest* raw_ = nullptr;
  bool was_asked_ = false;      ///< whether the handler was
  std::string accept_encoding_; ///< of the request that is being answered
};

HttpServer::HttpServer(RequestHandler handler) : adapter_(std::make_unique<Adapter>(std::move(handler))) {}
HttpServer::~HttpServer() = default;
HttpServer::HttpServer(HttpServer&&) noexcept = default;
HttpServer& HttpServer::operator=(HttpServer&&) noexcept = default;

RawResponse HttpServer::respond(const RawRequest& request) { return adapter_->respond(request); }

} // namespace trawl::searchd
