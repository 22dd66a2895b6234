// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/phrase_table.h"

#include <algorithm>
#include <cstddef>

namespace trawl::extract {

PhraseTable::PhraseTable(std::span<const std::string_view> phrases) : phrases_(phrases.begin(), phrases.end()) {
  const auto first = [](std::string_view phrase) { return static_cast<unsigned char>(phrase.front()); };
  std::ranges::stable_sort(phrases_, {}, first);
  for (const std::string_view phrase : phrases_) ++begin_[first(phrase) + 1u];
  for (std::size_t byte = 0; byte + 1 < begin_.size(); ++byte) {
    begin_[byte + 1] = static_cast<std::uint16_t>(begin_[byte + 1] + begin_[byte]);
  }
}

bool PhraseTable::occurs_in(std::string_view text) const {
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const std::string_view phrase : beginning_with(text[at])) {
      if (text.substr(at).starts_with(phrase)) return true;
    }
  }
  return false;
}

} // namespace trawl::extract
