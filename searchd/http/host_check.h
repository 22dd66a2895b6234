// SPDX-License-Identifier: GPL-3.0-or-later
/// Which names this server answers to. A server on loopback without a login can be read by any web page through DNS
/// rebinding, unless it answers to its own names only (421 otherwise).
#pragma once

#include "searchd/http/listener.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::searchd {

class HostCheck {
 public:
  /// Knows 127.0.0.1, [::1], localhost and the endpoint's own address; and `server_names`, for behind a proxy.
  HostCheck(const Endpoint& endpoint, const std::vector<std::string>& server_names);

  /// `host` is the Host header. A port must be the endpoint's; it may be missing. Without case; no trailing dot.
  bool allows(std::string_view host) const;

 private:
  std::vector<std::string> names_;
  std::string port_;
};

} // namespace trawl::searchd
