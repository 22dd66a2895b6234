// SPDX-License-Identifier: GPL-3.0-or-later
/// UTF-8 (RFC 3629): reading code points, repairing invalid bytes, cutting without splitting a character. Unicode
/// properties and normalisation are in shared/text/unicode.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::utf8 {

inline constexpr char32_t kReplacement = 0xFFFD;

/// The code point at `position`, which is advanced past it. An ill-formed sequence gives U+FFFD and advances over its
/// longest valid beginning, at least one byte (the practice of the Unicode Standard, 3.9). `position` < text.size().
inline char32_t next(std::string_view text, std::size_t& position);

inline void append(std::string& out, char32_t code_point);

/// Code points that are never characters: the last two of each plane, and U+FDD0 to U+FDEF.
constexpr bool is_noncharacter(char32_t c) { return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF); }

bool is_valid(std::string_view text);

/// `text` with every ill-formed sequence replaced by U+FFFD; NUL too. Linear.
std::string repair(std::string_view text);

/// The number of code points.
std::size_t length(std::string_view text);

/// The longest prefix of `text` of at most `max_bytes` bytes that does not split a character.
std::string_view truncate_bytes(std::string_view text, std::size_t max_bytes);

/// The first `max_code_points` code points.
std::string_view truncate(std::string_view text, std::size_t max_code_points);

/// The parts of next() and append() for code points beyond ASCII; callers use those two.
char32_t next_beyond_ascii(std::string_view text, std::size_t& position);
void append_beyond_ascii(std::string& out, char32_t code_point);

char32_t next(std::string_view text, std::size_t& position) {
  const auto lead = static_cast<unsigned char>(text[position]);
  return lead < 0x80 ? ++position, lead : next_beyond_ascii(text, position);
}

void append(std::string& out, char32_t code_point) {
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else {
    append_beyond_ascii(out, code_point);
  }
}

} // namespace trawl::utf8
