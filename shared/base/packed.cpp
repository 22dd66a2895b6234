// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/packed.h"

namespace trawl::packed {

void put_number(std::string& out, std::uint64_t number) {
  while (number >= 0x80) {
    out += static_cast<char>(number | 0x80);
    number >>= 7;
  }
  out += static_cast<char>(number);
}

void put_text(std::string& out, std::string_view text) {
  put_number(out, text.size());
  out += text;
}

bool take_long_number(std::string_view& in, std::uint64_t& number) {
  number = 0;
  for (unsigned shift = 0; shift < 64 && !in.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    number |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

bool take_text(std::string_view& in, std::string_view& text) {
  std::uint64_t size = 0;
  if (!take_number(in, size) || size > in.size()) return false;
  text = in.substr(0, size);
  in.remove_prefix(size);
  return true;
}

std::uint64_t zigzag_encode(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
}

std::int64_t zigzag_decode(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1) ^ (~(number & 1) + 1));
}

} // namespace trawl::packed
