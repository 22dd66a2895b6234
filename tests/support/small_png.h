// SPDX-License-Identifier: GPL-3.0-or-later
/// A picture for tests: a PNG of a size in pixels, as far as a program reads that does not decode it.
#pragma once

#include <cstdint>
#include <string>

namespace trawl::test {

inline std::string small_png(std::uint32_t width = 4, std::uint32_t height = 3, std::size_t bytes = 60) {
  std::string out = "\x89PNG\r\n\x1A\n";
  out += std::string("\0\0\0\x0D", 4) + "IHDR";
  for (const std::uint32_t number : {width, height}) {
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xFF);
  }
  out.resize(bytes, '\x01');
  return out;
}

} // namespace trawl::test
