// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/retry.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "indexer/fetch/freshness.h"
#include "shared/base/whole_number.h"

namespace trawl::fetch {
namespace {

using std::chrono::seconds;

/// A number in [0, 1) that depends only on the key (FNV-1a, with mixed bits so that short keys spread, too).
double share_of(std::string_view key) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  hash = (hash ^ hash >> 32) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 29;
  return static_cast<double>(hash >> 11) / static_cast<double>(std::uint64_t{1} << 53);
}

} // namespace

seconds backoff(const RetryPolicy& policy, int failures, std::string_view key) {
  const double pause = static_cast<double>(policy.first.count()) * std::pow(policy.factor, std::max(failures, 1) - 1);
  const double spread = pause * (1 + policy.spread * share_of(key));
  return seconds(static_cast<std::int64_t>(std::min(spread, static_cast<double>(policy.longest.count()))));
}

seconds backoff(const RetryPolicy& policy, int failures, std::string_view key, std::optional<seconds> retry_after) {
  return std::min(std::max(backoff(policy, failures, key), retry_after.value_or(seconds{0})), policy.longest);
}

bool is_transient(int http_status) {
  if (http_status == 408 || http_status == 425 || http_status == 429) return true;
  return http_status >= 500 && http_status != 501 && http_status != 505;
}

bool is_transient(ErrorCode code) {
  return code == ErrorCode::Network || code == ErrorCode::Unresolved || code == ErrorCode::Timeout;
}

std::optional<seconds> parse_retry_after(std::string_view text, Moment now) {
  if (const auto count = whole_number<std::int64_t>(text); count && *count >= 0)
    return seconds(std::min<std::int64_t>(*count, 1LL << 40));
  const auto date = parse_http_date(text);
  if (!date) return std::nullopt;
  return std::max(seconds{0}, *date - now);
}

} // namespace trawl::fetch
