// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/date_filter.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace date_filter_test {

using namespace trawl;
using namespace trawl::query;

namespace {

const Moment kNow = parse_rfc3339("2026-04-20T12:00:00Z")->time;

std::string text_of(const std::optional<DateRange>& range) {
  if (!range) return "none";
  return (range->first_day ? to_day(*range->first_day) : "") + (range->after ? to_rfc3339(*range->after) : "") + ".." +
         (range->end_day ? to_day(*range->end_day) : "") + (range->before ? to_rfc3339(*range->before) : "");
}

std::string range(std::string_view field, std::string_view value) {
  return text_of(parse_date_filter(field, value, kNow));
}

} // namespace

TEST_CASE("dates: every form becomes a range", "[query]") {
  CHECK(range("date", "2026-04") == "2026-04-01..2026-05-01");
  CHECK(range("date", "2026") == "2026-01-01..2027-01-01");
  CHECK(range("date", "2026-01..2026-03") == "2026-01-01..2026-04-01");
  CHECK(range("date", "2026-02-28") == "2026-02-28..2026-03-01");
  CHECK(range("date", "2024-02-29") == "2024-02-29..2024-03-01");
  CHECK(range("date", "2026-W01") == "2025-12-29..2026-01-05");
  CHECK(range("date", "today") == "2026-04-20..2026-04-21");
  CHECK(range("date", ">=2026-04-01") == "2026-04-01..");
  CHECK(range("date", ">2026-03") == "2026-04-01..");
  CHECK(range("date", "<=2026-03") == "..2026-04-01");
  CHECK(range("date", "<2026") == "..2026-01-01");
  CHECK(range("date", "=2026-03") == "2026-03-01..2026-04-01");
  CHECK(range("date", "..2025") == "..2026-01-01");
  CHECK(range("since", "7d") == "2026-04-13T00:00:00Z..");
  CHECK(range("since", "36h") == "2026-04-19T00:00:00Z..");
  CHECK(range("since", "2w") == "2026-04-06T00:00:00Z..");
  CHECK(range("since", "yesterday") == "2026-04-19..");
  CHECK(range("after", "2026-02") == "2026-02-01..");
  CHECK(range("before", "2026-03-05") == "..2026-03-05");
}

TEST_CASE("dates: what is not a date gives no range", "[query]") {
  for (const char* bad : {"", "foo", "2026-13", "2026-00", "2026-02-30", "2026-W54", "2026-W00", "7x", "-1", "..", ">",
                          ">=", "2026-03..foo", "1234567d"}) {
    INFO(bad);
    CHECK(range("date", bad) == "none");
  }
  CHECK(range("date", "2026-03..2026-01") == "none");
  CHECK(range("since", "2026-01..2026-03") == "none");
}

TEST_CASE("dates: the intersection of ranges takes the tighter bounds", "[query]") {
  const DateRange a = *parse_period("2026", kNow), b = *parse_date_filter("date", ">=2026-04", kNow);
  CHECK(text_of(intersection(a, b)) == "2026-04-01..2027-01-01");
  CHECK(intersection(a, b) == intersection(b, a));
  CHECK(intersection(a, {}) == a);
  CHECK(a.contains(kNow, std::chrono::floor<std::chrono::days>(kNow)));
  CHECK_FALSE(a.contains(kNow, *a.end_day));
}

TEST_CASE("dates: days compare with the printed day, ages and times of day with the moment", "[query]") {
  const Date evening = *parse_rfc3339("2026-04-19T18:14:55-08:00"); // 02:14:55 on the 20th in UTC
  const auto contains = [&](std::string_view field, std::string_view value) {
    return parse_date_filter(field, value, kNow)->contains(evening.time, day_of(evening));
  };
  CHECK(contains("date", "2026-04-19"));
  CHECK_FALSE(contains("date", "2026-04-20"));
  CHECK(contains("date", "yesterday"));
  CHECK_FALSE(contains("after", "2026-04-20"));
  CHECK(contains("before", "2026-04-20"));
  CHECK(contains("since", "10h"));
  CHECK_FALSE(contains("since", "9h"));
  CHECK(contains("after", "2026-04-20T02:00:00Z"));
  CHECK(contains("before", "2026-04-19T19:00:00-08:00"));
  CHECK_FALSE(contains("date", "2026-04-01..2026-04-20T02:00:00Z"));
  CHECK(contains("date", "2026-04-01..2026-04-20T03:00:00Z"));
  CHECK(range("date", "2026-04-20..2026-04-19T03:00:00Z") == "none");
}

TEST_CASE("dates: the days of a range are those that it touches", "[query]") {
  const auto days_of = [](std::string_view field, std::string_view value) {
    const DateRange range = *parse_date_filter(field, value, kNow);
    const auto first = range.first_of_days(), past = range.past_days();
    return (first ? to_day(*first) : "") + ".." + (past ? to_day(*past) : "");
  };
  CHECK(days_of("date", "2026-04") == "2026-04-01..2026-05-01");
  CHECK(days_of("since", "36h") == "2026-04-19..");
  CHECK(days_of("date", "2026-04-01..2026-04-08T09:30:00Z") == "2026-04-01..2026-04-09");
  CHECK(days_of("before", "2026-04-08") == "..2026-04-08");
}

TEST_CASE("dates: ages count back from the minute or the day, in hours, days, weeks, months and years", "[query]") {
  struct Row {
    std::string_view age, want;
  };
  for (const Row& row : std::vector<Row>{{"1h", "2026-04-20T11:00:00Z.."},
                                         {"24h", "2026-04-19T12:00:00Z.."},
                                         {"1d", "2026-04-19T00:00:00Z.."},
                                         {"0d", "2026-04-20T00:00:00Z.."},
                                         {"1w", "2026-04-13T00:00:00Z.."},
                                         {"1m", "2026-03-20T00:00:00Z.."},
                                         {"1y", "2025-04-20T00:00:00Z.."},
                                         {"9999d", "1998-12-04T00:00:00Z.."},
                                         {"10000d", "none"},                  // five digits
                                         {"9999y", "0000-01-01T00:00:00Z.."}, // clamped when it is written
                                         {"d", "none"},
                                         {"7D", "none"},
                                         {"7 d", "none"},
                                         {"+7d", "none"},
                                         {"7dd", "none"},
                                         {"7s", "none"}}) {
    INFO(row.age);
    CHECK(range("since", row.age) == row.want);
  }
  CHECK(range("date", "7d") == "2026-04-13T00:00:00Z..2026-04-20T12:00:01Z"); // up to now, which is included
  CHECK(range("before", "7d") == "..2026-04-13T00:00:00Z");
}

TEST_CASE("dates: periods at the ends of months, years and centuries", "[query]") {
  CHECK(range("date", "2026-12") == "2026-12-01..2027-01-01");
  CHECK(range("date", "2024-02") == "2024-02-01..2024-03-01");
  CHECK(range("date", "2026-12-31") == "2026-12-31..2027-01-01");
  CHECK(range("date", "2020-W53") == "2020-12-28..2021-01-04");
  CHECK(range("date", "2026-w02") == "2026-01-05..2026-01-12");
  CHECK(range("date", "yesterday") == "2026-04-19..2026-04-20");
  CHECK(range("date", "2026-04-08T09:30:00Z") == "2026-04-08T09:30:00Z..2026-04-08T09:30:01Z");
  CHECK(range("date", "2026-04-08T09:30:00+02:00") == "2026-04-08T07:30:00Z..2026-04-08T07:30:01Z");
}

TEST_CASE("dates: week 53 is in the years that have one", "[query]") {
  for (const int year : {2015, 2020, 2026, 2032}) {
    CAPTURE(year);
    CHECK(parse_period(std::to_string(year) + "-W53", kNow));
    CHECK_FALSE(parse_period(std::to_string(year) + "-W54", kNow));
  }
  for (const int year : {2019, 2021, 2022, 2023, 2024, 2025, 2027}) {
    CAPTURE(year);
    CHECK(parse_period(std::to_string(year) + "-W52", kNow));
    CHECK_FALSE(parse_period(std::to_string(year) + "-W53", kNow));
  }
}

TEST_CASE("dates: weeks are counted as the calendar does", "[query]") {
  using std::chrono::days;
  const Moment first = parse_rfc3339("2015-01-05")->time; // the Monday of 2015-W02
  for (int day = 0; day < 20 * 365; ++day) {
    const Moment noon = first + days(day) + std::chrono::hours(12);
    const std::chrono::sys_days date = std::chrono::floor<days>(noon);
    // The Thursday of a week says which year it belongs to (ISO 8601).
    const std::chrono::sys_days monday = date - (std::chrono::weekday(date) - std::chrono::Monday);
    const std::chrono::sys_days thursday = monday + days(3);
    const auto year = std::chrono::year_month_day(thursday).year();
    const auto week = (thursday - std::chrono::sys_days(year / 1 / 1)).count() / 7 + 1;
    const std::string text =
        std::to_string(static_cast<int>(year)) + "-W" + (week < 10 ? "0" : "") + std::to_string(week);
    INFO(text << " for " << to_rfc3339(noon));
    const auto period = parse_period(text, kNow);
    REQUIRE(period);
    REQUIRE(period->contains(noon, date));
    REQUIRE(period->first_day == monday);
  }
}

TEST_CASE("dates: a comparison takes or leaves the whole period", "[query]") {
  struct Row {
    std::string_view value, want;
  };
  for (const Row& row : std::vector<Row>{{">2026", "2027-01-01.."},
                                         {">=2026", "2026-01-01.."},
                                         {"<2026", "..2026-01-01"},
                                         {"<=2026", "..2027-01-01"},
                                         {"==2026", "2026-01-01..2027-01-01"},
                                         {"=2026", "2026-01-01..2027-01-01"},
                                         {">today", "2026-04-21.."},
                                         {"<", "none"},
                                         {"=", "none"},
                                         {">=>2026", "none"},
                                         {">2026..2027", "none"}}) {
    INFO(row.value);
    CHECK(range("date", row.value) == row.want);
  }
}

TEST_CASE("dates: a range includes both of its ends, and one of them may be open", "[query]") {
  CHECK(range("date", "2026-04-01..2026-04-01") == "2026-04-01..2026-04-02");
  CHECK(range("date", "2026-04..") == "2026-04-01..");
  CHECK(range("date", "..today") == "..2026-04-21");
  CHECK(range("date", "2025..2026-03-15") == "2025-01-01..2026-03-16");
  CHECK(range("date", "2026-04-02..2026-04-01") == "none");
  CHECK(range("date", "2026...2027") == "none");
  CHECK(range("date", "2024..2025..2026") == "none");
}

TEST_CASE("dates: a moment is in the intersection exactly if it is in both ranges", "[query]") {
  constexpr unsigned kSeed = 115;
  std::mt19937 random(kSeed);
  const auto moment = [&] { return Moment{std::chrono::seconds(random() % 6)}; };
  const auto day = [&] { return std::chrono::sys_days{std::chrono::days(random() % 6)}; };
  const auto random_range = [&] {
    DateRange out;
    if (random() % 3 != 0) out.after = moment();
    if (random() % 3 != 0) out.before = moment();
    if (random() % 3 != 0) out.first_day = day();
    if (random() % 3 != 0) out.end_day = day();
    return out;
  };
  for (int round = 0; round < 2'000; ++round) {
    const DateRange a = random_range(), b = random_range();
    const DateRange both = intersection(a, b);
    INFO("seed " << kSeed << ", round " << round);
    REQUIRE(both == intersection(b, a));
    for (int i = 0; i < 64; ++i) {
      const Moment here{std::chrono::seconds(i / 8 - 1)};
      const std::chrono::sys_days printed{std::chrono::days(i % 8 - 1)};
      REQUIRE(both.contains(here, printed) == (a.contains(here, printed) && b.contains(here, printed)));
    }
  }
}

} // namespace date_filter_test
