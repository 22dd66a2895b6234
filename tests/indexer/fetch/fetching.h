// SPDX-License-Identifier: GPL-3.0-or-later
/// Fetching from a server on loopback.
#pragma once

#include "indexer/fetch/curl_fetcher.h"
#include "tests/indexer/fetch/loopback_server.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

namespace trawl::fetch::test_support {

using namespace std::chrono_literals;

inline FetcherOptions options_for(const test::LoopbackServer& server) {
  FetcherOptions options;
  options.addresses = AddressPolicy::allowing({server.endpoint()}).value();
  options.clock = [] { return Moment{std::chrono::seconds{1'800'000'000}}; };
  return options;
}

inline Result<FetchResponse> ask(Fetcher& fetcher, FetchRequest request) {
  std::optional<Result<FetchResponse>> result;
  fetcher.start(std::move(request), [&](Result<FetchResponse> given) { result = std::move(given); });
  for (int round = 0; round < 10'000 && !result; ++round) fetcher.wait(1000ms);
  REQUIRE(result.has_value());
  CHECK(fetcher.in_flight() == 0);
  return *std::move(result);
}

inline Result<FetchResponse> ask(const FetcherOptions& options, const std::string& url,
                                 ResourceKind kind = ResourceKind::Page) {
  CurlFetcher fetcher(options);
  return ask(fetcher, {.url = url, .kind = kind, .etag = {}, .last_modified = {}});
}

inline std::string error_name(const Result<FetchResponse>& result) {
  return result ? "status " + std::to_string(result->status) : std::string(name_of(result.error().code));
}

} // namespace trawl::fetch::test_support
