// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/systemd.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <catch2/catch.hpp>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace trawl::searchd;

TEST_CASE("systemd: notifies the manager by datagram, at a path or an abstract name", "[searchd]") {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("trawl-notify-" + std::to_string(::getpid()))).string();
  for (const std::string& name : {path, "@trawl-notify-" + std::to_string(::getpid())}) {
    const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path, name.size());
    if (name.front() == '@') address.sun_path[0] = '\0';
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    REQUIRE(::bind(fd, reinterpret_cast<const sockaddr*>(&address), size) == 0);
    ::setenv("NOTIFY_SOCKET", name.c_str(), 1);
    notify_manager("READY=1");
    std::array<char, 64> buffer{};
    CHECK(::recv(fd, buffer.data(), buffer.size(), MSG_DONTWAIT) == 7);
    CHECK(std::string(buffer.data()) == "READY=1");
    ::close(fd);
  }
  std::filesystem::remove(path);
  ::unsetenv("NOTIFY_SOCKET");
}

TEST_CASE("systemd: a socket is taken if it is for this process, once", "[searchd]") {
  const auto set = [](const std::string& pid, const char* count) {
    ::setenv("LISTEN_PID", pid.c_str(), 1);
    ::setenv("LISTEN_FDS", count, 1);
  };
  set(std::to_string(::getpid()), "1");
  CHECK(take_activated_socket() == 3);
  CHECK_FALSE(take_activated_socket());
  set("1", "1");
  CHECK_FALSE(take_activated_socket());
  set(std::to_string(::getpid()), "0");
  CHECK_FALSE(take_activated_socket());
  CHECK(std::getenv("LISTEN_PID") == nullptr);
}
