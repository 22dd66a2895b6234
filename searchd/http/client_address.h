// SPDX-License-Identifier: GPL-3.0-or-later
/// The client's address behind a reverse proxy. Only proxies that the operator trusts are believed.
#pragma once

#include "searchd/http/http_message.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::searchd {

class TrustedProxies {
 public:
  TrustedProxies() = default;
  /// Addresses as `canonical_address` writes them.
  explicit TrustedProxies(std::vector<std::string> addresses) : addresses_(std::move(addresses)) {}

  bool trusts(std::string_view peer) const;

  /// The peer's address; if the peer is trusted, the last untrusted address in X-Forwarded-For. Earlier addresses may
  /// be forged by the client.
  std::string client_of(const HttpRequest& request) const;

  /// Whether a trusted proxy says that the client used https.
  bool was_https(const HttpRequest& request) const;

 private:
  std::vector<std::string> addresses_;
};

/// The canonical form of an IP address; an IPv4 address mapped into IPv6 becomes IPv4. Empty if `text` is not an
/// address.
std::string canonical_address(std::string_view text);

/// What counts as one client: an IPv4 address, or the /64 of an IPv6 address, which is what one subscriber gets at
/// least (RFC 6177). Empty if `text` is not an address.
std::string client_network(std::string_view text);

} // namespace trawl::searchd
