// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/freshness.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "indexer/fetch/address_policy.h"
#include "indexer/fetch/redirect.h"
#include "indexer/fetch/response_head.h"
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

TEST_CASE("standards: the fields of a response are read as in RFC 9110", "[standards]") {
  standards::check_cases("http_fields", [](const Json& input, const Json&) {
    const fetch::FetchLimits limits;
    fetch::ResponseHead head(limits, fetch::ResourceKind::Page);
    for (const std::string line : input) {
      if (const auto added = head.add_line(line); !added) return Json{{"error", added.error().what}};
    }
    fetch::FetchResponse response;
    response.url = "https://example.org/a/b";
    head.copy_to(response);
    return Json{{"status", response.status},
                {"location", response.location},
                {"content_type", response.content_type},
                {"etag", response.etag},
                {"last_modified", response.last_modified},
                {"retry_after", response.retry_after},
                {"cache_control", response.cache_control},
                {"x_robots_tag", response.x_robots_tag},
                {"link", response.link}};
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

TEST_CASE("standards: special-purpose addresses are not public", "[standards]") {
  standards::check_cases("special_purpose_addresses", [](const Json& input, const Json& expected) -> Json {
    for (const std::string text : input) {
      const auto address = fetch::parse_ip(text);
      if (!address || fetch::is_public(*address) != expected) return text;
    }
    return expected;
  });
}
