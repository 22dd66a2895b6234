// SPDX-License-Identifier: GPL-3.0-or-later
/// Damaged bytes for tests of readers.
#pragma once

#include <cstddef>
#include <string>

namespace trawl::test {

/// `bytes` with bit `bit` inverted, in a buffer of exact size, so that a sanitizer notices a read beyond it.
inline std::string with_flipped_bit(const std::string& bytes, std::size_t bit) {
  std::string changed = bytes;
  changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
  changed.shrink_to_fit();
  return changed;
}

} // namespace trawl::test
