// SPDX-License-Identifier: GPL-3.0-or-later
/// When to retry after a failure: exponential backoff, Retry-After (RFC 9110 §10.2.3). Pure functions.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::fetch {

struct RetryPolicy {
  std::chrono::seconds first{15 * 60}; ///< after one failure
  double factor = 2.0;                 ///< for each further failure
  std::chrono::seconds longest{7 * 24 * 3600};
  double spread = 0.1; ///< jitter: adds up to this share, by a hash of the key, so that retries spread out
};

/// The pause after `failures` failures in a row (at least 1) of the source or URL `key`. Deterministic.
std::chrono::seconds backoff(const RetryPolicy& policy, int failures, std::string_view key);

/// The pause after a failure with a Retry-After: the longer of the two, at most `policy.longest`.
std::chrono::seconds backoff(const RetryPolicy& policy, int failures, std::string_view key,
                             std::optional<std::chrono::seconds> retry_after);

/// Whether a retry may help: 408, 425, 429, and 5xx except 501 and 505.
bool is_transient(int http_status);

/// Whether a retry may help after a request without a response: for Network and Timeout.
bool is_transient(ErrorCode code);

/// Reads Retry-After: delay-seconds, or an HTTP-date as its distance from `now` (0 if past). nullopt if it is neither.
std::optional<std::chrono::seconds> parse_retry_after(std::string_view text, Moment now);

} // namespace trawl::fetch
