// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/host_check.h"

#include "searchd/http/http_message.h"

#include <algorithm>

namespace trawl::searchd {

HostCheck::HostCheck(const Endpoint& endpoint, const std::vector<std::string>& server_names)
    : names_{"127.0.0.1", "[::1]", "localhost"}, port_(std::to_string(endpoint.port)) {
  names_.push_back(endpoint.is_ipv6() ? "[" + endpoint.host + "]" : endpoint.host);
  names_.insert(names_.end(), server_names.begin(), server_names.end());
}

bool HostCheck::allows(std::string_view host) const {
  return std::ranges::any_of(names_, [&](const std::string& name) {
    if (host.size() < name.size() || !equal_names(host.substr(0, name.size()), name)) return false;
    const std::string_view rest = host.substr(name.size());
    return rest.empty() || (rest.starts_with(':') && rest.substr(1) == port_);
  });
}

} // namespace trawl::searchd
