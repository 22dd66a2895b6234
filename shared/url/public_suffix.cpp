// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/public_suffix.h"

#include <libpsl.h>

#include "shared/url/host.h"

namespace trawl::url {

std::optional<std::string> registrable_part(std::string_view host) {
  if (is_ip_literal(host)) return std::nullopt; // the list would turn "1.2.3.4" into "3.4"
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string name(host);
  const psl_ctx_t* list = psl_builtin();
  const char* domain = list ? psl_registrable_domain(list, name.c_str()) : nullptr;
  if (!domain) return std::nullopt;
  return std::string(domain);
}

} // namespace trawl::url
