// SPDX-License-Identifier: GPL-3.0-or-later
/// How long a response is fresh (RFC 9111 §4.2): Cache-Control, Expires, and a feed's own ttl. Pure functions.
#pragma once

#include "indexer/fetch/fetcher.h"
#include "shared/base/date_time.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::fetch {

/// Reads an HTTP-date (RFC 9110 §5.6.7): IMF-fixdate, rfc850-date or asctime-date. nullopt for anything else.
std::optional<Moment> parse_http_date(std::string_view text);

/// The max-age of a Cache-Control field (RFC 9111 §5.2.2.1); 0 for no-cache and no-store; nullopt if it has none of
/// them.
std::optional<std::chrono::seconds> max_age(std::string_view cache_control);

/// Limits on the freshness lifetime that a server may choose.
struct FreshnessBounds {
  std::chrono::seconds shortest{0};
  std::chrono::seconds longest{24 * 3600};
};

/// When `response` becomes stale. Its freshness lifetime is max-age, else Expires minus Date, else 0; but at least
/// `ttl` (of an RSS channel), and within the bounds.
Moment fresh_until(const FetchResponse& response, std::optional<std::chrono::seconds> ttl,
                   const FreshnessBounds& bounds = {});

} // namespace trawl::fetch
