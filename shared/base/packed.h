// SPDX-License-Identifier: GPL-3.0-or-later
/// Compact encoding of numbers and texts: numbers are LEB128 (seven bits per byte, lowest first), texts are preceded by
/// their length. The index's own files are made of these (docs/formats.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::packed {

void put_number(std::string& out, std::uint64_t number);
void put_text(std::string& out, std::string_view text);

/// Takes a number from the front of `in`. False if it does not end, within `in` or ten bytes.
bool take_long_number(std::string_view& in, std::uint64_t& number);
inline bool take_number(std::string_view& in, std::uint64_t& number) {
  // Nearly all numbers take one byte.
  if (in.empty() || static_cast<unsigned char>(in.front()) >= 0x80) return take_long_number(in, number);
  number = static_cast<unsigned char>(in.front());
  in.remove_prefix(1);
  return true;
}
/// Takes a text from the front of `in`, as a view into it. False if it is longer than `in`.
bool take_text(std::string_view& in, std::string_view& text);

/// Zigzag encoding: signed numbers near zero become small unsigned ones.
std::uint64_t zigzag_encode(std::int64_t number);
std::int64_t zigzag_decode(std::uint64_t number);

} // namespace trawl::packed
