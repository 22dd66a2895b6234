// SPDX-License-Identifier: GPL-3.0-or-later
/// Which IP addresses the fetcher may connect to: public ones. A crawler follows links that strangers wrote, and a host
/// name may resolve to this machine or its network (server-side request forgery). So the address of each connection is
/// checked, not the URL. Ranges: IANA special-purpose address registries (RFC 6890 and its updates).
#pragma once

#include "shared/base/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sockaddr;

namespace trawl::fetch {

/// An IPv4 address (in the first four bytes) or an IPv6 one, in network byte order.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};
  bool is_v6 = false;
  std::uint32_t scope = 0; ///< IPv6 zone index; 0: none

  bool operator==(const IpAddress&) const = default;
};

/// The address and port of a connection.
struct Endpoint {
  IpAddress address;
  std::uint16_t port = 0;

  bool operator==(const Endpoint&) const = default;
};

/// Reads "127.0.0.1" or "::1", with or without brackets; no other notation.
std::optional<IpAddress> parse_ip(std::string_view text);

/// Reads "127.0.0.1:8080" or "[::1]:8080"; no ranges, no host names.
std::optional<Endpoint> parse_endpoint(std::string_view text);

/// nullopt unless the family is AF_INET or AF_INET6.
std::optional<Endpoint> endpoint_of(const sockaddr& address);

std::string to_text(const IpAddress& address);

/// Whether this is a global unicast address outside every special-purpose range. Of IPv6 only 2000::/3, without 6to4
/// and Teredo, which embed IPv4 addresses. An address with a zone is never public.
bool is_public(const IpAddress& address);

/// What a fetcher may connect to.
class AddressPolicy {
 public:
  /// Public addresses on ports 80, 443, 8080 and 8443.
  AddressPolicy() = default;

  /// The default, and exactly these endpoints ("IP:PORT", for tests and intranets). Usage: an entry has another form.
  static Result<AddressPolicy> allowing(const std::vector<std::string>& endpoints);

  /// Allows one more port on public addresses, for a configured source.
  void allow_port(std::uint16_t port);

  bool permits(const Endpoint& endpoint) const;

  /// Whether any connection to this port could be permitted, so that a URL can be refused before its host is resolved.
  bool permits_port(std::uint16_t port) const;

 private:
  std::vector<std::uint16_t> ports_{80, 443, 8080, 8443};
  std::vector<Endpoint> endpoints_;
};

} // namespace trawl::fetch
