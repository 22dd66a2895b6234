// SPDX-License-Identifier: GPL-3.0-or-later
/// Checks the head of an HTTP/1.x request (RFC 9112) and rejects everything that two parsers could read differently,
/// which is how request smuggling works. Stricter than the RFC where the RFC leaves a choice.
#pragma once

#include "searchd/http/http_limits.h"
#include "searchd/http/http_message.h"

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// Why a request is rejected; the connection is closed after the response.
struct Refusal {
  int status = 400;
  std::string detail;
};

/// The length of the head at the beginning of `bytes`, including its empty line; 0 while it is incomplete. `from` (at
/// most bytes.size()) is where the previous call stopped, so that a slow client does not cost repeated scans. 414 or
/// 431 if it is too long; 400 for a bare LF or CR.
std::expected<std::size_t, Refusal> find_head_end(std::string_view bytes, std::size_t from, const HttpLimits& limits);

/// What a head says, and how to read the body and the next request.
struct RequestHead {
  HttpRequest request; ///< without body and peer
  std::size_t content_length = 0;
  bool chunked = false;
  bool keep_alive = true;
  bool expects_continue = false;

  bool has_body() const { return chunked || content_length > 0; }
};

/// Checks a complete head.
std::expected<RequestHead, Refusal> check_head(std::string_view head, const HttpLimits& limits);

} // namespace trawl::searchd
