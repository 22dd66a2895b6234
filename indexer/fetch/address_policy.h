// SPDX-License-Identifier: GPL-3.0-or-later
/// Which addresses may be connected to: public ones. A crawler follows links that strangers wrote, so a name may point
/// at this machine or its neighbours (server-side request forgery); what counts is the address connected to, in binary.
/// Ranges: IANA special-purpose address registries (RFC 6890 and its updates). Pure; no lookups.
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

/// An IPv4 address (in the first four bytes) or an IPv6 one, in network order.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};
  bool is_v6 = false;
  std::uint32_t scope = 0; ///< IPv6 zone; 0: none

  bool operator==(const IpAddress&) const = default;
};

/// An address with the port of a connection.
struct Endpoint {
  IpAddress address;
  std::uint16_t port = 0;

  bool operator==(const Endpoint&) const = default;
};

/// "127.0.0.1" or "::1", with or without brackets; no other spelling.
std::optional<IpAddress> parse_ip(std::string_view text);

/// "127.0.0.1:8080" or "[::1]:8080"; no ranges, no names.
std::optional<Endpoint> parse_endpoint(std::string_view text);

/// nullopt for what is neither AF_INET nor AF_INET6.
std::optional<Endpoint> endpoint_of(const sockaddr& address);

std::string to_text(const IpAddress& address);

/// Whether it is a global unicast address outside every special-purpose range. IPv6: only 2000::/3, and none that
/// carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo). An address with a zone never is.
bool is_public(const IpAddress& address);

/// What a fetcher may connect to. An immutable value once made.
class AddressPolicy {
 public:
  /// Public addresses on ports 80, 443, 8080 and 8443.
  AddressPolicy() = default;

  /// The same, and exactly these endpoints ("IP:PORT", for tests and intranets). Usage error for any other form.
  static Result<AddressPolicy> allowing(const std::vector<std::string>& endpoints);

  /// One more port on public addresses: that of a configured source.
  void allow_port(std::uint16_t port);

  bool permits(const Endpoint& endpoint) const;

  /// Whether any connection to this port could be permitted: lets a URL be refused before its name is looked up.
  bool permits_port(std::uint16_t port) const;

 private:
  std::vector<std::uint16_t> ports_{80, 443, 8080, 8443};
  std::vector<Endpoint> endpoints_;
};

} // namespace trawl::fetch
