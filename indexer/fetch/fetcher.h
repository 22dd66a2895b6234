// SPDX-License-Identifier: GPL-3.0-or-later
/// Fetching over HTTP: the seam between the crawler and the network. Tests put a table of answers behind it.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace trawl::fetch {

enum class ResourceKind { Page, Feed, Robots };

/// One request for one URL. Redirects are followed one hop at a time by the crawler, not by the fetcher.
struct FetchRequest {
  std::string url;
  ResourceKind kind = ResourceKind::Page;
  std::string etag = {};          ///< sent back byte for byte as If-None-Match
  std::string last_modified = {}; ///< likewise as If-Modified-Since
};

/// The answer as it came, decoded (gzip, br, zstd), whatever its status.
struct FetchResponse {
  int status = 0;
  std::string url;      ///< as asked
  std::string location; ///< absolute target of a redirect, or empty
  std::string content_type;
  std::string etag, last_modified;
  std::string retry_after, cache_control, expires, date, x_robots_tag, link;
  std::string body;
  std::size_t wire_bytes = 0;
  std::chrono::milliseconds took{};
  Moment fetched_at{};
};

/// Many requests at once on one thread. Not thread-safe: one thread starts and waits.
class Fetcher {
 public:
  using Done = std::function<void(Result<FetchResponse>)>;

  virtual ~Fetcher() = default;

  /// Begins a request; `done` is called from `wait`, never from `start`.
  virtual void start(FetchRequest request, Done done) = 0;

  /// Waits until something happened or `at_most` passed, and calls what is done.
  virtual void wait(std::chrono::milliseconds at_most) = 0;

  virtual std::size_t in_flight() const = 0;
};

} // namespace trawl::fetch
