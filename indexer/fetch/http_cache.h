// SPDX-License-Identifier: GPL-3.0-or-later
/// How long an answer needs no asking again: Cache-Control, Expires (RFC 9111 §4.2), a feed's own ttl. Pure functions.
#pragma once

#include "indexer/fetch/fetcher.h"
#include "shared/base/date_time.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::fetch {

/// A date of HTTP (RFC 9110 §5.6.7): IMF-fixdate, RFC 850, asctime. nullopt for anything else.
std::optional<Moment> parse_http_date(std::string_view text);

/// max-age of a Cache-Control field; no-cache and no-store count as 0; nullopt if none of them is there.
std::optional<std::chrono::seconds> max_age(std::string_view cache_control);

/// Bounds of what servers may ask for.
struct FreshnessBounds {
  std::chrono::seconds shortest{0};
  std::chrono::seconds longest{24 * 3600};
};

/// The moment from which `response` is worth asking again: max-age, else Expires minus Date, else nothing; and not
/// before `ttl` (e.g. of an RSS channel) after `fetched_at`, all within the bounds.
Moment fresh_until(const FetchResponse& response, std::optional<std::chrono::seconds> ttl,
                   const FreshnessBounds& bounds = {});

} // namespace trawl::fetch
