// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/clock_time.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <new>

#include <unicode/timezone.h>
#include <unicode/unistr.h>

#include "shared/text/dates/names.h"

namespace trawl::text::dates {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

enum class Half { None, Morning, Afternoon };

struct HalfName {
  std::string_view first, second; ///< `second` empty: one word
  Half half;
};

// Words that come before the hour; each Han character is a separate word.
constexpr HalfName kHalvesBefore[] = {{"오전", "", Half::Morning}, {"오후", "", Half::Afternoon},
                                      {"上", "午", Half::Morning}, {"下", "午", Half::Afternoon},
                                      {"午", "前", Half::Morning}, {"午", "後", Half::Afternoon}};

/// "오후" and similar words.
Half take_half_before(Cursor& cursor) {
  for (const auto& [first, second, half] : kHalvesBefore) {
    Cursor at = cursor;
    if (at.take_word(first) && (second.empty() || at.take_word(second))) {
      cursor = at;
      return half;
    }
  }
  return Half::None;
}

/// "pm", "p.m.", "p. m.", "μ.μ.".
Half take_half_after(Cursor& cursor) {
  if (cursor.take_word("am")) return Half::Morning;
  if (cursor.take_word("pm")) return Half::Afternoon;
  Cursor at = cursor;
  const bool morning = at.take_word("a") || at.take_word("π");
  if (!morning && !at.take_word("p") && !at.take_word("μ")) return Half::None;
  if (!at.take_sign(".") || !(at.take_word("m") || at.take_word("μ"))) return Half::None;
  at.take_sign(".");
  cursor = at;
  return morning ? Half::Morning : Half::Afternoon;
}

struct Clock12 {
  int hour = 0, minute = 0, second = 0;
};

std::optional<seconds> on_the_clock(const Clock12& clock, Half half) {
  int hour = clock.hour;
  if (half != Half::None) {
    if (hour > 23) return std::nullopt;
    if (hour == 12)
      hour = half == Half::Morning ? 0 : 12;
    else if (half == Half::Afternoon && hour < 12)
      hour += 12;
  }
  const bool end_of_day = hour == 24 && clock.minute == 0 && clock.second == 0;
  if ((hour > 23 && !end_of_day) || clock.minute > 59 || clock.second > 60) return std::nullopt;
  // A leap second becomes the second before it.
  return hours{hour} + minutes{clock.minute} + seconds{std::min(clock.second, 59)};
}

bool take_any_word(Cursor& cursor, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return cursor.take_word(word); });
}

/// A fraction of a second, which is cut off.
void drop_fraction(Cursor& cursor) {
  if ((cursor.is_sign(".") || cursor.is_sign(",")) && cursor.peek(1).kind == TokenKind::Number &&
      !cursor.peek(1).space_before) {
    cursor.advance(2);
  }
}

/// The rest of "H:MM:SS" after H and its separator. False if it is not a time.
bool take_minutes_and_seconds(Cursor& cursor, std::string_view separator, Clock12& clock) {
  if (!cursor.is_number(1, 2)) return false;
  clock.minute = cursor.take_value();
  if (!cursor.is_sign(separator) || cursor.peek(1).kind != TokenKind::Number) return true;
  // Neither "1:2:3:4" nor "9.30.2026" is a time.
  cursor.advance();
  if (!cursor.is_number(1, 2)) return false;
  clock.second = cursor.take_value();
  if (cursor.is_sign(":") && cursor.peek(1).kind == TokenKind::Number) return false;
  drop_fraction(cursor);
  return true;
}

/// "9h30", "9시 30분", "9時30分15秒": the minutes and seconds may be missing.
void take_units(Cursor& cursor, Clock12& clock) {
  if (!cursor.is_number(1, 2)) return;
  Cursor at = cursor;
  const int minute = at.take_value();
  if (!take_any_word(at, {"분", "分", "m", "min", "mn"}) && at.peek().kind == TokenKind::Word &&
      !at.peek().space_before) {
    return;
  }
  clock.minute = minute;
  cursor = at;
  if (!at.is_number(1, 2)) return;
  const int second = at.take_value();
  if (!take_any_word(at, {"초", "秒", "s"})) return;
  clock.second = second;
  cursor = at;
}

/// "20240301T093015": two, four or six digits that are hours, minutes, seconds.
std::optional<TimeOfDay> take_basic_time(Cursor& cursor) {
  const Token token = cursor.peek();
  if (token.kind != TokenKind::Number || (token.digits != 4 && token.digits != 6)) return std::nullopt;
  const auto value = static_cast<int>(token.digits == 4 ? token.value * 100 : token.value);
  const auto time = on_the_clock({value / 10'000, value / 100 % 100, value % 100}, Half::None);
  if (!time) return std::nullopt;
  cursor.advance();
  drop_fraction(cursor);
  return TimeOfDay{*time};
}

} // namespace

std::optional<TimeOfDay> take_time(Cursor& cursor, TimeForms forms) {
  Cursor at = cursor;
  const bool korean_half = at.is_word("오전") || at.is_word("오후");
  const Half before = take_half_before(at);
  if (forms.basic && at.is_number(4, 6)) return take_basic_time(cursor);
  if (!at.is_number(1, 2)) return std::nullopt;
  Clock12 clock{at.take_value()};
  bool sure = before != Half::None;
  bool korean = korean_half;
  if (at.is_sign(":") || (forms.dotted && at.is_sign("."))) {
    const std::string separator = at.peek().word;
    at.advance();
    if (!take_minutes_and_seconds(at, separator, clock)) return std::nullopt;
    sure = true;
  } else if (at.is_word("h") || at.is_word("時") || at.is_word("点") || at.is_word("點") || at.is_word("시")) {
    korean = korean || at.is_word("시");
    at.advance();
    take_units(at, clock);
    sure = true;
  }
  const Half after = before == Half::None ? take_half_after(at) : Half::None;
  const bool oclock = at.take_word("uhr");
  if (!sure && after == Half::None && !oclock) return std::nullopt;
  const auto time = on_the_clock(clock, before != Half::None ? before : after);
  if (!time) return std::nullopt;
  cursor = at;
  return TimeOfDay{*time, korean};
}

namespace {

/// "+0200", "-07:00", "+2": the sign must touch its digits, or "9:30 - 10:30" would be an offset.
std::optional<minutes> take_offset(Cursor& cursor) {
  Cursor at = cursor;
  const bool west = at.is_sign("-") || at.is_sign("\u2212");
  if (!west && !at.is_sign("+")) return std::nullopt;
  at.advance();
  if (!at.is_number(1, 4) || at.peek().space_before) return std::nullopt;
  const int digits = at.peek().digits;
  const int value = at.take_value();
  int hour = digits > 2 ? value / 100 : value;
  int minute = digits > 2 ? value % 100 : 0;
  if (digits <= 2 && at.is_sign(":") && at.peek(1).kind == TokenKind::Number && at.peek(1).digits == 2) {
    at.advance();
    minute = at.take_value();
  }
  if (hour > 14 || minute > 59) return std::nullopt;
  cursor = at;
  const minutes size = hours{hour} + minutes{minute};
  return west ? -size : size;
}

/// "America/Argentina/Buenos_Aires", in the spelling of the database.
std::optional<Zone> take_iana(Cursor& cursor) {
  Cursor at = cursor;
  std::string name;
  bool slash = false;
  while (at.peek().kind == TokenKind::Word || at.is_sign("/") || at.is_sign("_") || at.is_sign("-")) {
    if (!name.empty() && at.peek().space_before) break;
    slash = slash || at.is_sign("/");
    name += at.peek().word;
    at.advance();
  }
  if (!slash) return std::nullopt;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins_word = i == 0 || name[i - 1] == '/' || name[i - 1] == '_' || name[i - 1] == '-';
    if (begins_word && name[i] >= 'a' && name[i] <= 'z') name[i] = static_cast<char>(name[i] - 32);
  }
  if (name == "Etc/Gmt" || name == "Etc/Utc") name = "Etc/UTC";
  cursor = at;
  return Zone{minutes{0}, name};
}

} // namespace

std::optional<Zone> take_zone(Cursor& cursor) {
  if (const auto offset = take_offset(cursor)) return Zone{*offset, {}};
  if (cursor.peek().kind != TokenKind::Word) return std::nullopt;
  if (cursor.peek(1).kind == TokenKind::Sign && cursor.peek(1).word == "/") {
    if (auto zone = take_iana(cursor)) return zone;
  }
  const std::string name = cursor.peek().word;
  if (const auto offset = zone_offset(name)) {
    cursor.advance();
    // "GMT-07:00", JavaScript's "GMT+0000", and "…Z" before or after a number: the number is the offset.
    const auto number = take_offset(cursor);
    return Zone{number.value_or(*offset), {}};
  }
  if (const auto iana = seasonal_zone(name); !iana.empty()) {
    cursor.advance();
    cursor.take_word("time");
    return Zone{minutes{0}, std::string(iana)};
  }
  return std::nullopt;
}

std::optional<Moment> to_utc(Moment local, const Zone& zone) {
  if (zone.iana.empty()) return local - zone.offset;
  const auto id = icu::UnicodeString::fromUTF8(zone.iana);
  errno = 0;
  const std::unique_ptr<icu::TimeZone> rules(icu::TimeZone::createTimeZone(id));
  if (!rules || errno == ENOMEM) throw std::bad_alloc(); // ICU calls the zone unknown then
  if (*rules == icu::TimeZone::getUnknown()) return std::nullopt;
  UErrorCode status = U_ZERO_ERROR;
  std::int32_t raw = 0, summer = 0;
  rules->getOffset(static_cast<double>(local.time_since_epoch().count()) * 1000.0, true, raw, summer, status);
  if (U_FAILURE(status)) return std::nullopt;
  return local - seconds{(raw + summer) / 1000};
}

} // namespace trawl::text::dates
