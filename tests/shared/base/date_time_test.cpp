// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/date_time.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;

namespace {

std::string reread(std::string_view text) {
  const auto date = parse_rfc3339(text);
  return date ? to_text({date->time, date->precision}) : "-";
}

Moment at(std::string_view text) { return parse_rfc3339(text)->time; }

} // namespace

TEST_CASE("date_time: RFC 3339 is read strictly and written in UTC", "[base]") {
  CHECK(reread("2026-04-08T09:30:00Z") == "2026-04-08T09:30:00Z");
  CHECK(reread("2026-04-08T01:30:00.123+02:00") == "2026-04-07T23:30:00Z");
  CHECK(reread("2026-04-08") == "2026-04-08");
  CHECK(reread("2024-02-29") == "2024-02-29");
  CHECK(reread("2026-02-29") == "-");
  CHECK(reread("2026-04-08T24:00:00Z") == "-");
  CHECK(reread("2026-04-08T09:30:00") == "-");
  CHECK(reread("2026-4-8") == "-");
  CHECK(reread("2026-04-08x") == "-");
}

TEST_CASE("date_time: the examples of RFC 3339, section 5.8", "[base]") {
  CHECK(reread("1985-04-12T23:20:50.52Z") == "1985-04-12T23:20:50Z");
  CHECK(reread("1996-12-19T16:39:57-08:00") == "1996-12-20T00:39:57Z");
  CHECK(reread("1990-12-31T23:59:60Z") == "1990-12-31T23:59:59Z"); // a leap second is read as the one before it
  CHECK(reread("1990-12-31T15:59:60-08:00") == "1990-12-31T23:59:59Z");
  CHECK(reread("1937-01-01T12:00:27.87+00:20") == "1937-01-01T11:40:27Z");
}

TEST_CASE("date_time: a date keeps the clock that it was written by, and the day that it showed", "[base]") {
  struct Row {
    std::string_view text, day;
  };
  for (const Row& row : std::vector<Row>{{"2026-11-26T18:14:55-08:00", "2026-11-26"}, // the 27th in UTC
                                         {"2026-11-27T07:00:00+09:00", "2026-11-27"}, // the 26th in UTC
                                         {"2026-11-27T00:00:00+05:45", "2026-11-27"},
                                         {"2026-12-31T23:59:59-12:00", "2026-12-31"},
                                         {"2027-01-01T00:00:00+14:00", "2027-01-01"},
                                         {"2026-11-27T02:14:55Z", "2026-11-27"},
                                         {"2026-11-27", "2026-11-27"}}) {
    INFO(row.text);
    const auto date = parse_rfc3339(row.text);
    REQUIRE(date);
    CHECK(to_text(*date) == row.text);
    CHECK(to_day(day_of(*date)) == row.day);
  }
}

TEST_CASE("date_time: every moment that is written is read back", "[base]") {
  std::mt19937_64 random(61);
  constexpr std::int64_t kFirst = -62'167'219'200, kLast = 253'402'300'799; // the years 0 to 9999
  for (int i = 0; i < 5'000; ++i) {
    const auto seconds = kFirst + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(kLast - kFirst));
    const Moment moment{std::chrono::seconds(seconds)};
    const auto back = parse_rfc3339(to_rfc3339(moment));
    REQUIRE(back);
    REQUIRE(back->time == moment);
    REQUIRE(parse_rfc3339(to_day(moment))->time == std::chrono::floor<std::chrono::days>(moment));
    const Date date{moment, DatePrecision::Second, std::chrono::minutes(static_cast<int>(random() % 1'681) - 840)};
    const Moment shown = moment + date.offset;
    if (to_rfc3339(shown).substr(0, 4) != "0000" && to_rfc3339(shown).substr(0, 4) != "9999")
      REQUIRE(parse_rfc3339(to_text(date)) == date);
  }
}

TEST_CASE("date_time: each part of a timestamp has its limits", "[base]") {
  struct Row {
    std::string_view text, want;
  };
  for (const Row& row : std::vector<Row>{{"0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"},
                                         {"9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"},
                                         {"2026-01-31", "2026-01-31"},
                                         {"2026-00-10", "-"},
                                         {"2026-13-10", "-"},
                                         {"2026-04-00", "-"},
                                         {"2026-04-31", "-"},
                                         {"1900-02-29", "-"}, // a year of a century is a leap year only every 400 years
                                         {"2000-02-29", "2000-02-29"},
                                         {"2026-04-08T23:59:59Z", "2026-04-08T23:59:59Z"},
                                         {"2026-04-08T09:60:00Z", "-"},
                                         {"2026-04-08T09:30:60Z", "2026-04-08T09:30:59Z"},
                                         {"2026-04-08T09:30:61Z", "-"},
                                         {"2026-04-08T09:30:00+23:59", "2026-04-07T09:31:00Z"},
                                         {"2026-04-08T09:30:00-23:59", "2026-04-09T09:29:00Z"},
                                         {"2026-04-08T09:30:00+24:00", "-"},
                                         {"2026-04-08T09:30:00+00:60", "-"},
                                         {"2026-04-08T09:30:00-00:00", "2026-04-08T09:30:00Z"}}) {
    INFO(row.text);
    CHECK(reread(row.text) == row.want);
  }
}

TEST_CASE("date_time: T and Z may be lower case, and a space may replace the T", "[base]") {
  for (const char* text :
       {"2026-04-08t09:30:00z", "2026-04-08 09:30:00Z", "2026-04-08T09:30:00.999999999999999999999999Z"}) {
    INFO(text);
    CHECK(reread(text) == "2026-04-08T09:30:00Z");
  }
  for (const char* text : {"2026-04-08_09:30:00Z", "2026-04-08T09:30:00,5Z", "2026-04-08T09:30:00 Z",
                           "2026-04-08T9:30:00Z", "2026-04-08T09:30Z", "2026-04-08T09:30:00+2", "2026-04-08T09:30:00Zx",
                           " 2026-04-08", "2026-04-08 ", "-026-04-08", "+2026-04-08", "20260408", "2026/04/08"}) {
    INFO(text);
    CHECK(reread(text) == "-");
  }
}

TEST_CASE("date_time: a truncated timestamp is rejected, or read as its day", "[base]") {
  const std::string text = "2026-04-08T09:30:00.25+02:00";
  for (std::size_t size = 0; size < text.size(); ++size) {
    INFO(text.substr(0, size));
    CHECK(reread(text.substr(0, size)) == (size == 10 ? "2026-04-08" : "-"));
  }
}

TEST_CASE("date_time: an offset moves the clock, not the moment", "[base]") {
  constexpr unsigned kSeed = 62;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    const Moment moment{std::chrono::seconds(random())};
    const auto minutes = static_cast<int>(random() % (2 * 1439 + 1)) - 1439;
    const int size = minutes < 0 ? -minutes : minutes;
    std::string local = to_rfc3339(moment + std::chrono::minutes(minutes));
    local.pop_back();
    const auto two_digits = [](int number) { return std::string(number < 10 ? "0" : "") + std::to_string(number); };
    local += (minutes < 0 ? "-" : "+") + two_digits(size / 60) + ":" + two_digits(size % 60);
    INFO("seed " << kSeed << ": " << local);
    REQUIRE(at(local) == moment);
  }
}

TEST_CASE("date_time: days are counted as a calendar does", "[base]") {
  Moment day = at("1896-01-01");
  for (int year = 1896; year <= 2104; ++year) {
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    const int lengths[] = {31, is_leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (int month = 1; month <= 12; ++month) {
      for (int number = 1; number <= lengths[month - 1]; ++number, day += std::chrono::days(1)) {
        const auto two_digits = [](int value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); };
        const std::string text = std::to_string(year) + "-" + two_digits(month) + "-" + two_digits(number);
        if (to_day(day) != text || at(text) != day) FAIL(text << " is written as " << to_day(day));
      }
    }
  }
}

TEST_CASE("date_time: years with more than four digits are clamped", "[base]") {
  using std::chrono::days;
  CHECK(to_rfc3339(at("0000-01-01") - std::chrono::seconds(1)) == "0000-01-01T00:00:00Z");
  CHECK(to_rfc3339(at("9999-12-31") + days(1)) == "9999-12-31T23:59:59Z");
  for (const int years : {1, 30'000, 33'000, 60'000, 99'999, 1'000'000}) {
    INFO(years);
    CHECK(to_day(at("0000-06-15") - days(366) * years) == "0000-01-01");
    CHECK(to_day(at("9999-06-15") + days(366) * years) == "9999-12-31");
  }
}

TEST_CASE("date_time: a date shows its time of day only if it has one", "[base]") {
  const Moment moment = at("2026-04-08T00:00:00Z");
  CHECK(to_text({moment, DatePrecision::Day}) == "2026-04-08");
  CHECK(to_text({moment, DatePrecision::Second}) == "2026-04-08T00:00:00Z");
  CHECK(parse_rfc3339("2026-04-08")->precision == DatePrecision::Day);
  CHECK(parse_rfc3339("2026-04-08T00:00:00Z")->precision == DatePrecision::Second);
  CHECK(*parse_rfc3339("2026-04-08") < *parse_rfc3339("2026-04-08T00:00:00Z"));
  CHECK(*parse_rfc3339("2026-04-08T23:59:59Z") < *parse_rfc3339("2026-04-09"));
}
