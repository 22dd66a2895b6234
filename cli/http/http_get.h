// SPDX-License-Identifier: GPL-3.0-or-later
/// One GET over HTTP or HTTPS. It is a module of its own (lib/trawl/trawl-http.so) that the command line loads when
/// there is a daemon to ask: loading cpp-httplib with OpenSSL takes as long as a search.
#pragma once

#include <string>

namespace trawl::cli {

struct HttpQuestion {
  bool is_secure = false; ///< HTTPS, with a certificate that the system trusts
  std::string host;       ///< a name or an address; of IPv6 without brackets
  int port = 0;
  std::string target;   ///< percent-encoded path and query
  std::string language; ///< Accept-Language; empty: none is sent
};

struct HttpAnswer {
  int status = 0; ///< 0: there is no answer, and `trouble` says why
  std::string body;
  std::string trouble;
};

inline constexpr const char* kHttpModule = "trawl-http.so";

/// What the module exports. Uses no proxy and follows no redirect.
extern "C" void trawl_http_get(const HttpQuestion& question, HttpAnswer& answer);

} // namespace trawl::cli
