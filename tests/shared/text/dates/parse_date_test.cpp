// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/parse_date.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "shared/base/date_time.h"

using trawl::text::parse_feed_date;
using trawl::text::parse_page_date;

namespace {

struct Row {
  std::string text, want;
  std::string language = {};
};

std::string told(const std::optional<trawl::Date>& date) { return date ? trawl::to_text(*date) : "none"; }

void check_feed(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(told(parse_feed_date(row.text)) == row.want);
  }
}

void check_page(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(told(parse_page_date(row.text, row.language)) == row.want);
  }
}

} // namespace

TEST_CASE("date: RFC 822 is read in all its dialects", "[date]") {
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

TEST_CASE("date: what is no date is none, never clamped", "[date]") {
  for (const char* text :
       {"", "invalid", "22013", "2003-12-31T25:14:55Z", "2003-12-31T10:61:55Z", "2023-02-30T00:00:00Z",
        "Sun, 30 Feb 2020 12:00:00 GMT", "Sun, 99 Jun 2009 12:00:00 GMT", "0000-00-00 00:00:00", "0001-01-01T00:00:00Z",
        "Mon, 01 Jan 0001 00:00:00 +0000", "Sun, 16 Dec 2012 1:2:3:4 GMT", "X00:00 2005-07-19",
        "Sun, Dec x 2012 11:47:32 GMT", "03/04/2020"}) {
    INFO(text);
    CHECK_FALSE(parse_feed_date(text));
  }
}

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
  CHECK(told(parse_page_date("April 2026")) == "2026-04-01");
  CHECK(told(parse_page_date("Archive: April 2026. Written 3 March 2025.")) == "2025-03-03");
  CHECK(told(parse_page_date("9:30 PM EDT, Wed April 8, 2026")) == "2026-04-09T01:30:00Z");
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

TEST_CASE("dates: the written day stays known beside the moment", "[dates]") {
  const auto written = trawl::text::parse_written_date("Sat, 19 Oct 2019 00:04:00 +0200");
  REQUIRE(written.has_value());
  CHECK(trawl::to_day(trawl::Moment{written->day}) == "2019-10-19");
  CHECK(trawl::to_day(written->date.time) == "2019-10-18");
}

TEST_CASE("dates: a date in numbers has a second reading where both parts may be a month", "[dates]") {
  const auto other = trawl::text::parse_swapped_date("04/08/2026", "en");
  REQUIRE(other.has_value());
  CHECK(trawl::to_day(trawl::Moment{other->day}) == "2026-08-04");
  CHECK_FALSE(trawl::text::parse_swapped_date("04/28/2026", "en").has_value());
  CHECK_FALSE(trawl::text::parse_swapped_date("4 August 2026", "en").has_value());
  CHECK_FALSE(trawl::text::parse_swapped_date("04/08/2026", "").has_value());
}
