// SPDX-License-Identifier: GPL-3.0-or-later
/// The listening socket: bound here or inherited from systemd.
#pragma once

#include "shared/base/descriptor.h"
#include "shared/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// Where to listen: "127.0.0.1:7700", "[::1]:7700", ":7700" is loopback; port 0 lets the system choose.
struct Endpoint {
  std::string host = "127.0.0.1"; ///< a numeric address, without brackets
  std::uint16_t port = 7700;

  bool is_ipv6() const { return host.contains(':'); }
  bool is_loopback() const { return host == "::1" || host.starts_with("127."); }
  /// "[::1]:7700"
  std::string text() const;
};

/// Usage for anything but a numeric address (or localhost) and a port.
Result<Endpoint> parse_endpoint(std::string_view text);

/// Owns the descriptor.
class Listener {
 public:
  /// Binds with SO_REUSEADDR but not SO_REUSEPORT, so a second daemon on the port fails. Usage if the port is in use.
  static Result<Listener> bind(const Endpoint& endpoint);
  /// Takes ownership of a socket that is already listening.
  static Result<Listener> adopt(int fd);

  int fd() const { return fd_.get(); }
  /// The address it is bound to, with the real port.
  const Endpoint& endpoint() const { return endpoint_; }

 private:
  Listener(int fd, Endpoint endpoint) : fd_(fd), endpoint_(std::move(endpoint)) {}
  Descriptor fd_;
  Endpoint endpoint_;
};

} // namespace trawl::searchd
