// SPDX-License-Identifier: GPL-3.0-or-later
/// Which Host names this server accepts; others get 421. Without this check, any web page could read a server on
/// loopback through DNS rebinding.
#pragma once

#include "searchd/http/listener.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::searchd {

class HostCheck {
 public:
  /// Accepts 127.0.0.1, [::1], localhost, the endpoint's address, and `server_names`.
  HostCheck(const Endpoint& endpoint, const std::vector<std::string>& server_names);

  /// `host` is the Host header. Its port, if any, must be the endpoint's. Names are compared without case.
  bool allows(std::string_view host) const;

 private:
  std::vector<std::string> names_;
  std::string port_;
};

} // namespace trawl::searchd
