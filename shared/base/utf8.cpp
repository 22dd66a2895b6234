// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/utf8.h"

namespace trawl::utf8 {

char32_t next_beyond_ascii(std::string_view text, std::size_t& position) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char lead = byte(position++);
  int more = 0;
  char32_t value = 0;
  unsigned char low = 0x80, high = 0xBF; // bounds of the second byte exclude overlong forms and surrogates
  if (lead >= 0xC2 && lead <= 0xDF) {
    more = 1, value = lead & 0x1Fu;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    more = 2, value = lead & 0x0Fu;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    more = 3, value = lead & 0x07u;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return kReplacement;
  }
  for (; more > 0; --more) {
    if (position >= text.size() || byte(position) < low || byte(position) > high) return kReplacement;
    value = (value << 6) | (byte(position++) & 0x3Fu);
    low = 0x80, high = 0xBF;
  }
  return value;
}

void append_beyond_ascii(std::string& out, char32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

bool is_valid(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t begin = position;
    if (next(text, position) == kReplacement && text.substr(begin, 3) != "\xEF\xBF\xBD") return false;
  }
  return true;
}

std::string repair(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t begin = position;
    const char32_t c = next(text, position);
    if (c == 0 || c == kReplacement) {
      append(out, kReplacement);
    } else {
      out.append(text, begin, position - begin);
    }
  }
  return out;
}

std::size_t length(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t position = 0; position < text.size(); ++count) next(text, position);
  return count;
}

std::string_view truncate_bytes(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

std::string_view truncate(std::string_view text, std::size_t max_code_points) {
  std::size_t position = 0;
  for (std::size_t count = 0; count < max_code_points && position < text.size(); ++count) next(text, position);
  return text.substr(0, position);
}

} // namespace trawl::utf8
