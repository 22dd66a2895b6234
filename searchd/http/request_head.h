// SPDX-License-Identifier: GPL-3.0-or-later
/// Looks at the head of an HTTP/1.x request (RFC 9112) before any library does, and refuses what two parsers could read
/// differently: request smuggling lives on that. Stricter than the RFC where it leaves room.
#pragma once

#include "searchd/http/http_limits.h"

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// Why a request is refused; the connection is closed after the answer.
struct Refusal {
  int status = 400;
  std::string detail;
};

/// The number of bytes of the head at the front of `bytes`, its empty line included; 0 while it has not all arrived.
/// `from` is where an earlier call left off (at most bytes.size()), so that a dripping client costs no more.
/// 414, 431 when it grows too long; 400 for a bare LF or CR.
std::expected<std::size_t, Refusal> find_head_end(std::string_view bytes, std::size_t from, const HttpLimits& limits);

/// What the front has to know of a head to read on.
struct RequestHead {
  std::string method;
  std::size_t content_length = 0;
  bool chunked = false;
  bool keep_alive = true;
  bool expects_continue = false;

  bool has_body() const { return chunked || content_length > 0; }
};

/// Checks a complete head. Each refusal has the status RFC 9110 names for it.
std::expected<RequestHead, Refusal> check_head(std::string_view head, const HttpLimits& limits);

} // namespace trawl::searchd
