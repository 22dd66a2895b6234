// SPDX-License-Identifier: GPL-3.0-or-later
/// A web server on loopback that sends exactly the given bytes; it can also answer wrongly, slowly, endlessly or not at
/// all.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trawl::test {

/// What the server sends for one request.
struct Reply {
  std::string bytes = {};             ///< status line, headers and body
  std::string endless = {};           ///< then this repeatedly, until the client or the server stops
  std::size_t piece = 0;              ///< bytes sent at a time; 0: all at once
  std::chrono::milliseconds pause{0}; ///< before each piece
  bool hold = false;                  ///< then keeps the connection open without sending anything
  bool keep_alive = false;            ///< then reads the next request on the connection
};

/// A complete response with the right Content-Length; `headers` are lines that end in CRLF.
inline Reply answer(int status, std::string_view body, std::string_view headers = "Content-Type: text/html\r\n") {
  Reply reply;
  reply.bytes = "HTTP/1.1 " + std::to_string(status) + " Status\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\n" + std::string(headers) + "\r\n" + std::string(body);
  return reply;
}

inline Reply page(std::string_view body) { return answer(200, body); }

/// Replies by path and query; 404 for any other. Set up with `on` before the first request; thread-safe.
class LoopbackServer {
 public:
  /// `address`: the IPv4 address to listen on; the port is a free one.
  explicit LoopbackServer(const std::string& address = "127.0.0.1") : address_(address) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in name{};
    name.sin_family = AF_INET;
    ::inet_pton(AF_INET, address.c_str(), &name.sin_addr);
    socklen_t length = sizeof name;
    auto* const generic = reinterpret_cast<sockaddr*>(&name);
    if (listener_ < 0 || ::bind(listener_, generic, length) != 0 || ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, generic, &length) != 0 || ::pipe2(stop_.data(), O_CLOEXEC) != 0) {
      throw std::runtime_error("loopback server cannot listen on " + address);
    }
    port_ = ntohs(name.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }

  ~LoopbackServer() {
    ::close(stop_[1]); // wakes up every poll on the other end
    acceptor_.join();
    for (std::thread& worker : workers_) worker.join();
    ::close(stop_[0]);
    ::close(listener_);
  }

  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::uint16_t port() const { return port_; }
  std::string endpoint() const { return address_ + ':' + std::to_string(port_); }
  std::string url(std::string_view path) const { return "http://" + endpoint() + std::string(path); }

  void on(const std::string& path, Reply reply) { on(path, std::vector<Reply>{std::move(reply)}); }

  /// One reply after another; the last is repeated.
  void on(const std::string& path, std::vector<Reply> replies) {
    const std::lock_guard lock(mutex_);
    replies_[path] = std::move(replies);
  }

  /// The number of connections made.
  int connections() const { return connections_; }

  int hits() const {
    const std::lock_guard lock(mutex_);
    int sum = 0;
    for (const auto& [path, requests] : requests_) sum += static_cast<int>(requests.size());
    return sum;
  }

  int hits(const std::string& path) const { return static_cast<int>(requests(path).size()); }

  /// The requests for `path`, in order: request line and headers as received.
  std::vector<std::string> requests(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    const auto at = requests_.find(path);
    return at == requests_.end() ? std::vector<std::string>{} : at->second;
  }

 private:
  /// False if the server stops or `timeout` passes first.
  bool wait_for(int fd, short events, int timeout_ms = -1) const {
    std::array<pollfd, 2> fds{pollfd{stop_[0], POLLIN, 0}, pollfd{fd, events, 0}};
    return ::poll(fds.data(), fds.size(), timeout_ms) > 0 && fds[0].revents == 0;
  }

  bool pause(std::chrono::milliseconds time) const {
    pollfd stop{stop_[0], POLLIN, 0};
    return ::poll(&stop, 1, static_cast<int>(time.count())) == 0;
  }

  void accept_all() {
    while (wait_for(listener_, POLLIN)) {
      const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (client < 0) continue;
      ++connections_;
      workers_.emplace_back([this, client] {
        while (serve_one(client)) {
        }
        ::close(client);
      });
    }
  }

  bool serve_one(int client) {
    std::string head;
    std::array<char, 4096> buffer{};
    while (!head.ends_with("\r\n\r\n")) {
      if (!wait_for(client, POLLIN)) return false;
      const ssize_t count = ::recv(client, buffer.data(), buffer.size(), 0);
      if (count <= 0) return false;
      head.append(buffer.data(), static_cast<std::size_t>(count));
      if (head.front() < 'A' || head.front() > 'Z') return false; // not HTTP, but a TLS ClientHello
    }
    const Reply reply = reply_to(head);
    if (!send_all(client, reply.bytes, reply)) return false;
    while (!reply.endless.empty()) {
      if (!send_all(client, reply.endless, reply)) return false;
    }
    if (reply.hold) wait_for(client, POLLRDHUP);
    return reply.keep_alive;
  }

  Reply reply_to(const std::string& head) {
    const std::size_t begin = head.find(' ') + 1;
    const std::string path = head.substr(begin, head.find(' ', begin) - begin);
    const std::lock_guard lock(mutex_);
    auto& seen = requests_[path];
    seen.push_back(head);
    const auto at = replies_.find(path);
    if (at == replies_.end() || at->second.empty()) return answer(404, "");
    return at->second[std::min(seen.size(), at->second.size()) - 1];
  }

  bool send_all(int client, std::string_view bytes, const Reply& reply) const {
    while (!bytes.empty()) {
      if (reply.pause.count() > 0 && !pause(reply.pause)) return false;
      if (!wait_for(client, POLLOUT)) return false;
      const std::string_view piece = reply.piece == 0 ? bytes : bytes.substr(0, reply.piece);
      const ssize_t count = ::send(client, piece.data(), piece.size(), MSG_NOSIGNAL);
      if (count < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  std::string address_;
  std::uint16_t port_ = 0;
  int listener_ = -1;
  std::array<int, 2> stop_{-1, -1};
  std::thread acceptor_;
  std::vector<std::thread> workers_; // used by the acceptor only, until it is joined
  std::atomic<int> connections_ = 0;
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<Reply>> replies_;
  std::map<std::string, std::vector<std::string>> requests_;
};

} // namespace trawl::test
