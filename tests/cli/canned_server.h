// SPDX-License-Identifier: GPL-3.0-or-later
/// A server on loopback that gives every connection the same bytes and notes what it was sent.
#pragma once

#include <array>
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

/// `answer` is sent as it is; the connection closes after it.
class CannedServer {
 public:
  explicit CannedServer(std::string answer) : answer_(std::move(answer)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
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
  ~CannedServer() {
    thread_ = {};
    ::close(listener_);
  }
  CannedServer(const CannedServer&) = delete;
  CannedServer& operator=(const CannedServer&) = delete;

  /// "127.0.0.1:PORT"
  const std::string& address() const { return address_; }

  /// The request lines so far: "GET /v1/stats HTTP/1.1".
  std::vector<std::string> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

  /// An answer with a body, its length, and a status line such as "200 OK".
  static std::string response(const std::string& status, const std::string& body,
                              const std::string& type = "application/json") {
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\nConnection: close\r\n\r\n" + body;
  }

 private:
  void serve(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      pollfd wait{listener_, POLLIN, 0};
      if (::poll(&wait, 1, 20) <= 0) continue;
      const int client = ::accept(listener_, nullptr, nullptr);
      if (client < 0) continue;
      read_request(client);
      ::send(client, answer_.data(), answer_.size(), MSG_NOSIGNAL);
      ::close(client);
    }
  }

  void read_request(int client) {
    std::string request;
    std::array<char, 4096> buffer;
    while (!request.contains("\r\n\r\n")) {
      const ssize_t count = ::recv(client, buffer.data(), buffer.size(), 0);
      if (count <= 0) break;
      request.append(buffer.data(), static_cast<std::size_t>(count));
    }
    const std::lock_guard lock(mutex_);
    asked_.push_back(request.substr(0, request.find("\r\n")));
  }

  std::string answer_, address_;
  int listener_;
  mutable std::mutex mutex_;
  std::vector<std::string> asked_;
  std::jthread thread_;
};

} // namespace trawl::test
