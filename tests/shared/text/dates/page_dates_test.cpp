// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/parse_date.h"

#include <catch2/catch.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "shared/base/date_time.h"

namespace page_dates_test {

using trawl::text::parse_page_date;

namespace {

struct Row {
  std::string text, want;
  std::string language = {};
};

/// Without the clock that it was written by.
std::string text_of(const std::optional<trawl::Date>& date) {
  return date ? trawl::to_text({date->time, date->precision}) : "none";
}

void check_page(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(text_of(parse_page_date(row.text, row.language)) == row.want);
  }
}

} // namespace

TEST_CASE("date: pages write dates in words", "[date]") {
  check_page({{"8 April 2026", "2026-04-08"},
              {"Apr. 8, 2026, 9:30 a.m. PT", "2026-04-08T16:30:00Z"},
              {"Published on Wednesday, April 8th, 2026 at 9:30 PM EST by A. Writer", "2026-04-09T02:30:00Z"},
              {"Veröffentlicht am 8. April 2026 um 9.30 Uhr", "2026-04-08T09:30:00Z", "de"},
              {"le 1er août 2025 à 9h30", "2025-08-01T09:30:00Z", "fr"},
              {"8 de abril de 2026", "2026-04-08", "es"},
              {"8 de março de 2026 às 10:15", "2026-03-08T10:15:00Z", "pt"},
              {"8 aprile 2026", "2026-04-08", "it"},
              {"8 kwietnia 2026 r.", "2026-04-08", "pl"},
              {"8. dubna 2026", "2026-04-08", "cs"},
              {"8 мая 2026 г., 10:15", "2026-05-08T10:15:00Z", "ru"},
              {"8 Şubat 2026", "2026-02-08", "tr"},
              {"den 8. maj 2026 kl. 10.15", "2026-05-08T10:15:00Z", "da"},
              {"8. huhtikuuta 2026", "2026-04-08", "fi"},
              {"2026年4月8日 下午3:09", "2026-04-08T15:09:00Z", "zh"},
              {"2026년 4월 8일", "2026-04-08", "ko"},
              {"2026. április 8.", "2026-04-08", "hu"},
              {"8 Agustus 2026", "2026-08-08", "id"},
              {"8 tháng 4, 2026", "2026-04-08", "vi"}});
}

TEST_CASE("date: the language settles day and month", "[date]") {
  check_page({{"04/08/2026", "2026-04-08", "en"},
              {"04/08/2026", "2026-08-04", "en-GB"},
              {"04/08/2026", "2026-08-04", "fr"},
              {"04/08/2026", "none"},
              {"08.04.2026", "2026-04-08"},
              {"08.04.26", "2026-04-08"},
              {"25/12/2025", "2025-12-25", "en"}});
}

TEST_CASE("date: prose is not mistaken for dates", "[date]") {
  for (const char* text : {"version 1.2.23", "192.168.2026.1", "may 12 comments", "in 2024 we saw 12 models",
                           "20260408", "10.1145/3292500.3330701", "a 4-12 ratio", "march on"}) {
    INFO(text);
    CHECK_FALSE(parse_page_date(text, "en"));
  }
  CHECK(text_of(parse_page_date("April 2026")) == "2026-04-01");
  CHECK(text_of(parse_page_date("Archive: April 2026. Written 3 March 2025.")) == "2025-03-03");
  CHECK(text_of(parse_page_date("9:30 PM EDT, Wed April 8, 2026")) == "2026-04-09T01:30:00Z");
}

TEST_CASE("date: the written day is kept with the moment", "[date]") {
  const auto written = parse_page_date("Sat, 19 Oct 2019 00:04:00 +0200");
  REQUIRE(written.has_value());
  CHECK(trawl::to_day(trawl::day_of(*written)) == "2019-10-19");
  CHECK(trawl::to_day(written->time) == "2019-10-18");
}

TEST_CASE("date: pages put the time after the date or before it, with its zone", "[date]") {
  check_page({{"April 8, 2026 | 9:30 AM ET", "2026-04-08T13:30:00Z", "en"},
              {"April 8, 2026 at 9:30 p.m.", "2026-04-08T21:30:00Z", "en"},
              {"09:30 EST, 8 April 2026", "2026-04-08T14:30:00Z", "en"},
              {"9:30 8 April 2026", "2026-04-08T09:30:00Z", "en"},
              {"24:00, 8 April 2026", "2026-04-09T00:00:00Z", "en"},
              {"8 April 2026 PT", "2026-04-08", "en"},
              {"8 April 2026, 9:30 Nowhere/City", "2026-04-08T09:30:00Z", "en"}}); // an unknown zone is UTC
}

TEST_CASE("date: the first of several dates is read, and impossible ones are skipped", "[date]") {
  check_page({{"8 April 2026, updated 9 May 2026", "2026-04-08", "en"},
              {"31 April 2026 or 9 May 2026", "2026-05-09", "en"},
              {"30/02/2026 then 01/03/2026", "2026-03-01", "fr"},
              {"8 April 26", "none", "en"}, // two digits only in numbers
              {"April 8", "none", "en"},
              {"2026", "none", "en"},
              {"2026-04-08", "2026-04-08", ""},
              {"20260408T093000Z", "2026-04-08T09:30:00Z", ""}});
}

TEST_CASE("date: numbers above twelve or a dot decide the order before the language", "[date]") {
  check_page({{"13/04/2026", "2026-04-13", "en"},
              {"04/13/2026", "2026-04-13", "de"},
              {"12/12/2026", "2026-12-12", ""},
              {"12/11/2026", "none", "ja"},
              {"12.11.2026", "2026-11-12", "en"},
              {"13/13/2026", "none", "en"},
              {"12-11-2026", "2026-12-11", "en"},
              {"12-11-2026", "2026-11-12", "nl"},
              {"12/11.2026", "none", "en"}, // one separator
              {"1/2/26", "none", "en"},     // two digits of a year ask for two in all parts
              {"01/02/26", "2026-01-02", "en"}});
}

TEST_CASE("date: a plausible date lies between 1970 and a day from now", "[date]") {
  using trawl::text::plausible;
  const trawl::Moment now = trawl::parse_rfc3339("2026-04-20T12:00:00Z")->time;
  const auto day = [](std::string_view text) { return trawl::parse_rfc3339(text); };
  CHECK(plausible(day("1970-01-01"), now) == day("1970-01-01"));
  CHECK_FALSE(plausible(day("1969-12-31T23:59:59Z"), now));
  CHECK(plausible(day("2026-04-21T12:00:00Z"), now));
  CHECK_FALSE(plausible(day("2026-04-21T12:00:01Z"), now));
  CHECK_FALSE(plausible(std::nullopt, now));
}

} // namespace page_dates_test
