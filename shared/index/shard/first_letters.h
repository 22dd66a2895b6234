// SPDX-License-Identifier: GPL-3.0-or-later
/// The beginning of a text as a number. Most texts that are sorted differ in it, and numbers compare quickly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trawl::index {

inline constexpr std::size_t kFirstLetters = sizeof(std::uint64_t);

/// The first eight bytes, NUL where there are fewer: orders as the text does.
inline std::uint64_t first_letters(std::string_view text) {
  std::uint64_t letters = 0;
  for (std::size_t i = 0; i < kFirstLetters; ++i)
    letters = letters << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  return letters;
}

} // namespace trawl::index
