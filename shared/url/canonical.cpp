// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/canonical.h"

#include "shared/url/host.h"
#include "shared/url/percent_encoding.h"
#include "shared/url/tracking_parameters.h"
#include "shared/url/url.h"

#include <algorithm>
#include <array>
#include <cstddef>
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

constexpr std::size_t kMaxUrlBytes = 2'048;

/// `query` without tracking parameters and without empty parameters, which form decoders skip. Keeps the order.
std::string without_tracking(std::string_view query) {
  std::string kept;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view parameter = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    const std::string_view value = parameter.substr(std::min(equals + 1, parameter.size()));
    if (parameter.empty() || is_tracking_parameter(parameter.substr(0, equals), value)) continue;
    if (!kept.empty()) kept += '&';
    kept += parameter;
  }
  return kept;
}

std::optional<Url> canonical_url(std::string_view text) {
  if (text.size() > 2 * kMaxUrlBytes) return std::nullopt; // dropped parts may make it this much longer
  auto url = parse(text);
  if (!url) return std::nullopt;
  url->username.clear();
  url->password.clear();
  url->fragment.reset();
  // One final dot names the DNS root. Several final dots are invalid; removing them could turn the host into an IP
  // address.
  if (url->host.ends_with('.') && !url->host.ends_with("..") && url->host.size() > 1) url->host.pop_back();
  url->path = normalise_percent_encoding(url->path);
  if (url->query) {
    const std::string query = normalise_percent_encoding(without_tracking(*url->query));
    query.empty() ? url->query.reset() : void(url->query = query);
  }
  if (url->to_string().size() > kMaxUrlBytes) return std::nullopt;
  return url;
}

/// The path without a final slash and without an index file (index.html and the like).
std::string_view folded_path(std::string_view path) {
  constexpr std::array<std::string_view, 4> kIndexFiles{"/index.html", "/index.htm", "/index.php", "/default.aspx"};
  for (const std::string_view file : kIndexFiles) {
    if (path.ends_with(file)) path.remove_suffix(file.size());
  }
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

} // namespace

std::string canonical(std::string_view url) {
  const auto parsed = canonical_url(url);
  return parsed ? parsed->to_string() : std::string();
}

std::string identity_key(std::string_view url) {
  const auto parsed = canonical_url(url);
  if (!parsed) return {};
  std::string_view host = parsed->host;
  if (host.starts_with("www.") && host.find('.', 4) != std::string_view::npos) host.remove_prefix(4);
  std::string key(host);
  if (parsed->port) key += ':' + std::to_string(*parsed->port);
  key += folded_path(parsed->path);
  if (parsed->query) key += '?' + *parsed->query;
  return key;
}

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
