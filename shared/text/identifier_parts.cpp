// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/identifier_parts.h"

namespace trawl::text {
namespace {

constexpr std::size_t kMaxParts = 12;

enum class Kind { Separator, Lower, Upper, Digit, Inner };

Kind kind_of(char c) {
  if (c >= 'a' && c <= 'z') return Kind::Lower;
  if (c >= 'A' && c <= 'Z') return Kind::Upper;
  if (c >= '0' && c <= '9') return Kind::Digit;
  if (c == '_') return Kind::Separator;
  return static_cast<unsigned char>(c) >= 0x80 ? Kind::Lower : Kind::Inner;
}

/// Whether the small letters from `at` are a single "s": the plural of an abbreviation.
bool is_plural_s(std::string_view word, std::size_t at) {
  return word[at] == 's' && (at + 1 == word.size() || kind_of(word[at + 1]) != Kind::Lower);
}

/// Where the part that begins at `begin` ends.
std::size_t end_of_part(std::string_view word, std::size_t begin) {
  Kind kind = kind_of(word[begin]);
  std::size_t i = begin + 1;
  for (; i < word.size(); ++i) {
    const Kind next = kind_of(word[i]);
    if (next == Kind::Inner || next == kind) continue; // don't, q&a, 0.2
    if (kind == Kind::Upper && next == Kind::Lower && !is_plural_s(word, i)) {
      if (i - begin > 1) return i - 1;
    } else if (!(kind == Kind::Upper && next == Kind::Lower)) {
      return i;
    }
    kind = Kind::Lower;
  }
  return i;
}

} // namespace

std::vector<PartRange> identifier_parts(std::string_view word) {
  std::vector<PartRange> parts;
  for (std::size_t i = 0; i < word.size();) {
    if (kind_of(word[i]) == Kind::Separator) {
      ++i;
      continue;
    }
    const std::size_t end = end_of_part(word, i);
    parts.push_back({i, end});
    if (parts.size() > kMaxParts) return {};
    i = end;
  }
  const bool whole = parts.size() == 1 && parts[0].end - parts[0].begin == word.size();
  return parts.empty() || whole ? std::vector<PartRange>{} : parts;
}

} // namespace trawl::text
