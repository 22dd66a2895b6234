// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/listener.h"

#include "shared/base/system_error.h"
#include "shared/base/whole_number.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trawl::searchd {
namespace {

constexpr int kBacklog = 1024; // with 5, a burst of 300 clients waits for half a minute

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = sizeof(sockaddr_storage);

  sockaddr* raw() { return reinterpret_cast<sockaddr*>(&storage); }
};

bool fill_address(const Endpoint& endpoint, SocketAddress& address) {
  if (endpoint.is_ipv6()) {
    auto& in6 = reinterpret_cast<sockaddr_in6&>(address.storage);
    in6.sin6_family = AF_INET6;
    in6.sin6_port = htons(endpoint.port);
    address.size = sizeof in6;
    return inet_pton(AF_INET6, endpoint.host.c_str(), &in6.sin6_addr) == 1;
  }
  auto& in4 = reinterpret_cast<sockaddr_in&>(address.storage);
  in4.sin_family = AF_INET;
  in4.sin_port = htons(endpoint.port);
  address.size = sizeof in4;
  return inet_pton(AF_INET, endpoint.host.c_str(), &in4.sin_addr) == 1;
}

Result<Endpoint> endpoint_of(int fd) {
  SocketAddress address;
  if (::getsockname(fd, address.raw(), &address.size) != 0) {
    return fail(ErrorCode::Usage, std::string("the inherited descriptor is not a socket: ") + std::strerror(errno));
  }
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.storage.ss_family == AF_INET6) {
    const auto& in6 = reinterpret_cast<const sockaddr_in6&>(address.storage);
    inet_ntop(AF_INET6, &in6.sin6_addr, text.data(), text.size());
    return Endpoint{text.data(), ntohs(in6.sin6_port)};
  }
  if (address.storage.ss_family == AF_INET) {
    const auto& in4 = reinterpret_cast<const sockaddr_in&>(address.storage);
    inet_ntop(AF_INET, &in4.sin_addr, text.data(), text.size());
    return Endpoint{text.data(), ntohs(in4.sin_port)};
  }
  return fail(ErrorCode::Usage, "the inherited socket is not a TCP socket");
}

/// The name of the user whose program listens at a port, by the kernel's table (proc(5), /proc/net/tcp); else
/// "another user".
std::string user_who_listens_at(std::uint16_t port) {
  constexpr const char* kListening = "0A";
  for (const char* const table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream lines(table);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string number, local, remote, state, queues, timer, retries;
      uid_t user = 0;
      if (!(words >> number >> local >> remote >> state >> queues >> timer >> retries >> user)) continue; // the head
      if (state != kListening || std::strtoul(local.substr(local.rfind(':') + 1).c_str(), nullptr, 16) != port)
        continue;
      const passwd* const entry = ::getpwuid(user);
      return "user " + (entry != nullptr ? std::string(entry->pw_name) : std::to_string(user));
    }
  }
  return "another user";
}

std::unexpected<Error> bind_failed(const Endpoint& endpoint, int error) {
  if (error == EADDRINUSE) {
    return fail(ErrorCode::Usage, "a program of " + user_who_listens_at(endpoint.port) + " listens at this address",
                endpoint.text(),
                "if it is a daemon of Trawl, `trawl --server http://" + endpoint.text() +
                    "` asks it; else choose another address with --listen");
  }
  if (const Error refused = system_error(error, "cannot listen", endpoint.text());
      refused.code == ErrorCode::Exhausted) {
    return std::unexpected(refused);
  }
  return fail(ErrorCode::Usage, std::string("cannot listen: ") + std::strerror(error), endpoint.text(),
              "choose another address with --listen");
}

} // namespace

std::string Endpoint::text() const { return (is_ipv6() ? "[" + host + "]" : host) + ":" + std::to_string(port); }

Result<Endpoint> parse_endpoint(std::string_view text) {
  const auto wrong = [&] {
    return fail(ErrorCode::Usage, "must be ADDRESS:PORT, e.g. 127.0.0.1:7700 or [::1]:7700",
                "--listen " + std::string(text));
  };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return wrong();
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  if (host.starts_with('[') && host.ends_with(']'))
    host = host.substr(1, host.size() - 2);
  else if (host.contains(':'))
    return wrong();
  Endpoint endpoint;
  if (!host.empty() && host != "localhost") endpoint.host = host;
  const auto number = whole_number<std::uint16_t>(port);
  SocketAddress address;
  if (!number) return wrong();
  endpoint.port = *number;
  if (!fill_address(endpoint, address)) return wrong();
  return endpoint;
}

Result<Listener> Listener::bind(const Endpoint& endpoint) {
  SocketAddress address;
  if (!fill_address(endpoint, address)) return bind_failed(endpoint, EINVAL);
  const int fd = ::socket(endpoint.is_ipv6() ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return bind_failed(endpoint, errno);
  Listener listener(fd, endpoint);
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(fd, address.raw(), address.size) != 0 || ::listen(fd, kBacklog) != 0) return bind_failed(endpoint, errno);
  TRAWL_TRY(listener.endpoint_, endpoint_of(fd));
  return listener;
}

Result<Listener> Listener::adopt(int fd) {
  TRAWL_TRY(Endpoint endpoint, endpoint_of(fd));
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  return Listener(fd, std::move(endpoint));
}

} // namespace trawl::searchd
