// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers as hexadecimal digits, and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl {

inline constexpr std::string_view kHexDigits = "0123456789abcdef", kUpperHexDigits = "0123456789ABCDEF";

/// The last `count` digits of `number`, with leading zeros.
inline void append_hex(std::string& out, std::uint64_t number, int count, std::string_view digits = kHexDigits) {
  for (int shift = 4 * (count - 1); shift >= 0; shift -= 4) out += digits[number >> shift & 15];
}

/// A byte as two digits.
inline void append_hex(std::string& out, char byte, std::string_view digits = kHexDigits) {
  append_hex(out, static_cast<unsigned char>(byte), 2, digits);
}

/// The value of a digit of either case, or -1.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

} // namespace trawl
