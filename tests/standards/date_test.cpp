// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/date_time.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "indexer/fetch/freshness.h"
#include "shared/text/dates/parse_date.h"
#include "tests/standards/cases.h"

using namespace trawl;
using standards::Json;

namespace {

/// Without the clock that it was written by.
Json text_of(const std::optional<Date>& date) { return date ? Json(to_text({date->time, date->precision})) : Json(); }

} // namespace

TEST_CASE("standards: timestamps are read as in RFC 3339", "[standards]") {
  standards::check_cases(
      "date_rfc3339", [](const Json& input, const Json&) { return text_of(parse_rfc3339(input.get<std::string>())); });
}

TEST_CASE("standards: dates of messages and RSS are read as in RFC 5322 and its predecessors", "[standards]") {
  standards::check_cases("date_rfc5322", [](const Json& input, const Json&) {
    return text_of(text::parse_feed_date(input.get<std::string>()));
  });
}

TEST_CASE("standards: dates of feeds are read as in ISO 8601 and W3C-DTF", "[standards]") {
  standards::check_cases("date_iso8601", [](const Json& input, const Json&) {
    return text_of(text::parse_feed_date(input.get<std::string>()));
  });
}

TEST_CASE("standards: HTTP dates are read as in RFC 9110", "[standards]") {
  standards::check_cases("date_http", [](const Json& input, const Json&) {
    const auto moment = fetch::parse_http_date(input.get<std::string>());
    return moment ? Json(to_rfc3339(*moment)) : Json();
  });
}
