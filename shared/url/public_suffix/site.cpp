// SPDX-License-Identifier: GPL-3.0-or-later
// In a folder of its own, so that programs which ask for no site do not load the list and the libraries that it needs.
#include "shared/url/canonical.h"
#include "shared/url/host.h"
#include "shared/url/url.h"

#include <optional>
#include <string>
#include <string_view>

#include <libpsl.h>

namespace trawl::url {
namespace {

/// The public suffix of a lower-case ASCII host name and one more label. nullopt for an address literal, a bare suffix
/// or a single label.
std::optional<std::string> registrable_part(std::string_view host) {
  if (is_ip_literal(host)) return std::nullopt; // the list would turn "1.2.3.4" into "3.4"
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string name(host);
  const psl_ctx_t* list = psl_builtin();
  const char* domain = list ? psl_registrable_domain(list, name.c_str()) : nullptr;
  if (!domain) return std::nullopt;
  return std::string(domain);
}

} // namespace

std::optional<std::string> registrable_domain(std::string_view url) {
  const auto parsed = parse(url);
  return parsed ? registrable_part(parsed->host) : std::nullopt;
}

std::string site(std::string_view url) {
  const auto parsed = parse(url);
  if (!parsed) return {};
  return registrable_part(parsed->host).value_or(parsed->host);
}

} // namespace trawl::url
