// SPDX-License-Identifier: GPL-3.0-or-later
/// http(s) URLs by the WHATWG URL Standard (https://url.spec.whatwg.org/): parsing, resolving, serialising.
/// URLs of other schemes are refused. Nothing here touches the network.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl::url {

/// A parsed absolute http or https URL. An immutable value; parts are percent-encoded as the standard serialises them.
struct Url {
  std::string scheme; ///< "http" or "https"
  std::string username;
  std::string password;
  std::string host;                    ///< ASCII lower case (IDNA), or IPv4, or "[IPv6]"
  std::optional<unsigned short> port;  ///< nullopt: the scheme's default
  std::string path;                    ///< begins with '/'
  std::optional<std::string> query;    ///< without '?'
  std::optional<std::string> fragment; ///< without '#'

  /// The serialisation ("href").
  std::string to_string() const;
  /// scheme://host[:port]
  std::string origin() const;
  /// Path and query as sent in a request line.
  std::string request_target() const;

  bool operator==(const Url&) const = default;
};

/// Parses `input` against `base` (which may be absent if `input` is absolute). nullopt if it is not a valid http(s)
/// URL.
std::optional<Url> parse(std::string_view input, const Url* base = nullptr);

/// `resolve("../a", "http://x/b/c")` is "http://x/a"; empty if either is not an http(s) URL. The base of
/// an absolute reference may be empty.
std::string resolve(std::string_view reference, std::string_view base);

/// Whether the last segment of a path has the ending of a page's file, as "/blog.html".
bool names_file(std::string_view path);

} // namespace trawl::url
