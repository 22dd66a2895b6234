// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/character_references.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace trawl::html {

void bound_character_references(std::string& page) {
  constexpr std::size_t kMostDigits = 7; // these fit an integer; more mean a number beyond U+10FFFF
  for (std::size_t at = page.find("&#"); at != std::string::npos; at = page.find("&#", at)) {
    at += 2;
    const bool is_hex = at < page.size() && (page[at] == 'x' || page[at] == 'X');
    if (is_hex) ++at;
    const std::size_t end =
        std::min(page.find_first_not_of(is_hex ? "0123456789abcdefABCDEF" : "0123456789", at), page.size());
    const std::size_t first = std::min(page.find_first_not_of('0', at), end);
    if (end - first > kMostDigits) {
      const std::string_view replacement = is_hex ? "FFFD" : "65533";
      std::fill(page.begin() + static_cast<std::ptrdiff_t>(first), page.begin() + static_cast<std::ptrdiff_t>(end),
                '0');
      page.replace(end - replacement.size(), replacement.size(), replacement);
    }
    at = end;
  }
}

} // namespace trawl::html
