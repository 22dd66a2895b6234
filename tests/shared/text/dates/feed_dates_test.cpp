// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/parse_date.h"

#include <catch2/catch.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "shared/base/date_time.h"

namespace feed_dates_test {

using trawl::text::parse_feed_date;
using trawl::text::parse_page_date;

namespace {

struct Row {
  std::string text, want;
};

/// Without the clock that it was written by.
std::string text_of(const std::optional<trawl::Date>& date) {
  return date ? trawl::to_text({date->time, date->precision}) : "none";
}

void check_feed(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(text_of(parse_feed_date(row.text)) == row.want);
  }
}

} // namespace

TEST_CASE("date: the dialects of RFC 822 are read", "[date]") {
  check_feed({{"Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"},
              {"Thurs, 3 Sep 2015 00:00:00 UTC", "2015-09-03T00:00:00Z"},
              {"Mon,02 January 2006 15:04:05 EST", "2006-01-02T20:04:05Z"},
              {"Fri, 3 Jan 2020 10:00 -0330", "2020-01-03T13:30:00Z"},
              {"Tue, 19 Jul 05 17:00:42 GMT", "2005-07-19T17:00:42Z"},
              {"Fri, 13 Jun 97 10:00:00 EST", "1997-06-13T15:00:00Z"},
              {"Mon, 16th Nov 2020 13:16:28 GMT", "2020-11-16T13:16:28Z"},
              {"26 Sep 2022 GMT", "2022-09-26"},
              {"Mon, 09 Apr 2018, 16:04", "2018-04-09T16:04:00Z"},
              {"Thu, 29 Oct 2020 07:36:03 GMT-07:00", "2020-10-29T14:36:03Z"},
              {"01-Feb-2021 08:00:00 +0100", "2021-02-01T07:00:00Z"}});
}

TEST_CASE("date: ISO 8601 is read in its variants", "[date]") {
  check_feed({{"2003-12-31T10:14:55.1234-08:00", "2003-12-31T18:14:55Z"},
              {"2003-12-31t10:14:55z", "2003-12-31T10:14:55Z"},
              {"2003-12-31T10:14Z", "2003-12-31T10:14:00Z"},
              {"2003-12-31T10:14:55-05:00Z", "2003-12-31T15:14:55Z"},
              {"20240301T120000Z", "2024-03-01T12:00:00Z"},
              {"20240301", "2024-03-01"},
              {"2024-060", "2024-02-29"},
              {"2009-W01-1", "2008-12-29"},
              {"2024-03", "2024-03-01"},
              {"2024-03-01T24:00:00Z", "2024-03-02T00:00:00Z"},
              {"2024-03-01 12:00:00 UTC", "2024-03-01T12:00:00Z"},
              {"2024-03-01", "2024-03-01"}});
}

TEST_CASE("date: asctime, JavaScript and Unix times are read", "[date]") {
  check_feed({{"Sun Jan  4 16:29:06 2004", "2004-01-04T16:29:06Z"},
              {"Sun Jul 15 01:16:00 +0000 2012", "2012-07-15T01:16:00Z"},
              {"Thu Nov 12 2020 17:00:00 GMT+0000 (Coordinated Universal Time)", "2020-11-12T17:00:00Z"},
              {"Fri, 31 Mar 2023 20:19:00 America/Los_Angeles", "2023-04-01T03:19:00Z"},
              {"1520932969", "2018-03-13T09:22:49Z"},
              {"1520932969123", "2018-03-13T09:22:49Z"}});
}

TEST_CASE("date: feeds in other languages are read", "[date]") {
  check_feed({{"ven., 03 juil. 2020 15:09:58 +0000", "2020-07-03T15:09:58Z"},
              {"mar., 01 déc. 2020 16:11:02 +0000", "2020-12-01T16:11:02Z"},
              {"Do, 29 Mär 2018 00:00:00 +0200", "2018-03-28T22:00:00Z"},
              {"Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"},
              {"2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"},
              {"2004-05-25 오후 11:23:17", "2004-05-25T14:23:17Z"},
              {"2004년 05월 28일  01:31:15", "2004-05-27T16:31:15Z"}});
}

TEST_CASE("date: what is not a date is not read as one", "[date]") {
  for (const char* text :
       {"", "invalid", "22013", "2003-12-31T25:14:55Z", "2003-12-31T10:61:55Z", "2023-02-30T00:00:00Z",
        "Sun, 30 Feb 2020 12:00:00 GMT", "Sun, 99 Jun 2009 12:00:00 GMT", "0000-00-00 00:00:00", "0001-01-01T00:00:00Z",
        "Mon, 01 Jan 0001 00:00:00 +0000", "Sun, 16 Dec 2012 1:2:3:4 GMT", "X00:00 2005-07-19",
        "Sun, Dec x 2012 11:47:32 GMT", "03/04/2020"}) {
    INFO(text);
    CHECK_FALSE(parse_feed_date(text));
  }
}

TEST_CASE("date: noise never breaks the reader", "[date]") {
  std::mt19937 random(7);
  const std::string alphabet = "0123456789-/:.,TZ+ JanFebMaych日년\xff\xc3";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = 0; i < 24; ++i) text += alphabet[random() % alphabet.size()];
    if (const auto date = parse_feed_date(text)) {
      CHECK(trawl::to_rfc3339(date->time) != "");
    }
    (void)parse_page_date(text, "de");
  }
}

namespace {

/// A moment and the ways in which feeds write it.
struct Written {
  trawl::Moment moment;
  std::vector<std::string> spellings;
};

Written random_moment(std::mt19937_64& random) {
  using namespace std::chrono;
  static constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  static constexpr std::array kWeekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  const trawl::Moment moment{seconds{static_cast<std::int64_t>(random() % 4'102'444'800)}}; // 1970 to 2099
  const auto offset = minutes{15 * (static_cast<int>(random() % 97) - 48)};                 // up to 12 hours
  const auto local = moment + offset;
  const year_month_day date{floor<days>(local)};
  const hh_mm_ss time{local - floor<days>(local)};
  const int y = static_cast<int>(date.year());
  const auto m = static_cast<unsigned>(date.month()), d = static_cast<unsigned>(date.day());
  const char* const month = kMonths.at(m - 1);
  const char* const day_name = kWeekdays.at(weekday{floor<days>(local)}.c_encoding());
  const auto h = static_cast<int>(time.hours().count()), min = static_cast<int>(time.minutes().count()),
             s = static_cast<int>(time.seconds().count());
  const int size = static_cast<int>(abs(offset).count());
  const char sign = offset.count() < 0 ? '-' : '+';
  Written out{moment, {}};
  const auto add = [&](const char* format, auto... values) {
    std::array<char, 120> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    out.spellings.emplace_back(text.data());
  };
  add("%s, %02u %s %04d %02d:%02d:%02d %c%02d%02d", day_name, d, month, y, h, min, s, sign, size / 60, size % 60);
  add("%u %s %04d %02d:%02d:%02d %c%02d:%02d", d, month, y, h, min, s, sign, size / 60, size % 60);
  add("%04d-%02u-%02uT%02d:%02d:%02d%c%02d:%02d", y, m, d, h, min, s, sign, size / 60, size % 60);
  add("%04d%02u%02uT%02d%02d%02d%c%02d%02d", y, m, d, h, min, s, sign, size / 60, size % 60);
  add("%04d/%02u/%02u %02d:%02d:%02d %c%02d%02d", y, m, d, h, min, s, sign, size / 60, size % 60);
  add("%s %s %02u %02d:%02d:%02d %c%02d%02d %04d", day_name, month, d, h, min, s, sign, size / 60, size % 60, y);
  add("%s %s %02u %04d %02d:%02d:%02d GMT%c%02d%02d", day_name, month, d, y, h, min, s, sign, size / 60, size % 60);
  return out;
}

} // namespace

TEST_CASE("date: a moment is the same in every form in which feeds write it", "[date]") {
  constexpr unsigned kSeed = 99;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    const Written written = random_moment(random);
    for (const std::string& spelling : written.spellings) {
      INFO("seed " << kSeed << ": " << spelling);
      REQUIRE(text_of(parse_feed_date(spelling)) == trawl::to_rfc3339(written.moment));
    }
  }
}

TEST_CASE("date: days of the year and weeks are counted as ISO 8601 does", "[date]") {
  using namespace std::chrono;
  // Each Monday of week 1 is the one nearest to New Year (ISO 8601: the week with the first Thursday).
  for (const int y : {2015, 2016, 2019, 2020, 2021, 2024, 2026}) {
    const sys_days new_year{year{y} / 1 / 1};
    sys_days monday = new_year - days{3};
    while (weekday{monday} != Monday) monday += days{1};
    const std::string text = std::to_string(y);
    for (int week = 1; week <= 52; ++week) {
      for (int day = 1; day <= 7; ++day) {
        const std::string want = trawl::to_day(monday + days{7 * (week - 1) + day - 1});
        const std::string number = (week < 10 ? "0" : "") + std::to_string(week);
        INFO(text << " week " << number << " day " << day);
        REQUIRE(text_of(parse_feed_date(text + "-W" + number + "-" + std::to_string(day))) == want);
        REQUIRE(text_of(parse_feed_date(text + "W" + number + std::to_string(day))) == want);
      }
    }
    const int length = year{y}.is_leap() ? 366 : 365;
    for (int number = 1; number <= length; ++number) {
      const std::string padded = std::string(number < 10 ? "00" : number < 100 ? "0" : "") + std::to_string(number);
      REQUIRE(text_of(parse_feed_date(text + "-" + padded)) == trawl::to_day(new_year + days{number - 1}));
    }
    CHECK_FALSE(parse_feed_date(text + "-" + std::to_string(length + 1)));
    CHECK_FALSE(parse_feed_date(text + "-000"));
    CHECK_FALSE(parse_feed_date(text + "-W00-1"));
    CHECK_FALSE(parse_feed_date(text + "-W54-1"));
    CHECK_FALSE(parse_feed_date(text + "-W01-8"));
  }
}

TEST_CASE("date: two-digit years are 1950 to 2049", "[date]") {
  check_feed({{"1 Jan 00", "2000-01-01"},
              {"1 Jan 49", "2049-01-01"},
              {"1 Jan 50", "1950-01-01"},
              {"1 Jan 99", "1999-01-01"},
              {"1 Jan 1899", "none"},
              {"1 Jan 1900", "1900-01-01"},
              {"1 Jan 2199", "2199-01-01"},
              {"1 Jan 2200", "none"}});
}

TEST_CASE("date: a single number is Unix time or a joined timestamp, by its number of digits", "[date]") {
  check_feed({{"0000000000", "1970-01-01T00:00:00Z"},
              {"1520932969999", "2018-03-13T09:22:49Z"},
              {"20240301235959", "2024-03-01T23:59:59Z"},
              {"20240301240000", "none"},
              {"20240301006000", "none"},
              {"20240230000000", "none"},
              {"123456789", "none"},
              {"12345678901", "none"},
              {"1234567890123456789012", "none"}});
}

TEST_CASE("date: a little text may follow a feed's date, up to 200 bytes in all", "[date]") {
  const std::string date = "Thu, 01 Jan 2004 19:48:21 GMT";
  CHECK(parse_feed_date(date + " (Greenwich Mean Time, 1 of 2)"));
  CHECK(parse_feed_date(date + " one two three"));
  CHECK_FALSE(parse_feed_date(date + " one two three four"));
  CHECK_FALSE(parse_feed_date(date + " 7"));
  CHECK(parse_feed_date(date + std::string(200 - date.size(), ' ')));
  CHECK_FALSE(parse_feed_date(date + std::string(201 - date.size(), ' ')));
}

TEST_CASE("feed dates: an article keeps the day that its publisher printed", "[dates]") {
  for (const Row& row : {Row{"2023-11-02T00:01:00+01:00", "2023-11-02T00:01:00+01:00"}, // 23:01 in UTC, the day before
                         {"2023-11-02T12:01:00+01:00", "2023-11-02T12:01:00+01:00"},
                         {"Wed, 01 Nov 2023 20:30:00 -0500", "2023-11-01T20:30:00-05:00"},
                         {"Wed, 01 Nov 2023 20:30:00 EST", "2023-11-01T20:30:00-05:00"},
                         {"Wed, 01 Nov 2023 20:30:00 PT", "2023-11-01T20:30:00-07:00"},
                         {"Thu, 02 Nov 2023 05:00:00 Asia/Kathmandu", "2023-11-02T05:00:00+05:45"},
                         {"Wed, 01 Nov 2023 20:30:00 GMT", "2023-11-01T20:30:00Z"},
                         {"Wed, 01 Nov 2023 20:30:00", "2023-11-01T20:30:00Z"},
                         {"1698871260", "2023-11-01T20:41:00Z"},
                         {"2023-11-02", "2023-11-02"}}) {
    INFO(row.text);
    const auto date = parse_feed_date(row.text);
    REQUIRE(date);
    CHECK(trawl::to_text(*date) == row.want);
  }
}

} // namespace feed_dates_test
