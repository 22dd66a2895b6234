// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/http_cache.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"
#include "tests/standards/cases.h"

using namespace trawl;
using namespace std::chrono_literals;
using standards::Json;

namespace {

// The date of the examples in RFC 9110 §5.6.7: Sun, 06 Nov 1994 08:49:37 GMT.
const Moment kNow = std::chrono::sys_days{std::chrono::year{1994} / 11 / 6} + 8h + 49min + 37s;

Json seconds_of(const std::optional<std::chrono::seconds>& time) { return time ? Json(time->count()) : Json(); }

} // namespace

TEST_CASE("standards: a response is fresh for as long as RFC 9111 says", "[standards]") {
  standards::check_cases("http_freshness", [](const Json& input, const Json&) {
    fetch::FetchResponse response;
    response.fetched_at = kNow;
    response.cache_control = input.value("cache-control", "");
    response.expires = input.value("expires", "");
    response.date = input.value("date", "");
    std::optional<std::chrono::seconds> ttl;
    if (input.contains("ttl")) ttl = std::chrono::seconds(input["ttl"].get<int>());
    return Json((fetch::fresh_until(response, ttl, {0s, 365 * 24h}) - kNow).count());
  });
}

TEST_CASE("standards: Cache-Control is read as in RFC 9111", "[standards]") {
  standards::check_cases("http_cache_control", [](const Json& input, const Json&) {
    return seconds_of(fetch::max_age(input.get<std::string>()));
  });
}

TEST_CASE("standards: Retry-After is read as in RFC 9110", "[standards]") {
  standards::check_cases("http_retry_after", [](const Json& input, const Json&) {
    return seconds_of(fetch::parse_retry_after(input.get<std::string>(), kNow));
  });
}

TEST_CASE("standards: status codes mean what RFC 9110 says", "[standards]") {
  standards::check_cases("http_status", [](const Json& input, const Json&) {
    const int status = input;
    return Json{{"redirect", fetch::is_redirect(status)},
                {"permanent", fetch::is_permanent_redirect(status)},
                {"transient", fetch::is_transient(status)}};
  });
}
