// SPDX-License-Identifier: GPL-3.0-or-later
/// When to ask again after a failure: exponential backoff per source, Retry-After. Pure functions.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::fetch {

struct RetryPolicy {
  std::chrono::seconds first{15 * 60}; ///< after one failure
  double factor = 2.0;                 ///< each further one
  std::chrono::seconds longest{7 * 24 * 3600};
  double spread = 0.1; ///< up to this share is added, by a hash of the key, so that sources do not fall in step
};

/// The pause after `failures` failures in a row (at least 1) of the source or URL `key`. The same key gives the same.
std::chrono::seconds backoff(const RetryPolicy& policy, int failures, std::string_view key);

/// The pause after a failure that came with a Retry-After: the longer of the two, at most `policy.longest`.
std::chrono::seconds backoff(const RetryPolicy& policy, int failures, std::string_view key,
                             std::optional<std::chrono::seconds> retry_after);

/// Whether asking again may help: 408, 425, 429 and 5xx but 501 and 505.
bool is_transient(int http_status);

/// The same for a request without answer: Network and Timeout are, a refused address or a bomb is not.
bool is_transient(ErrorCode code);

/// Retry-After (RFC 9110 §10.2.3): seconds, or an HTTP date as a distance from `now` (past: 0). nullopt if neither.
std::optional<std::chrono::seconds> parse_retry_after(std::string_view text, Moment now);

} // namespace trawl::fetch
