// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/name_words.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <string>

namespace trawl::extract {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

} // namespace

bool any_name_word(std::string_view names, const std::function<bool(std::string_view)>& visit) {
  std::string word;
  for (std::size_t at = 0; at <= names.size(); ++at) {
    const char c = at < names.size() ? names[at] : ' ';
    const bool is_part = ascii::is_alnum(c);
    const bool begins_word = is_upper(c) && at > 0 && !is_upper(names[at - 1]);
    if ((!is_part || begins_word) && !word.empty()) {
      if (visit(word)) return true;
      word.clear();
    }
    if (is_part) word += ascii::to_lower(c);
  }
  return false;
}

bool has_name_word(std::string_view names, std::span<const std::string_view> wanted) {
  if (names.empty()) return false;
  return any_name_word(names, [&](std::string_view word) { return std::ranges::find(wanted, word) != wanted.end(); });
}

} // namespace trawl::extract
