// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/client_address.h"

#include <algorithm>
#include <array>

#include <arpa/inet.h>
#include <netinet/in.h>

namespace trawl::searchd {
namespace {

constexpr std::string_view kMapped = "::ffff:";

/// The addresses of every X-Forwarded-For, in order.
std::vector<std::string_view> forwarded(const HttpRequest& request) {
  std::vector<std::string_view> items;
  for (const auto& [name, value] : request.headers) {
    if (!equal_names(name, "X-Forwarded-For")) continue;
    for (std::string_view rest = value; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      items.push_back(trim_white_space(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return items;
}

} // namespace

std::string canonical_address(std::string_view text) {
  const std::string address(text);
  std::array<char, INET6_ADDRSTRLEN> out{};
  in6_addr binary{};
  for (const int family : {AF_INET, AF_INET6}) {
    if (inet_pton(family, address.c_str(), &binary) == 1) {
      if (inet_ntop(family, &binary, out.data(), out.size()) == nullptr) return {};
      const std::string_view canonical = out.data();
      const bool is_mapped = canonical.starts_with(kMapped) && canonical.contains('.');
      return std::string(is_mapped ? canonical.substr(kMapped.size()) : canonical);
    }
  }
  return {};
}

std::string client_network(std::string_view text) {
  std::string address = canonical_address(text);
  in6_addr binary{};
  if (!address.contains(':') || inet_pton(AF_INET6, address.c_str(), &binary) != 1) return address;
  std::fill(std::begin(binary.s6_addr) + 8, std::end(binary.s6_addr), std::uint8_t{0});
  std::array<char, INET6_ADDRSTRLEN> out{};
  if (inet_ntop(AF_INET6, &binary, out.data(), out.size()) == nullptr) return {};
  return std::string(out.data()) + "/64";
}

bool TrustedProxies::trusts(std::string_view peer) const {
  return !addresses_.empty() && std::ranges::find(addresses_, canonical_address(peer)) != addresses_.end();
}

std::string TrustedProxies::client_of(const HttpRequest& request) const {
  std::string client = request.peer;
  if (!trusts(client)) return client;
  const auto items = forwarded(request);
  for (auto item = items.rbegin(); item != items.rend() && trusts(client); ++item) {
    const std::string address = canonical_address(*item);
    if (address.empty()) break;
    client = address;
  }
  return client;
}

bool TrustedProxies::was_https(const HttpRequest& request) const {
  return trusts(request.peer) && equal_names(request.header("X-Forwarded-Proto"), "https");
}

} // namespace trawl::searchd
