// SPDX-License-Identifier: GPL-3.0-or-later
/// Requests and responses as plain values.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::searchd {

/// Bytes for the wire.
struct RawResponse {
  std::string bytes;
  bool close = false;
};

struct HttpRequest {
  std::string method{};
  std::string path{};  ///< as sent, percent-encoding and all
  std::string query{}; ///< the part after '?', as sent
  std::string body{};  ///< decoded
  std::string peer{};  ///< address of the client
  std::vector<std::pair<std::string, std::string>> headers{};

  /// The first header of that name (without case), or empty.
  std::string_view header(std::string_view name) const;
};

/// A complete, checked request.
struct RawRequest {
  HttpRequest request{};
  /// The connection closes after the answer, which says so.
  bool is_last = false;
};

struct HttpResponse {
  int status = 200;
  std::string content_type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;

  std::string_view header(std::string_view name) const;
  /// Replaces the header. `value` must not contain text from a request, which could split the response.
  void set_header(std::string name, std::string value);
};

/// Whether two header names are equal, without case.
bool equal_names(std::string_view a, std::string_view b);

/// Whether `c` may be part of a token (RFC 9110 §5.6.2).
bool is_token_char(char c);
/// Whether `c` is a control character other than the tab.
inline bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; }

/// `value` without the blanks and tabs around it (optional white space, RFC 9110 §5.6.3).
std::string_view trim_white_space(std::string_view value);

} // namespace trawl::searchd
