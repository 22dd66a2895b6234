// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/grammar.h"

#include "shared/base/calendar.h"

#include <algorithm>
#include <array>

namespace trawl::text::dates {
namespace {

using namespace std::chrono;

constexpr int kFirstYear = 1900, kLastYear = 2199;

std::optional<WrittenDate> make_date(int y, unsigned m, unsigned d) {
  const year_month_day date{year{y}, month{m}, day{d}};
  if (!date.ok() || y < kFirstYear || y > kLastYear) return std::nullopt;
  WrittenDate written;
  written.day = sys_days{date};
  return written;
}

std::optional<WrittenDate> make_month(int y, unsigned m) {
  auto written = make_date(y, m, 1);
  if (written) written->whole_day_known = false;
  return written;
}

/// A four-digit year; in feeds also a two-digit one: 00 to 49 are in this century (RFC 5322 §4.3).
std::optional<int> take_year(Cursor& cursor, const Reading& reading) {
  if (cursor.is_number(4, 4)) {
    const int value = cursor.take_value();
    if (value < kFirstYear || value > kLastYear) return std::nullopt;
    return value;
  }
  if (reading.in_prose || !cursor.is_number(2, 2)) return std::nullopt;
  const int value = cursor.take_value();
  return value < 50 ? 2000 + value : 1900 + value;
}

std::optional<unsigned> take_month_name(Cursor& cursor, const Reading& reading) {
  if (cursor.peek().kind != TokenKind::Word) return std::nullopt;
  const auto month = month_of(cursor.peek().word, reading.language);
  if (!month) return std::nullopt;
  cursor.advance();
  cursor.take_sign(".");
  return month;
}

/// "8", "8.", "8th", "1er", "1º" (which is "1o" in the tokens).
std::optional<unsigned> take_day_number(Cursor& cursor) {
  if (!cursor.is_number(1, 2)) return std::nullopt;
  const int value = cursor.take_value();
  if (value < 1 || value > 31) return std::nullopt;
  if (cursor.peek().kind == TokenKind::Word && !cursor.peek().space_before && is_ordinal_suffix(cursor.peek().word)) {
    cursor.advance();
  } else {
    cursor.take_sign(".");
  }
  return static_cast<unsigned>(value);
}

/// The short words and punctuation between the parts of a date: at most two of them.
void skip_date_links(Cursor& cursor) {
  for (int i = 0; i < 2; ++i) {
    const Token& token = cursor.peek();
    const bool is_link = token.kind == TokenKind::Word && is_date_link(token.word);
    const bool is_mark = cursor.is_sign(",") || cursor.is_sign("-") || cursor.is_sign("/") || cursor.is_sign("'") ||
                         cursor.is_sign("\u2019") || cursor.is_sign(".");
    if (cursor.at_end() || !(is_link || is_mark)) return;
    cursor.advance();
  }
}

/// The separator after a leading year: punctuation, or the word for "year".
bool take_year_separator(Cursor& cursor) {
  return cursor.take_word("年") || cursor.take_word("년") || cursor.take_sign("-") || cursor.take_sign("/") ||
         cursor.take_sign(".");
}

/// "2026-W15-3", "2026W153" (ISO 8601); without a day the Monday. A year has 52 or 53 weeks.
std::optional<WrittenDate> take_week_date(Cursor& cursor, int y) {
  if (!cursor.take_word("w") || !cursor.is_number(2, 3)) return std::nullopt;
  const bool joined = cursor.peek().digits == 3;
  const int value = cursor.take_value();
  const int week = joined ? value / 10 : value;
  int weekday = joined ? value % 10 : 1;
  if (!joined && cursor.is_sign("-") && cursor.peek(1).kind == TokenKind::Number && cursor.peek(1).digits == 1) {
    cursor.advance();
    weekday = cursor.take_value();
  }
  if (week < 1 || weekday < 1 || weekday > 7) return std::nullopt;
  const sys_days monday = first_monday(year{y}) + days{7 * (week - 1)};
  if (monday >= first_monday(year{y + 1})) return std::nullopt;
  WrittenDate written;
  written.day = monday + days{weekday - 1};
  return written;
}

std::optional<WrittenDate> day_of_year(int y, int number) {
  const int length = year{y}.is_leap() ? 366 : 365;
  if (number < 1 || number > length) return std::nullopt;
  WrittenDate written;
  written.day = sys_days{year{y} / January / 1} + days{number - 1};
  return written;
}

/// "20260408": in prose only with its time, as any number might have eight digits.
std::optional<WrittenDate> take_basic(Cursor& cursor, const Reading& reading) {
  const std::int64_t value = cursor.peek().value;
  cursor.advance();
  const bool time_follows = cursor.is_word("t") && !cursor.peek().space_before;
  if (reading.in_prose && !time_follows) return std::nullopt;
  return make_date(static_cast<int>(value / 10'000), static_cast<unsigned>(value / 100 % 100),
                   static_cast<unsigned>(value % 100));
}

/// The month and day after a leading year and its separator.
std::optional<WrittenDate> take_after_year(Cursor& cursor, int y, const Reading& reading) {
  if (cursor.is_word("w")) return take_week_date(cursor, y);
  std::optional<unsigned> m = take_month_name(cursor, reading);
  const bool named = m.has_value();
  if (!m) {
    if (!cursor.is_number(1, 3)) return std::nullopt;
    const int digits = cursor.peek().digits;
    const int number = cursor.take_value();
    const bool day_follows = cursor.is_sign("-") && cursor.peek(1).kind == TokenKind::Number;
    if (digits == 3 && !day_follows) return day_of_year(y, number);
    m = static_cast<unsigned>(number);
  }
  Cursor at = cursor;
  const bool separated =
      at.take_word("月") || at.take_word("월") || at.take_sign("-") || at.take_sign("/") || at.take_sign(".") || named;
  const auto d = separated ? take_day_number(at) : std::nullopt;
  if (!d) {
    cursor.take_word("月") || cursor.take_word("월");
    // "2026-04-99" is not a month.
    if (cursor.is_sign("-") && cursor.peek(1).kind == TokenKind::Number) return std::nullopt;
    return make_month(y, *m);
  }
  at.take_word("日") || at.take_word("일") || at.take_word("号");
  cursor = at;
  return make_date(y, *m, *d);
}

/// Forms that begin with the year: ISO 8601 and similar ones, Chinese, Japanese, Korean, Hungarian.
std::optional<WrittenDate> take_year_first(Cursor& cursor, const Reading& reading) {
  if (cursor.is_number(8, 8)) return take_basic(cursor, reading);
  if (!cursor.is_number(4, 4)) return std::nullopt;
  const int y = cursor.take_value();
  if (y < kFirstYear || y > kLastYear) return std::nullopt;
  const bool korean = cursor.is_word("년");
  Cursor at = cursor;
  if (!take_year_separator(at) && !(at.is_word("w") && !at.peek().space_before)) {
    if (at.peek().kind != TokenKind::Word || !month_of(at.peek().word, reading.language)) {
      // A year alone (W3C-DTF), if there is no other text.
      if (!reading.in_prose && at.at_end() && at.position() == 1) return make_month(y, 1);
      return std::nullopt;
    }
  }
  auto written = take_after_year(at, y, reading);
  if (!written) return std::nullopt;
  cursor = at;
  written->korean = korean;
  return written;
}

/// "8 April 2026", "8. April 2026", "8 de abril de 2026", "13-Jun-97", "8 tháng 4 năm 2026".
std::optional<WrittenDate> take_day_first(Cursor& cursor, const Reading& reading) {
  const auto d = take_day_number(cursor);
  if (!d) return std::nullopt;
  skip_date_links(cursor);
  std::optional<unsigned> m;
  if (cursor.take_word("thang") && cursor.is_number(1, 2)) {
    m = static_cast<unsigned>(cursor.take_value());
  } else {
    m = take_month_name(cursor, reading);
  }
  if (!m) return std::nullopt;
  skip_date_links(cursor);
  cursor.take_word("nam");
  const auto y = take_year(cursor, reading);
  return y ? make_date(*y, *m, *d) : std::nullopt;
}

/// "Jan 4 16:29:06 2004", "Jul 15 01:16:00 +0000 2012": asctime, and a variant with a zone.
std::optional<WrittenDate> take_asctime(Cursor& cursor, unsigned m, unsigned d) {
  const auto time = take_time(cursor);
  if (!time) return std::nullopt;
  const auto zone = take_zone(cursor);
  if (!cursor.is_number(4, 4)) return std::nullopt;
  auto written = make_date(cursor.take_value(), m, d);
  if (!written) return std::nullopt;
  written->time = time;
  written->zone = zone;
  return written;
}

/// "April 8, 2026", "Apr. 8th 2026", asctime, and "April 2026".
std::optional<WrittenDate> take_month_first(Cursor& cursor, const Reading& reading) {
  const auto m = take_month_name(cursor, reading);
  if (!m) return std::nullopt;
  Cursor at = cursor;
  skip_date_links(at);
  if (const auto d = take_day_number(at)) {
    Cursor clock = at;
    if (auto written = take_asctime(clock, *m, *d)) {
      cursor = clock;
      return written;
    }
    skip_date_links(at);
    if (const auto y = take_year(at, reading)) {
      cursor = at;
      return make_date(*y, *m, *d);
    }
  }
  skip_date_links(cursor);
  if (!cursor.is_number(4, 4)) return std::nullopt;
  return make_month(cursor.take_value(), *m);
}

/// Which of two numbers is the day: a number over 12 is the day; else dots mean day first; else the language decides.
std::optional<WrittenDate> settle(int y, int first, int second, bool dots, DayOrder order) {
  const auto day_first = [&] { return make_date(y, static_cast<unsigned>(second), static_cast<unsigned>(first)); };
  const auto month_first = [&] { return make_date(y, static_cast<unsigned>(first), static_cast<unsigned>(second)); };
  if (second > 12 || first == second) return month_first();
  if (first > 12 || dots) return day_first();
  if (order == DayOrder::Unknown) return std::nullopt;
  return order == DayOrder::DayFirst ? day_first() : month_first();
}

/// "08.04.2026", "26/06/2020", "10/30/23".
std::optional<WrittenDate> take_numbers(Cursor& cursor, const Reading& reading) {
  if (!cursor.is_number(1, 2)) return std::nullopt;
  const bool two_digits = cursor.peek().digits == 2;
  const int first = cursor.take_value();
  const std::string separator = cursor.peek().word;
  if (!(cursor.is_sign("/") || cursor.is_sign(".") || cursor.is_sign("-"))) return std::nullopt;
  cursor.advance();
  if (!cursor.is_number(1, 2)) return std::nullopt;
  const bool all_two_digits = two_digits && cursor.peek().digits == 2;
  const int second = cursor.take_value();
  if (!cursor.take_sign(separator)) return std::nullopt;
  // In prose "1.2.23" is a version; "08.04.23" is a date if the language is known to write dates like this.
  Reading trusting = reading;
  trusting.in_prose = reading.in_prose && !(all_two_digits && (separator == "." || reading.order != DayOrder::Unknown));
  const auto y = take_year(cursor, trusting);
  return y ? settle(*y, first, second, separator == ".", reading.order) : std::nullopt;
}

/// Whether another number directly follows the one at the cursor ("192.168.2026.1"), so that it is not a date.
bool is_followed_by_number(const Cursor& cursor) {
  const bool sign = cursor.is_sign(".") || cursor.is_sign("/") || cursor.is_sign("-");
  return sign && !cursor.peek().space_before && cursor.peek(1).kind == TokenKind::Number &&
         !cursor.peek(1).space_before && cursor.peek(1).digits > 0;
}

/// Skips tokens that may be between a date and its time: punctuation, "at", a weekday in brackets. At most four.
bool skip_time_links(Cursor& cursor, TimeForms& forms) {
  static constexpr std::array<std::string_view, 11> kMarks = {",",      "-", "\u2013", "\u2014", "|", "\u00b7",
                                                              "\u2022", "@", "/",      ".",      ":"};
  for (int i = 0; i < 4; ++i) {
    const Token& token = cursor.peek();
    if (cursor.at_end() || token.kind == TokenKind::Number) return !cursor.at_end();
    const bool mark =
        token.kind == TokenKind::Sign && std::find(kMarks.begin(), kMarks.end(), token.word) != kMarks.end();
    const bool link = token.kind == TokenKind::Word && is_time_link(token.word);
    if (!mark && !link) return true;
    forms.basic = token.word == "t" && !token.space_before;
    forms.dotted =
        forms.dotted || token.word == "kl" || token.word == "klo" || token.word == "um" || token.word == "godz";
    cursor.advance();
  }
  return true;
}

void take_time_and_zone(Cursor& cursor, WrittenDate& written) {
  if (written.time) return;
  Cursor at = cursor;
  TimeForms forms;
  // A zone right after a day does not change the day.
  if (!skip_time_links(at, forms)) return;
  const bool joined = cursor.is_sign("-") && !cursor.peek().space_before;
  if (const auto time = joined ? std::nullopt : take_time(at, forms)) {
    written.time = time;
    written.korean = written.korean || time->korean;
    cursor = at;
    cursor.take_sign("(");
    written.zone = take_zone(cursor);
    return;
  }
  Cursor zone = cursor;
  if (take_zone(zone)) cursor = zone;
}

} // namespace

std::optional<WrittenDate> take_date(Cursor& cursor, const Reading& reading) {
  constexpr std::array kForms = {take_year_first, take_day_first, take_numbers, take_month_first};
  for (const auto form : kForms) {
    Cursor at = cursor;
    auto written = form(at, reading);
    if (!written || is_followed_by_number(at)) continue;
    take_time_and_zone(at, *written);
    cursor = at;
    return written;
  }
  return std::nullopt;
}

} // namespace trawl::text::dates
