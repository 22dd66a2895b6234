// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/percent_encoding.h"

#include <cstddef>

#include "shared/base/ascii.h"
#include "shared/base/hex.h"

namespace trawl::url {
namespace {

/// The ASCII characters that each set adds to the C0 controls, in the order of the enum.
constexpr std::string_view kEncoded[] = {
    "", " \"<>`", " \"#<>'", " \"#<>?^`{}", " \"#<>?^`{}/:;=@[\\]|",
};

void append_escape(std::string& out, char c) {
  out += '%';
  append_hex(out, c, kUpperHexDigits);
}

bool is_control_or_foreign(char c) {
  return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E;
}

/// The byte that "%XX" at `position` stands for, or -1.
int escaped_byte(std::string_view text, std::size_t position) {
  if (text[position] != '%' || position + 2 >= text.size()) return -1;
  const int high = hex_value(text[position + 1]);
  const int low = hex_value(text[position + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

} // namespace

bool is_unreserved(char c) { return ascii::is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~'; }

void append_encoded(std::string& out, std::string_view bytes, EncodeSet set) {
  const std::string_view encoded = kEncoded[static_cast<std::size_t>(set)];
  for (const char c : bytes) {
    if (is_control_or_foreign(c) || encoded.contains(c)) {
      append_escape(out, c);
    } else {
      out += c;
    }
  }
}

std::string percent_encode(std::string_view text) {
  std::string out;
  for (const char c : text) is_unreserved(c) ? out.push_back(c) : append_escape(out, c);
  return out;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int byte = escaped_byte(text, i);
    out += byte < 0 ? text[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
  return out;
}

std::string normalise_percent_encoding(std::string_view text) {
  constexpr std::string_view kNeverInUri = "\"<>\\^`{|} "; // printable, but neither unreserved nor reserved
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int byte = escaped_byte(text, i);
    if (byte >= 0) {
      const char decoded = static_cast<char>(byte);
      is_unreserved(decoded) ? void(out += decoded) : append_escape(out, decoded);
      i += 2;
    } else if (text[i] == '%' || is_control_or_foreign(text[i]) || kNeverInUri.contains(text[i])) {
      append_escape(out, text[i]);
    } else {
      out += text[i];
    }
  }
  return out;
}

} // namespace trawl::url
