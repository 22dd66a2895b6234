// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/url.h"

#include <algorithm>
#include <cstddef>

#include "shared/base/ascii.h"
#include "shared/url/host.h"
#include "shared/url/percent_encoding.h"

// The standard describes a state machine over code points. For http and https its states follow one another, so each is
// a function here that consumes its part of the input; comments name the states.

namespace trawl::url {
namespace {

bool is_slash(char c) { return c == '/' || c == '\\'; } // equivalent in a special URL

/// Without C0 controls and spaces at both ends, and without tabs and line ends anywhere (§4.4, steps 1 to 3).
std::string clean(std::string_view input) {
  const auto is_trimmed = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  while (!input.empty() && is_trimmed(input.front())) input.remove_prefix(1);
  while (!input.empty() && is_trimmed(input.back())) input.remove_suffix(1);
  std::string out(input);
  std::erase_if(out, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  return out;
}

/// Removes the scheme and its ':' from `input` and returns the scheme in lower case; nullopt if there is no scheme.
std::optional<std::string> take_scheme(std::string_view& input) {
  if (input.empty() || !ascii::is_alpha(input.front())) return std::nullopt;
  const auto is_scheme_character = [](char c) { return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.'; };
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(input, is_scheme_character) - input.begin());
  if (end == input.size() || input[end] != ':') return std::nullopt;
  std::string scheme = ascii::to_lower(input.substr(0, end));
  input.remove_prefix(end + 1);
  return scheme;
}

void skip_slashes(std::string_view& input) {
  while (!input.empty() && is_slash(input.front())) input.remove_prefix(1);
}

unsigned short default_port(std::string_view scheme) { return scheme == "https" ? 443 : 80; }

/// Port state: digits only, or nothing.
bool parse_port(std::string_view text, Url& url) {
  unsigned value = 0;
  for (const char c : text) {
    if (!ascii::is_digit(c)) return false;
    value = value * 10 + static_cast<unsigned>(c - '0');
    if (value > 0xFFFF) return false;
  }
  if (!text.empty() && value != default_port(url.scheme)) url.port = static_cast<unsigned short>(value);
  return true;
}

/// Host state: up to a ':' that is not inside brackets.
bool parse_host_and_port(std::string_view text, Url& url) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  const std::size_t colon = text.find(':', bracket == std::string_view::npos ? text.size() : bracket);
  auto host = parse_host(text.substr(0, colon));
  if (!host) return false;
  url.host = std::move(*host);
  return colon == std::string_view::npos || parse_port(text.substr(colon + 1), url);
}

/// Authority state: user info, host, port, up to the path, query or fragment.
bool take_authority(std::string_view& input, Url& url) {
  const std::size_t end = std::min(input.find_first_of("/\\?#"), input.size());
  std::string_view authority = input.substr(0, end);
  input.remove_prefix(end);
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    const std::string_view user_info = authority.substr(0, at);
    authority.remove_prefix(at + 1);
    const std::size_t colon = std::min(user_info.find(':'), user_info.size());
    append_encoded(url.username, user_info.substr(0, colon), EncodeSet::Userinfo);
    if (colon < user_info.size()) append_encoded(url.password, user_info.substr(colon + 1), EncodeSet::Userinfo);
  }
  return parse_host_and_port(authority, url);
}

bool is_single_dot(std::string_view segment) { return segment == "." || ascii::to_lower(segment) == "%2e"; }

bool is_double_dot(std::string_view segment) {
  if (segment.size() < 2 || segment.size() > 6) return false;
  const std::string lower = ascii::to_lower(segment);
  return lower == ".." || lower == ".%2e" || lower == "%2e." || lower == "%2e%2e";
}

void shorten(std::string& path) { path.erase(std::min(path.rfind('/'), path.size())); }

/// Path state. `url.path` contains the segments to continue from, each preceded by a '/'.
void take_path(std::string_view& input, Url& url) {
  if (!input.empty() && is_slash(input.front())) input.remove_prefix(1);
  while (true) {
    const std::size_t end = std::min(input.find_first_of("/\\?#"), input.size());
    const std::string_view segment = input.substr(0, end);
    input.remove_prefix(end);
    const bool goes_on = !input.empty() && is_slash(input.front());
    if (is_double_dot(segment)) {
      shorten(url.path);
      if (!goes_on) url.path += '/';
    } else if (is_single_dot(segment)) {
      if (!goes_on) url.path += '/';
    } else {
      url.path += '/';
      append_encoded(url.path, segment, EncodeSet::Path);
    }
    if (!goes_on) return;
    input.remove_prefix(1);
  }
}

/// Query and fragment states: the rest of the input.
void take_query_and_fragment(std::string_view input, Url& url) {
  const std::size_t hash = std::min(input.find('#'), input.size());
  if (input.starts_with('?')) append_encoded(url.query.emplace(), input.substr(1, hash - 1), EncodeSet::SpecialQuery);
  if (hash < input.size()) append_encoded(url.fragment.emplace(), input.substr(hash + 1), EncodeSet::Fragment);
}

/// Relative state: `input` has no scheme, or that of `base` without "//" after it.
std::optional<Url> parse_relative(std::string_view input, const Url& base) {
  Url url = base;
  url.fragment.reset();
  const bool is_rooted = !input.empty() && is_slash(input.front());
  if (is_rooted && input.size() > 1 && is_slash(input[1])) {
    url = Url{};
    url.scheme = base.scheme;
    skip_slashes(input);
    if (!take_authority(input, url)) return std::nullopt;
    take_path(input, url);
  } else if (is_rooted || (!input.empty() && input.front() != '?' && input.front() != '#')) {
    is_rooted ? url.path.clear() : shorten(url.path);
    url.query.reset();
    take_path(input, url);
  }
  if (input.starts_with('?')) url.query.reset();
  take_query_and_fragment(input, url);
  return url;
}

} // namespace

std::string Url::origin() const {
  std::string out = scheme + "://" + host;
  if (port) out += ':' + std::to_string(*port);
  return out;
}

std::string Url::request_target() const { return query ? path + '?' + *query : path; }

std::string Url::to_string() const {
  std::string out = scheme + "://";
  if (!username.empty() || !password.empty()) {
    out += username;
    if (!password.empty()) out += ':' + password;
    out += '@';
  }
  out += host;
  if (port) out += ':' + std::to_string(*port);
  out += request_target();
  if (fragment) out += '#' + *fragment;
  return out;
}

std::optional<Url> parse(std::string_view input, const Url* base) {
  const std::string cleaned = clean(input);
  std::string_view rest = cleaned;
  const auto scheme = take_scheme(rest);
  if (!scheme) return base ? parse_relative(rest, *base) : std::nullopt;
  if (*scheme != "http" && *scheme != "https") return std::nullopt;
  if (base && base->scheme == *scheme && !rest.starts_with("//")) return parse_relative(rest, *base);
  Url url;
  url.scheme = *scheme;
  skip_slashes(rest);
  if (!take_authority(rest, url)) return std::nullopt;
  take_path(rest, url);
  take_query_and_fragment(rest, url);
  return url;
}

std::string resolve(std::string_view reference, std::string_view base) {
  const auto parsed_base = parse(base);
  if (!parsed_base && !base.empty()) return {};
  const auto url = parse(reference, parsed_base ? &*parsed_base : nullptr);
  return url ? url->to_string() : std::string();
}

bool names_file(std::string_view path) {
  constexpr std::string_view kEndings[] = {"html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "md", "xml"};
  const auto name = path.substr(path.rfind('/') + 1); // npos + 1 is 0
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string ending = ascii::to_lower(name.substr(dot + 1));
  return std::ranges::find(kEndings, ending) != std::end(kEndings);
}

} // namespace trawl::url
