// SPDX-License-Identifier: GPL-3.0-or-later
/// A server on loopback that answers every request as a function says: a cluster that does what a test wants.
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
    std::string method, path, body;
  };
  struct Reply {
    int status = 200;
    std::string body = "{}";
  };

  explicit ScriptedServer(std::function<Reply(const Request&)> script)
      : script_(std::move(script)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* raw = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, raw, size) != 0 || ::listen(listener_, 8) != 0 || ::getsockname(listener_, raw, &size) != 0) {
      throw std::runtime_error("cannot listen on loopback");
    }
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
  }
  ~ScriptedServer() {
    thread_ = {};
    ::close(listener_);
  }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  const std::string& url() const { return url_; }

  std::vector<Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
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
    Request request{text.substr(0, blank), text.substr(blank + 1, text.find(' ', blank + 1) - blank - 1),
                    text.substr(head)};
    const Reply reply = script_(request);
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(std::move(request));
    }
    const std::string out =
        "HTTP/1.1 " + std::to_string(reply.status) +
        " -\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(reply.body.size()) +
        "\r\nConnection: close\r\n\r\n" + reply.body;
    ::send(client, out.data(), out.size(), MSG_NOSIGNAL);
  }

  std::function<Reply(const Request&)> script_;
  std::string url_;
  int listener_;
  mutable std::mutex mutex_;
  std::vector<Request> requests_;
  std::jthread thread_;
};

} // namespace trawl::test
