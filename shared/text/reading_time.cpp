// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/reading_time.h"

#include <algorithm>

#include "shared/base/utf8.h"

namespace trawl::text {
namespace {

bool is_white_space(char32_t c) {
  return c == ' ' || (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Han and kana with their extensions: each character counts as a word. Hangul is written with spaces.
bool is_read_alone(char32_t c) {
  return (c >= 0x3041 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x323AF);
}

} // namespace

std::optional<ReadingUnit> next_unit(std::string_view text, std::size_t from) {
  ReadingUnit unit;
  bool is_inside = false;
  for (std::size_t at = from; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = utf8::next(text, at);
    if (is_white_space(c) || (is_inside && is_read_alone(c))) {
      if (is_inside) return unit.end = begin, unit;
      continue;
    }
    if (is_read_alone(c)) return ReadingUnit{begin, at, true};
    if (!is_inside) unit.begin = begin;
    is_inside = true;
  }
  if (!is_inside) return std::nullopt;
  return unit.end = text.size(), unit;
}

TextLength measure(std::string_view text) {
  TextLength length;
  for (auto unit = next_unit(text, 0); unit; unit = next_unit(text, unit->end)) {
    ++length.words;
    length.cjk_characters += unit->is_cjk ? 1 : 0;
  }
  return length;
}

int reading_minutes(const TextLength& length) {
  const std::size_t words = length.words - length.cjk_characters;
  // Both rates over a common denominator, so that a mixed text is rounded once.
  const std::size_t load = words * kCjkCharactersPerMinute + length.cjk_characters * kWordsPerMinute;
  const std::size_t minute = kWordsPerMinute * kCjkCharactersPerMinute;
  return static_cast<int>(std::max<std::size_t>(1, (load + minute - 1) / minute));
}

} // namespace trawl::text
