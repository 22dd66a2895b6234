// SPDX-License-Identifier: GPL-3.0-or-later
/// A server on loopback that answers every request with the result of a function, or with the same bytes, and records
/// the requests: a daemon or a cluster that behaves as a test wants.
#pragma once

#include <array>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trawl::test {

class ScriptedServer {
 public:
  struct Request {
    std::string line; ///< "GET /v1/stats HTTP/1.1"
    std::string method, path, body;
    std::string head = {}; ///< the line and all header fields
  };
  struct Reply {
    int status = 200;
    std::string body = "{}";
  };

  /// An answer with a body, its length, and a status line such as "200 OK".
  static std::string response(const std::string& status, const std::string& body,
                              const std::string& type = "application/json") {
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\nConnection: close\r\n\r\n" + body;
  }

  /// Sends `bytes` unchanged, then closes the connection.
  explicit ScriptedServer(std::string bytes) : ScriptedServer([bytes](const Request&) { return bytes; }, 0) {}

  explicit ScriptedServer(const std::function<Reply(const Request&)>& script)
      : ScriptedServer(
            [script](const Request& request) {
              const Reply reply = script(request);
              return response(std::to_string(reply.status) + " -", reply.body);
            },
            0) {}
  ~ScriptedServer() {
    thread_ = {};
    ::close(listener_);
  }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  std::string url() const { return "http://" + address_; }
  /// "127.0.0.1:PORT"
  const std::string& address() const { return address_; }

  std::vector<Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

  /// The request lines so far.
  std::vector<std::string> asked() const {
    std::vector<std::string> lines;
    for (const Request& request : requests()) lines.push_back(request.line);
    return lines;
  }

 private:
  using Script = std::function<std::string(const Request&)>; ///< the bytes of the answer

  ScriptedServer(Script script, int) : script_(std::move(script)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* raw = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, raw, size) != 0 || ::listen(listener_, 8) != 0 || ::getsockname(listener_, raw, &size) != 0) {
      throw std::runtime_error("cannot listen on loopback");
    }
    address_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
  }

  void serve(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      pollfd wait{listener_, POLLIN, 0};
      if (::poll(&wait, 1, 20) <= 0) continue;
      const int client = ::accept(listener_, nullptr, nullptr);
      if (client < 0) continue;
      answer(client);
      ::close(client);
    }
  }

  void answer(int client) {
    std::string text;
    std::array<char, 65'536> buffer;
    const auto read_more = [&] {
      const ssize_t count = ::recv(client, buffer.data(), buffer.size(), 0);
      if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
      return count > 0;
    };
    while (!text.contains("\r\n\r\n")) {
      if (!read_more()) return;
    }
    const std::size_t head = text.find("\r\n\r\n") + 4, length = text.find("Content-Length: ");
    const std::size_t size = length < head ? std::stoul(text.substr(length + 16)) : 0;
    while (text.size() < head + size) {
      if (!read_more()) return;
    }
    const std::size_t blank = text.find(' ');
    Request request{text.substr(0, text.find("\r\n")), text.substr(0, blank),
                    text.substr(blank + 1, text.find(' ', blank + 1) - blank - 1), text.substr(head),
                    text.substr(0, head)};
    const std::string out = script_(request);
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(std::move(request));
    }
    ::send(client, out.data(), out.size(), MSG_NOSIGNAL);
  }

  Script script_;
  std::string address_;
  int listener_;
  mutable std::mutex mutex_;
  std::vector<Request> requests_;
  std::jthread thread_;
};

} // namespace trawl::test
