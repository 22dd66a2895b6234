// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/address_policy.h"

#include "shared/base/whole_number.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace trawl::fetch {
namespace {

struct Range {
  std::array<std::uint8_t, 16> prefix;
  int bits;
};

constexpr Range v4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, int bits) {
  return {{a, b, c, d}, bits};
}

constexpr Range v6(std::uint16_t a, std::uint16_t b, std::uint16_t c, int bits) {
  Range range{{}, bits};
  const std::array words{a, b, c};
  for (std::size_t i = 0; i < words.size(); ++i) {
    range.prefix[2 * i] = static_cast<std::uint8_t>(words[i] >> 8);
    range.prefix[2 * i + 1] = static_cast<std::uint8_t>(words[i] & 0xFF);
  }
  return range;
}

constexpr std::array kRefusedV4{
    v4(0, 0, 0, 0, 8),        // this network; 0 connects to loopback
    v4(10, 0, 0, 0, 8),       // private
    v4(100, 64, 0, 0, 10),    // carrier-grade NAT, and the metadata service of one cloud
    v4(127, 0, 0, 0, 8),      // loopback
    v4(168, 63, 129, 16, 32), // service of one cloud, in a public range
    v4(169, 254, 0, 0, 16),   // link-local, and the usual metadata service
    v4(172, 16, 0, 0, 12),    // private
    v4(192, 0, 0, 0, 24),     // protocol assignments
    v4(192, 0, 2, 0, 24),     // documentation
    v4(192, 31, 196, 0, 24),  // AS112
    v4(192, 52, 193, 0, 24),  // AMT
    v4(192, 88, 99, 0, 24),   // 6to4 relays (deprecated)
    v4(192, 168, 0, 0, 16),   // private
    v4(192, 175, 48, 0, 24),  // AS112
    v4(198, 18, 0, 0, 15),    // benchmarking
    v4(198, 51, 100, 0, 24),  // documentation
    v4(203, 0, 113, 0, 24),   // documentation
    v4(224, 0, 0, 0, 4),      // multicast
    v4(240, 0, 0, 0, 4),      // reserved, broadcast
};

constexpr Range kGlobalV6 = v6(0x2000, 0, 0, 3);

constexpr std::array kRefusedV6{
    v6(0x2001, 0, 0, 23),           // protocol assignments: Teredo, benchmarking, ORCHID, DRIP
    v6(0x2001, 0x0DB8, 0, 32),      // documentation
    v6(0x2002, 0, 0, 16),           // 6to4
    v6(0x2620, 0x004F, 0x8000, 48), // AS112
    v6(0x3FFF, 0, 0, 20),           // documentation
};

bool contains(const Range& range, const IpAddress& address) {
  const auto whole_bytes = static_cast<std::size_t>(range.bits / 8);
  if (!std::equal(range.prefix.begin(), range.prefix.begin() + whole_bytes, address.bytes.begin())) return false;
  const int rest = range.bits % 8;
  return rest == 0 || (range.prefix[whole_bytes] ^ address.bytes[whole_bytes]) >> (8 - rest) == 0;
}

} // namespace

std::optional<IpAddress> parse_ip(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  const std::string copy(text);
  IpAddress address;
  if (inet_pton(AF_INET, copy.c_str(), address.bytes.data()) == 1) return address;
  address.is_v6 = true;
  if (inet_pton(AF_INET6, copy.c_str(), address.bytes.data()) == 1) return address;
  return std::nullopt;
}

std::optional<Endpoint> parse_endpoint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view host = text.substr(0, colon);
  const auto address = parse_ip(host);
  if (!address || address->is_v6 != host.starts_with('[')) return std::nullopt;
  const auto port = whole_number<std::uint16_t>(text.substr(colon + 1));
  return port && *port != 0 ? std::optional(Endpoint{*address, *port}) : std::nullopt;
}

std::optional<Endpoint> endpoint_of(const sockaddr& address) {
  Endpoint endpoint;
  if (address.sa_family == AF_INET) {
    sockaddr_in v4_address{};
    std::memcpy(&v4_address, &address, sizeof v4_address);
    std::memcpy(endpoint.address.bytes.data(), &v4_address.sin_addr, sizeof v4_address.sin_addr);
    endpoint.port = ntohs(v4_address.sin_port);
    return endpoint;
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 v6_address{};
    std::memcpy(&v6_address, &address, sizeof v6_address);
    std::memcpy(endpoint.address.bytes.data(), &v6_address.sin6_addr, sizeof v6_address.sin6_addr);
    endpoint.address.is_v6 = true;
    endpoint.address.scope = v6_address.sin6_scope_id;
    endpoint.port = ntohs(v6_address.sin6_port);
    return endpoint;
  }
  return std::nullopt;
}

std::string to_text(const IpAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> buffer{};
  inet_ntop(address.is_v6 ? AF_INET6 : AF_INET, address.bytes.data(), buffer.data(), buffer.size());
  return buffer.data();
}

bool is_public(const IpAddress& address) {
  if (!address.is_v6) {
    return std::ranges::none_of(kRefusedV4, [&](const Range& range) { return contains(range, address); });
  }
  // The global unicast block excludes loopback, link-local, unique local and multicast addresses, and those that embed
  // an IPv4 address (mapped, compatible, NAT64).
  return address.scope == 0 && contains(kGlobalV6, address) &&
         std::ranges::none_of(kRefusedV6, [&](const Range& range) { return contains(range, address); });
}

Result<AddressPolicy> AddressPolicy::allowing(const std::vector<std::string>& endpoints) {
  AddressPolicy policy;
  for (const std::string& text : endpoints) {
    const auto endpoint = parse_endpoint(text);
    if (!endpoint) {
      return fail(ErrorCode::Usage, "not an address with a port", text,
                  "write IP:PORT, e.g. 127.0.0.1:8080 or [::1]:8080");
    }
    policy.endpoints_.push_back(*endpoint);
  }
  return policy;
}

void AddressPolicy::allow_port(std::uint16_t port) {
  if (std::ranges::find(ports_, port) == ports_.end()) ports_.push_back(port);
}

bool AddressPolicy::permits(const Endpoint& endpoint) const {
  if (std::ranges::find(endpoints_, endpoint) != endpoints_.end()) return true;
  return std::ranges::find(ports_, endpoint.port) != ports_.end() && is_public(endpoint.address);
}

bool AddressPolicy::permits_port(std::uint16_t port) const {
  return std::ranges::find(ports_, port) != ports_.end() ||
         std::ranges::find(endpoints_, port, &Endpoint::port) != endpoints_.end();
}

} // namespace trawl::fetch
