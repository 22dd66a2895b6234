// SPDX-License-Identifier: GPL-3.0-or-later
/// A client that sends bytes as they are, and a server of one thread to send them to.
#pragma once

#include "searchd/http/http_front.h"
#include "searchd/http/response_bytes.h"
#include "searchd/router.h"
#include "tests/shared/api/fake_engine.h"

#include <array>
#include <string>
#include <string_view>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trawl::test {

/// One connection over loopback.
class RawClient {
 public:
  /// `from`: the address that it has, one of 127.0.0.0/8.
  explicit RawClient(std::uint16_t port, int receive_buffer = 0, const char* from = "127.0.0.1")
      : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_buffer > 0) ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    ::inet_pton(AF_INET, from, &address.sin_addr);
    (void)!::bind(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawClient() { ::close(fd_); }
  RawClient(RawClient&& other) noexcept : fd_(std::exchange(other.fd_, -1)), connected_(other.connected_) {}
  RawClient& operator=(RawClient&&) = delete;

  bool is_connected() const { return connected_; }
  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  /// All bytes until the server closes.
  std::string read_to_end() const {
    std::string out;
    while (read_some(out)) {
    }
    return out;
  }
  /// Whether the server closes, rather than being silent.
  bool is_closed() const {
    pollfd wait{fd_, POLLIN, 0};
    char byte = 0;
    return ::poll(&wait, 1, 5'000) > 0 && ::recv(fd_, &byte, 1, 0) == 0;
  }
  /// What comes up to the first empty line.
  std::string read_head() const {
    std::string out;
    while (!out.contains("\r\n\r\n") && read_some(out)) {
    }
    return out;
  }

 private:
  /// At most five seconds: a test that waits longer has failed.
  bool read_some(std::string& out) const {
    pollfd wait{fd_, POLLIN, 0};
    std::array<char, 4096> buffer;
    if (::poll(&wait, 1, 5'000) <= 0) return false;
    const ssize_t count = ::recv(fd_, buffer.data(), buffer.size(), 0);
    if (count > 0) out.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
  }
  int fd_;
  bool connected_ = false;
};

/// Serves fake articles on a port of the system's choice until destroyed.
class TestServer {
 public:
  explicit TestServer(const searchd::HttpLimits& limits = {}, std::size_t threads = 1)
      : front_(std::move(*searchd::HttpFront::open(std::move(*searchd::Listener::bind({"127.0.0.1", 0})), limits))),
        router_({searchd::HostCheck(front_->endpoint(), {}), "", limits.answer_bytes, [](const std::string&) {}}),
        thread_([this, threads] {
          front_->run(
              threads, [this](const auto&) { return make_responder(); }, [] {},
              [this](int status, const std::string&) { router_.count_refusal(status); });
        }) {}
  ~TestServer() {
    front_->stop();
    thread_.join();
  }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::uint16_t port() const { return front_->endpoint().port; }

  /// Sends bytes on a connection of their own; all that comes back.
  std::string exchange(std::string_view bytes) const {
    const RawClient client(port());
    client.send(bytes);
    return client.read_to_end();
  }
  /// A GET whose answer is read whole; `headers` end in CRLF each.
  std::string get(const std::string& target, const std::string& headers = "") const {
    return exchange("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
  }

 private:
  searchd::Responder make_responder() {
    return [this, engine = std::make_shared<FakeEngine>()](const searchd::RawRequest& request) {
      return searchd::to_bytes(router_.answer(*engine, request.request, moment("2026-04-21T12:00:30Z")), request);
    };
  }

  std::unique_ptr<searchd::HttpFront> front_;
  searchd::Router router_;
  std::thread thread_;
};

/// The status of an answer; 0 if there is none.
inline int status_of(std::string_view answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(std::string(answer.substr(9, 3))) : 0;
}

/// How many answers there are.
inline std::size_t count_answers(std::string_view bytes) {
  std::size_t count = 0;
  for (std::size_t at = bytes.find("HTTP/1.1 "); at != std::string_view::npos; at = bytes.find("HTTP/1.1 ", at + 1))
    ++count;
  return count;
}

} // namespace trawl::test
