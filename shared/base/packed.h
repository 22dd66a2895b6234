// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers and texts as few bytes: numbers are LEB128 (seven bits a byte, the lowest first), texts have their length
/// before them. What the index keeps beside its tables is made of these.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::packed {

void put_number(std::string& out, std::uint64_t number);
void put_text(std::string& out, std::string_view text);

/// Take from the front of `in`. False if there are not so many bytes, or a number does not end.
bool take_long_number(std::string_view& in, std::uint64_t& number);
inline bool take_number(std::string_view& in, std::uint64_t& number) {
  // Nearly all are of one byte.
  if (in.empty() || static_cast<unsigned char>(in.front()) >= 0x80) return take_long_number(in, number);
  number = static_cast<unsigned char>(in.front());
  in.remove_prefix(1);
  return true;
}
/// A view into what `in` was.
bool take_text(std::string_view& in, std::string_view& text);

/// A number of any sign so that those near zero are short (zigzag).
std::uint64_t folded_sign(std::int64_t number);
std::int64_t unfolded_sign(std::uint64_t number);

} // namespace trawl::packed
