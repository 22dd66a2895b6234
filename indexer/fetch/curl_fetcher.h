// SPDX-License-Identifier: GPL-3.0-or-later
/// `Fetcher` over libcurl's multi interface: many requests on the one thread that calls `wait`. `FetchLimits` and
/// `AddressPolicy` bound what a hostile server can do. Responses share no state (cookies, HSTS, logins).
///
/// Errors of a request: AddressRefused (scheme, port or address), TooLarge, Timeout, Network, Malformed (not
/// HTTP, an incomplete body, an unknown or repeated content-encoding, a refused content type). A status such as 404 is
/// a response, not an error.
#pragma once

#include "indexer/fetch/address_policy.h"
#include "indexer/fetch/fetch_limits.h"
#include "indexer/fetch/fetcher.h"
#include "shared/base/date_time.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace trawl::fetch {

/// "trawl/VERSION (+https://github.com/trawl-search/trawl)"
std::string default_user_agent();

struct FetcherOptions {
  std::string user_agent = default_user_agent();
  FetchLimits limits;
  AddressPolicy addresses;
  /// "http://IP-or-name:port"; empty: none, regardless of the environment. A proxy resolves the host names, so with one
  /// only the ports of `addresses` are checked.
  std::string proxy;
  std::string ca_file;              ///< PEM bundle that replaces the system's; certificates are always verified
  std::vector<std::string> resolve; ///< "name:port:address", as for CURLOPT_RESOLVE, instead of DNS
  Clock clock = now;                ///< for FetchResponse::fetched_at
};

class CurlFetcher final : public Fetcher {
 public:
  explicit CurlFetcher(FetcherOptions options);
  ~CurlFetcher() override; ///< cancels requests in flight without calling `done`
  CurlFetcher(const CurlFetcher&) = delete;
  CurlFetcher& operator=(const CurlFetcher&) = delete;

  void start(FetchRequest request, Done done) override;
  void wait(std::chrono::milliseconds at_most) override;
  std::size_t in_flight() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::fetch
