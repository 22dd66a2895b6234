// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/base64.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trawl {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = at; i < at + 3; ++i) {
      three = three << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
    }
    for (std::size_t digit = 0; digit < 4; ++digit) {
      out += at + digit > bytes.size() ? '=' : kDigits[three >> (18 - 6 * digit) & 63];
    }
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  std::string_view digits = text;
  while (digits.ends_with('=')) digits.remove_suffix(1);
  for (const char c : digits) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFF);
  }
  return to_base64(out) == text ? std::optional(out) : std::nullopt;
}

std::string to_base64url(std::string_view bytes) {
  std::string out = to_base64(bytes);
  std::ranges::replace(out, '+', '-');
  std::ranges::replace(out, '/', '_');
  while (out.ends_with('=')) out.pop_back();
  return out;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string padded(text);
  std::ranges::replace(padded, '-', '+');
  std::ranges::replace(padded, '_', '/');
  padded.append((4 - padded.size() % 4) % 4, '=');
  auto out = from_base64(padded);
  return out && to_base64url(*out) == text ? out : std::nullopt;
}

} // namespace trawl
