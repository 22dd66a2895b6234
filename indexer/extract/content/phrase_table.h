// SPDX-License-Identifier: GPL-3.0-or-later
/// Phrases by their first byte: a line is compared only with those that begin the same way, and one pass over a text
/// looks for all of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace trawl::extract {

class PhraseTable {
 public:
  /// The phrases are not empty and outlive the table.
  explicit PhraseTable(std::span<const std::string_view> phrases);

  /// The phrases that begin with this byte.
  std::span<const std::string_view> beginning_with(char first) const {
    const auto byte = static_cast<unsigned char>(first);
    return std::span(phrases_).subspan(begin_[byte], begin_[byte + 1u] - begin_[byte]);
  }

  bool occurs_in(std::string_view text) const;

 private:
  std::vector<std::string_view> phrases_; ///< by their first byte
  std::array<std::uint16_t, 257> begin_{};
};

} // namespace trawl::extract
