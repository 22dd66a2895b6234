// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/date_filter.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::query;

namespace {

std::string text_of(const std::optional<Moment>& moment) { return moment ? to_rfc3339(*moment) : "none"; }

std::optional<Moment> begin_of(std::string_view text, Moment now = Moment{}) {
  const auto period = parse_period(text, now);
  if (!period) return std::nullopt;
  return period->first_day ? std::optional(Moment(*period->first_day)) : period->after;
}

std::string before(const char* now, const std::string& age) { return text_of(begin_of(age, parse_rfc3339(now)->time)); }

} // namespace

TEST_CASE("period: a year, a month, a day or a moment begins where it is written", "[query]") {
  struct Row {
    const char *text, *moment;
  };
  for (const Row& row : {Row{"2026", "2026-01-01T00:00:00Z"}, Row{"2026-04", "2026-04-01T00:00:00Z"},
                         Row{"2026-12", "2026-12-01T00:00:00Z"}, Row{"2026-04-08", "2026-04-08T00:00:00Z"},
                         Row{"2024-02-29", "2024-02-29T00:00:00Z"}, Row{"0000", "0000-01-01T00:00:00Z"},
                         Row{"9999", "9999-01-01T00:00:00Z"}, Row{"2026-04-08T09:30:00Z", "2026-04-08T09:30:00Z"},
                         Row{"2026-04-08T00:30:00+02:00", "2026-04-07T22:30:00Z"},
                         Row{"2026-04-08 09:30:00Z", "2026-04-08T09:30:00Z"}}) {
    INFO(row.text);
    CHECK(text_of(begin_of(row.text)) == row.moment);
  }
}

TEST_CASE("period: what is not a date of the calendar is refused", "[query]") {
  for (const char* text : {"",
                           "26",
                           "202",
                           "20260",
                           "2026-",
                           "2026-1",
                           "2026-00",
                           "2026-13",
                           "2026-4-8",
                           "2026-04-31",
                           "2023-02-29",
                           "2026-04-08T",
                           "2026-04-08T09:30",
                           "2026-04-08T25:00:00Z",
                           "tomorrow",
                           "abcd",
                           "-001",
                           "2026/04",
                           " 2026",
                           "2026 ",
                           "20-04-08",
                           "２０２６"}) {
    INFO(text);
    CHECK_FALSE(begin_of(text));
  }
}

TEST_CASE("period: ages of hours are rounded to the minute, others to the day", "[query]") {
  const char* now = "2026-04-21T12:34:56Z";
  CHECK(before(now, "0h") == "2026-04-21T12:34:00Z");
  CHECK(before(now, "1h") == "2026-04-21T11:34:00Z");
  CHECK(before(now, "24h") == "2026-04-20T12:34:00Z");
  CHECK(before(now, "9999h") == "2025-02-28T21:34:00Z");
  CHECK(before(now, "0d") == "2026-04-21T00:00:00Z");
  CHECK(before(now, "1d") == "2026-04-20T00:00:00Z");
  CHECK(before(now, "1w") == before(now, "7d"));
  CHECK(before(now, "0m") == "2026-04-21T00:00:00Z");
  CHECK(before(now, "12m") == before(now, "1y"));
}

TEST_CASE("period: months keep the day, or end with a shorter month", "[query]") {
  CHECK(before("2026-03-31", "1m") == "2026-02-28T00:00:00Z");
  CHECK(before("2024-03-31", "1m") == "2024-02-29T00:00:00Z");
  CHECK(before("2026-03-31", "2m") == "2026-01-31T00:00:00Z");
  CHECK(before("2026-07-31", "1m") == "2026-06-30T00:00:00Z");
  CHECK(before("2026-01-15", "1m") == "2025-12-15T00:00:00Z");
  CHECK(before("2026-01-31", "14m") == "2024-11-30T00:00:00Z");
  CHECK(before("2024-02-29", "1y") == "2023-02-28T00:00:00Z");
  CHECK(before("2024-02-29", "4y") == "2020-02-29T00:00:00Z");
}

TEST_CASE("period: a longer age is never later, whatever the day and unit", "[query]") {
  for (int day = 0; day < 800; ++day) {
    const Moment now = parse_rfc3339("2023-12-25T10:00:00Z")->time + std::chrono::days(day);
    for (const char unit : {'h', 'd', 'w', 'm', 'y'}) {
      std::optional<Moment> last = begin_of(std::string("0") + unit, now);
      for (int count = 1; count < 15; ++count) {
        const auto age = begin_of(std::to_string(count) + unit, now);
        CAPTURE(day, unit, count);
        REQUIRE(age);
        REQUIRE(*age < *last);
        last = age;
      }
    }
  }
}

TEST_CASE("period: the unit of an age may be written out", "[query]") {
  CHECK(before("2026-04-21", "3days") == before("2026-04-21", "3d"));
  CHECK(before("2026-04-21", "1week") == before("2026-04-21", "1w"));
  CHECK(before("2026-04-21", "2months") == before("2026-04-21", "2m"));
  CHECK(before("2026-04-21", "1year") == before("2026-04-21", "1y"));
  for (const char* text : {"3dayss", "3da", "days", "3 days"}) CHECK_FALSE(begin_of(text));
}

TEST_CASE("period: ages of another form are refused", "[query]") {
  for (const char* text :
       {"", "7", "d", "7D", "7s", "-7d", "+7d", "7 d", " 7d", "7d ", "1.5d", "12345d", "7dd", "d7", "٧d"}) {
    INFO(text);
    CHECK_FALSE(begin_of(text));
  }
  CHECK(begin_of("9999d"));
}
