// SPDX-License-Identifier: GPL-3.0-or-later
/// Features of the wording of a single line: whether it is a byline, a button, the end of the article.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Phrases by their first byte: a line is compared only with those that begin the same way, and one pass over a text
/// looks for all of them.
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

/// Phrases that occur anywhere in a paragraph in which the publisher writes about itself: "we may earn a commission".
const PhraseTable& publisher_phrases();

/// Whether the line is a button, a call to share or subscribe, an image credit or the like: "Advertisement".
bool is_boilerplate_line(std::string_view text);

/// Whether the publisher writes about itself in the paragraph: commissions, rights, newsletters, contributors.
bool is_publisher_notice(std::string_view text);

/// Whether the line is a short one with author, date, place or reading time.
bool is_byline(std::string_view text);

} // namespace trawl::extract
