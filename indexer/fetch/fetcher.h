// SPDX-License-Identifier: GPL-3.0-or-later
/// Fetching over HTTP: the interface between the crawler and the network. Tests implement it with a table of responses.
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

enum class ResourceKind { Page, Feed, Robots, Picture };

/// One request for one URL. The crawler follows redirects, one hop at a time; the fetcher does not.
struct FetchRequest {
  std::string url;
  ResourceKind kind = ResourceKind::Page;
  std::string etag = {};          ///< sent unchanged as If-None-Match
  std::string last_modified = {}; ///< sent unchanged as If-Modified-Since
};

/// The response, whatever its status; the body is decoded (gzip, br, zstd, deflate).
struct FetchResponse {
  int status = 0;
  std::string url;      ///< as requested
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

  /// Starts a request. `done` is called from `wait`, never from `start`.
  virtual void start(FetchRequest request, Done done) = 0;

  /// Waits until a request has progressed or `at_most` has passed, then calls `done` of those that ended.
  virtual void wait(std::chrono::milliseconds at_most) = 0;

  virtual std::size_t in_flight() const = 0;
};

} // namespace trawl::fetch
