// SPDX-License-Identifier: GPL-3.0-or-later
/// Who asked, when a proxy stands between: the word of a proxy that the daemon was told to trust, and of nobody else.
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

  /// The peer, or, if that is trusted, the last address in X-Forwarded-For that is not: what stands before it was
  /// written by the client.
  std::string client_of(const HttpRequest& request) const;

  /// Whether a trusted proxy was asked by https.
  bool was_https(const HttpRequest& request) const;

 private:
  std::vector<std::string> addresses_;
};

/// An IP address as the system writes it, an IPv4 one mapped into IPv6 as IPv4; empty for what is none.
std::string canonical_address(std::string_view text);

} // namespace trawl::searchd
