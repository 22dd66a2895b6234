// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the robots.txt of each origin for a day (RFC 9309 §2.4). Does not fetch.
#pragma once

#include "indexer/fetch/politeness.h"
#include "indexer/fetch/robots/robots.h"
#include "shared/base/date_time.h"

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace trawl::fetch {

/// "https://host/robots.txt" for any URL of that origin; empty unless it is an http(s) URL.
std::string robots_url(std::string_view url);

/// Why a URL must not be requested, as a phrase; empty if it may be.
std::string refusal_of(const Robots& robots, std::string_view url, const Politeness& politeness);

/// Origins are those of url::Url::origin. Not thread-safe.
class RobotsCache {
 public:
  /// `product`: our product token, e.g. "trawl".
  explicit RobotsCache(std::string product, std::chrono::seconds lifetime = std::chrono::hours{24},
                       std::chrono::seconds failure_lifetime = std::chrono::hours{1});

  /// The rules of `origin`; null if they must be fetched (again). Valid until the next `store` or `restore`.
  const Robots* find(std::string_view origin, Moment now) const;

  /// Stores the response to a request for robots.txt, after redirects; `status` 0: no response. After a server error an
  /// older copy stays in use (§2.3.1.4); without one, nothing is allowed until `failure_lifetime` has passed.
  const Robots& store(std::string_view origin, int status, std::string_view body, Moment now);

  /// Adds the rules that an earlier run fetched at `fetched_at`.
  void restore(std::string_view origin, Robots robots, Moment fetched_at);

  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Robots robots;
    Moment expires{};
    bool is_copy = false; ///< from the server, not from a failure
  };
  std::string product_;
  std::chrono::seconds lifetime_;
  std::chrono::seconds failure_lifetime_;
  std::map<std::string, Entry, std::less<>> entries_;
};

} // namespace trawl::fetch
