// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/parse_date.h"

#include <algorithm>

#include "shared/text/dates/grammar.h"
#include "shared/text/dates/names.h"
#include "shared/text/dates/tokens.h"

namespace trawl::text {
namespace {

using namespace dates;
using namespace std::chrono;

constexpr std::size_t kMaxFeedDate = 200;

Date to_date(const WrittenDate& written, const std::optional<Zone>& default_zone) {
  if (!written.time) return {written.day, DatePrecision::Day};
  const Moment local = Moment{written.day} + written.time->since_midnight;
  const auto& zone = written.zone ? written.zone : default_zone;
  const Moment utc = zone ? to_utc(local, *zone).value_or(local) : local;
  return {utc, DatePrecision::Second, floor<minutes>(local - utc)};
}

/// Unix time in seconds or milliseconds, or YYYYMMDDHHMMSS.
std::optional<Date> read_digits(const Token& number) {
  if (number.digits == 10) return Date{Moment{seconds{number.value}}, DatePrecision::Second};
  if (number.digits == 13) return Date{Moment{seconds{number.value / 1000}}, DatePrecision::Second};
  if (number.digits != 14) return std::nullopt;
  const std::int64_t day = number.value / 1'000'000;
  const auto time = static_cast<int>(number.value % 1'000'000);
  const year_month_day date{year{static_cast<int>(day / 10'000)}, month{static_cast<unsigned>(day / 100 % 100)},
                            std::chrono::day{static_cast<unsigned>(day % 100)}};
  const int h = time / 10'000, m = time / 100 % 100, s = time % 100;
  if (!date.ok() || h > 23 || m > 59 || s > 59) return std::nullopt;
  return Date{sys_days{date} + hours{h} + minutes{m} + seconds{s}, DatePrecision::Second};
}

/// "Thu,", "ven.,", "Di": any word in front of a date is skipped as a weekday.
void skip_weekday(Cursor& cursor) {
  if (cursor.peek().kind != TokenKind::Word) return;
  Cursor at = cursor;
  const auto reading = Reading{};
  if (take_date(at, reading)) return;
  while (cursor.peek().kind == TokenKind::Word && !(cursor.peek().space_before && cursor.position() > 0)) {
    cursor.advance();
  }
  while (cursor.is_sign(",") || cursor.is_sign(".")) cursor.advance();
}

/// Whether the rest may follow a date in a feed: a comment in brackets, a second zone, one more word; but not a number.
bool is_harmless_rest(Cursor cursor) {
  int words = 0;
  for (bool in_brackets = false; !cursor.at_end(); cursor.advance()) {
    in_brackets = in_brackets || cursor.is_sign("(");
    if (in_brackets) continue;
    if (cursor.peek().kind == TokenKind::Number || cursor.is_sign(":") || ++words > 3) return false;
  }
  return true;
}

/// Whether the number at `position` directly follows another one ("192.168.2026"), so that no date begins there.
bool follows_number(const std::vector<Token>& tokens, std::size_t position) {
  if (position < 2 || tokens[position].kind != TokenKind::Number || tokens[position].space_before) return false;
  const Token& sign = tokens[position - 1];
  return sign.kind == TokenKind::Sign && !sign.space_before && (sign.word == "." || sign.word == "-") &&
         tokens[position - 2].kind == TokenKind::Number;
}

/// "09:30 EST, 8 April 2026": the time that ends directly before the date.
void take_time_before(const std::vector<Token>& tokens, std::size_t begin, WrittenDate& written) {
  constexpr std::size_t kReach = 10;
  for (std::size_t back = begin - std::min(begin, kReach); back < begin; ++back) {
    Cursor cursor(tokens, back);
    auto time = take_time(cursor);
    if (!time || cursor.position() > begin) continue;
    auto zone = take_zone(cursor);
    bool only_words = true;
    for (; cursor.position() < begin; cursor.advance()) only_words &= cursor.peek().kind != TokenKind::Number;
    if (!only_words || cursor.position() != begin) continue;
    written.time = time;
    written.zone = zone;
    return;
  }
}

std::optional<Date> first_date(const std::vector<Token>& tokens, const Reading& reading) {
  std::optional<Date> month_alone;
  for (std::size_t begin = 0; begin < tokens.size(); ++begin) {
    if (tokens[begin].kind == TokenKind::Sign || follows_number(tokens, begin)) continue;
    Cursor cursor(tokens, begin);
    auto written = take_date(cursor, reading);
    if (!written) continue;
    if (!written->whole_day_known) {
      // "April 2026" is accepted if there is no other text.
      if (begin == 0 && cursor.at_end()) month_alone = to_date(*written, std::nullopt);
      continue;
    }
    if (!written->time) take_time_before(tokens, begin, *written);
    return to_date(*written, std::nullopt);
  }
  return month_alone;
}

} // namespace

std::optional<Date> parse_feed_date(std::string_view text) {
  if (text.size() > kMaxFeedDate) return std::nullopt;
  const auto tokens = tokenize(text);
  if (tokens.empty()) return std::nullopt;
  if (tokens.size() == 1 && tokens[0].kind == TokenKind::Number && tokens[0].digits > 8) return read_digits(tokens[0]);
  Cursor cursor(tokens);
  skip_weekday(cursor);
  const auto written = take_date(cursor, Reading{});
  if (!written || !is_harmless_rest(cursor)) return std::nullopt;
  // Feeds that use Korean words give Korean time without naming the zone.
  return to_date(*written, written->korean ? std::optional(Zone{hours{9}, {}}) : std::nullopt);
}

std::optional<Date> parse_page_date(std::string_view text, std::string_view language) {
  return first_date(tokenize(text), {true, language, day_order(language)});
}

std::optional<Date> plausible(std::optional<Date> date, Moment now) {
  if (!date || date->time < Moment{} || date->time > now + days{1}) return std::nullopt;
  return date;
}

} // namespace trawl::text
