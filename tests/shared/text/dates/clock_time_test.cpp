// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/clock_time.h"

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace clock_time_test {

using namespace trawl;
using namespace trawl::text::dates;

namespace {

/// The time at the beginning of `text` as H:MM:SS, and the rest of the text; "-" if there is no time.
std::string read_time(std::string_view text, TimeForms forms = {}) {
  const auto tokens = tokenize(text);
  Cursor cursor(tokens);
  const auto time = take_time(cursor, forms);
  if (!time) return cursor.position() == 0 ? "-" : "moved";
  const auto seconds = time->since_midnight.count();
  const auto two_digits = [](auto number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  std::string out =
      std::to_string(seconds / 3600) + ":" + two_digits(seconds / 60 % 60) + ":" + two_digits(seconds % 60);
  for (; !cursor.at_end(); cursor.advance()) {
    out += " " + (cursor.peek().kind == TokenKind::Number ? std::to_string(cursor.peek().value) : cursor.peek().word);
  }
  return out;
}

/// The zone at the beginning of `text`: minutes or the name of its rules; "-" if there is none.
std::string read_zone(std::string_view text) {
  const auto tokens = tokenize(text);
  Cursor cursor(tokens);
  const auto zone = take_zone(cursor);
  if (!zone) return cursor.position() == 0 ? "-" : "moved";
  return zone->iana.empty() ? std::to_string(zone->offset.count()) : zone->iana;
}

Moment at(std::string_view text) { return parse_rfc3339(text)->time; }

std::string in_utc(std::string_view local, const std::string& iana) {
  const auto moment = to_utc(at(local), {std::chrono::minutes{0}, iana});
  return moment ? to_rfc3339(*moment) : "-";
}

struct Row {
  std::string_view text, want;
};

} // namespace

TEST_CASE("date time: hours, minutes and seconds between colons", "[date]") {
  for (const Row& row : std::vector<Row>{{"9:30", "9:30:00"},
                                         {"09:30:15", "9:30:15"},
                                         {"09:30:15.250", "9:30:15"},
                                         {"09:30:15,250", "9:30:15"},
                                         {"0:00", "0:00:00"},
                                         {"23:59:59", "23:59:59"},
                                         {"24:00", "24:00:00"},
                                         {"24:00:01", "-"},
                                         {"24:01", "-"},
                                         {"25:00", "-"},
                                         {"9:60", "-"},
                                         {"9:59:60", "9:59:59"}, // a leap second
                                         {"9:59:61", "-"},
                                         {"9:123", "-"},
                                         {"123:10", "-"},
                                         {"1:2:3:4", "-"},
                                         {"9:", "-"},
                                         {"9", "-"},
                                         {"", "-"},
                                         {"9:30 x", "9:30:00 x"}}) {
    INFO(row.text);
    CHECK(read_time(row.text) == row.want);
  }
}

TEST_CASE("date time: twelve-hour times with am or pm", "[date]") {
  for (const Row& row : std::vector<Row>{{"9 am", "9:00:00"},
                                         {"9 PM", "21:00:00"},
                                         {"12 am", "0:00:00"},
                                         {"12:30 a.m.", "0:30:00"},
                                         {"12 p.m.", "12:00:00"},
                                         {"3:09 p. m.", "15:09:00"},
                                         {"13:05 PM", "13:05:00"}, // written twice
                                         {"24 pm", "-"},
                                         {"3:09 μ.μ.", "15:09:00"},
                                         {"3:09 π.μ.", "3:09:00"},
                                         {"3 p", "-"},
                                         {"오후 3:09", "15:09:00"},
                                         {"오전 12:09", "0:09:00"},
                                         {"下午3:09", "15:09:00"},
                                         {"上午3時", "3:00:00"},
                                         {"午後3時5分", "15:05:00"},
                                         {"午前", "-"}}) {
    INFO(row.text);
    CHECK(read_time(row.text) == row.want);
  }
}

TEST_CASE("date time: times with written units", "[date]") {
  for (const Row& row : std::vector<Row>{{"9h30", "9:30:00"},
                                         {"9h", "9:00:00"},
                                         {"9 h 30 min", "9:30:00"},
                                         {"9時30分15秒", "9:30:15"},
                                         {"9시 30분", "9:30:00"},
                                         {"9点", "9:00:00"},
                                         {"9 Uhr", "9:00:00"},
                                         {"9:30 Uhr", "9:30:00"},
                                         {"9h99", "-"}}) {
    INFO(row.text);
    CHECK(read_time(row.text) == row.want);
  }
}

TEST_CASE("date time: dotted and joined forms are read only after certain words", "[date]") {
  CHECK(read_time("9.30") == "-");
  CHECK(read_time("9.30", {.dotted = true}) == "9:30:00");
  CHECK(read_time("9.30.15", {.dotted = true}) == "9:30:15");
  CHECK(read_time("0930") == "-");
  CHECK(read_time("0930", {.basic = true}) == "9:30:00");
  CHECK(read_time("093015", {.basic = true}) == "9:30:15");
  CHECK(read_time("093015.5", {.basic = true}) == "9:30:15");
  CHECK(read_time("2400", {.basic = true}) == "24:00:00");
  CHECK(read_time("2401", {.basic = true}) == "-");
  CHECK(read_time("093", {.basic = true}) == "-");
  CHECK(read_time("09301", {.basic = true}) == "-");
}

TEST_CASE("date zone: offsets in all their spellings, as far as 14 hours", "[date]") {
  for (const Row& row : std::vector<Row>{{"Z", "0"},
                                         {"UTC", "0"},
                                         {"+0200", "120"},
                                         {"-07:00", "-420"},
                                         {"\u221207:00", "-420"}, // the minus sign
                                         {"+2", "120"},
                                         {"+0530", "330"},
                                         {"+530", "330"},
                                         {"-0330", "-210"},
                                         {"+14:00", "840"},
                                         {"+15:00", "-"},
                                         {"+00:60", "-"},
                                         {"+ 02:00", "-"}, // the sign must touch its number
                                         {"+12345", "-"},
                                         {"GMT-07:00", "-420"},
                                         {"GMT+0000", "0"},
                                         {"EST", "-300"},
                                         {"IST", "330"},
                                         {"PT", "America/Los_Angeles"},
                                         {"Eastern Time", "America/New_York"},
                                         {"America/Los_Angeles", "America/Los_Angeles"},
                                         {"america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"},
                                         {"Etc/GMT", "Etc/UTC"},
                                         {"XYZ", "-"},
                                         {"", "-"},
                                         {"7", "-"}}) {
    INFO(row.text);
    CHECK(read_zone(row.text) == row.want);
  }
}

TEST_CASE("date zone: local times are converted by the zone's rules for that day", "[date]") {
  struct ZoneRow {
    std::string_view local;
    std::string iana, want;
  };
  for (const ZoneRow& row :
       std::vector<ZoneRow>{{"2026-01-15T12:00:00Z", "America/New_York", "2026-01-15T17:00:00Z"},
                            {"2026-07-15T12:00:00Z", "America/New_York", "2026-07-15T16:00:00Z"},
                            {"2026-03-08T01:59:59Z", "America/New_York", "2026-03-08T06:59:59Z"}, // before the change
                            {"2026-03-08T03:00:00Z", "America/New_York", "2026-03-08T07:00:00Z"}, // after it
                            {"2026-07-15T12:00:00Z", "America/Los_Angeles", "2026-07-15T19:00:00Z"},
                            {"2026-07-15T12:00:00Z", "Europe/Berlin", "2026-07-15T10:00:00Z"},
                            {"2026-01-15T12:00:00Z", "Asia/Kolkata", "2026-01-15T06:30:00Z"},
                            {"2026-01-15T12:00:00Z", "Etc/UTC", "2026-01-15T12:00:00Z"},
                            {"2026-01-15T12:00:00Z", "Nowhere/City", "-"},
                            {"2026-01-15T12:00:00Z", "/", "-"}}) {
    INFO(row.iana << ' ' << row.local);
    CHECK(in_utc(row.local, row.iana) == row.want);
  }
  CHECK(to_utc(at("2026-01-15T12:00:00Z"), {std::chrono::minutes{-90}, {}}) == at("2026-01-15T13:30:00Z"));
}

TEST_CASE("date time: every minute of a day is read in both clocks", "[date]") {
  for (int minute = 0; minute < 24 * 60; ++minute) {
    const int hour = minute / 60, rest = minute % 60;
    const std::string minutes = (rest < 10 ? ":0" : ":") + std::to_string(rest);
    const std::string want = std::to_string(hour) + minutes + ":00";
    const std::string twelve = std::to_string(hour % 12 == 0 ? 12 : hour % 12) + minutes + (hour < 12 ? " am" : " pm");
    INFO(twelve);
    REQUIRE(read_time(std::to_string(hour) + minutes) == want);
    REQUIRE(read_time(twelve) == want);
  }
}

TEST_CASE("date time: noise never moves the cursor without a time", "[date]") {
  constexpr unsigned kSeed = 98;
  std::mt19937 random(kSeed);
  const std::vector<std::string> pieces{"9", "12", "30", "24", "60", ":",   ".", "h", " ", "am",
                                        "p", "m",  "시", "下", "午", "uhr", "T", "+", "/"};
  for (int round = 0; round < 5'000; ++round) {
    std::string text;
    for (std::size_t left = random() % 9; left > 0; --left) text += pieces[random() % pieces.size()];
    INFO("seed " << kSeed << ": " << text);
    for (const TimeForms forms : {TimeForms{}, TimeForms{.dotted = true}, TimeForms{.basic = true}}) {
      REQUIRE(read_time(text, forms) != "moved");
      REQUIRE(read_zone(text) != "moved");
      const auto tokens = tokenize(text);
      Cursor cursor(tokens);
      const auto time = take_time(cursor, forms);
      if (!time) continue;
      REQUIRE(time->since_midnight.count() >= 0);
      REQUIRE(time->since_midnight.count() <= 86'400);
      REQUIRE(cursor.position() <= tokens.size());
    }
  }
}

} // namespace clock_time_test
