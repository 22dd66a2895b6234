// SPDX-License-Identifier: GPL-3.0-or-later
/// The text that a terminal shows for output with escape sequences.
#pragma once

#include <string>
#include <string_view>

namespace trawl::test {

/// `text` without sequences for colour (ESC [ … m) and links (ESC ] … ESC \).
inline std::string without_sequences(std::string_view text) {
  std::string bare;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\x1b') {
      bare += text[at++];
    } else {
      at = text.substr(at).starts_with("\x1b]") ? text.find("\x1b\\", at) + 2 : text.find('m', at) + 1;
    }
  }
  return bare;
}

} // namespace trawl::test
