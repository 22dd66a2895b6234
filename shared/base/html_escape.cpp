// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/html_escape.h"

#include "shared/base/utf8.h"

#include <array>
#include <cstddef>

namespace trawl {
namespace {

/// The replacement of each byte: nullptr to keep it, an empty text to leave it out.
constexpr std::array<const char*, 256> make_replacements() {
  std::array<const char*, 256> table{};
  for (std::size_t byte = 0; byte < 0x20; ++byte) table[byte] = "";
  table['\n'] = table['\t'] = nullptr;
  table[0x7F] = "";
  table['&'] = "&amp;";
  table['<'] = "&lt;";
  table['>'] = "&gt;";
  table['"'] = "&quot;";
  table['\''] = "&#39;";
  return table;
}
constexpr auto kReplacements = make_replacements();

constexpr std::size_t kReorderingBytes = 3;

/// Whether `here` begins with a character that reorders text: E2 80 AA to AE, E2 81 A6 to A9.
bool is_reordering(std::string_view here) {
  if (here.size() < kReorderingBytes || here[0] != '\xE2') return false;
  const auto last = static_cast<unsigned char>(here[2]);
  return (here[1] == '\x80' && last >= 0xAA && last <= 0xAE) || (here[1] == '\x81' && last >= 0xA6 && last <= 0xA9);
}

/// The size in bytes of the noncharacter at the beginning of `here`, or 0. XML forbids or discourages them: U+FDD0 to
/// U+FDEF, and the last two code points of each plane.
std::size_t noncharacter_bytes(std::string_view here) {
  const auto lead = static_cast<unsigned char>(here.front());
  if (lead != 0xEF && lead < 0xF0) return 0;
  std::size_t end = 0;
  return utf8::is_noncharacter(utf8::next(here, end)) ? end : 0;
}

} // namespace

void append_html_escaped(std::string& out, std::string_view text) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const char* const replacement = kReplacements[byte];
    if (replacement == nullptr && byte < 0x80) continue; // nearly always
    if (replacement != nullptr) {
      out.append(text, from, i - from).append(replacement);
      from = i + 1;
    } else if (is_reordering(text.substr(i))) {
      out.append(text, from, i - from);
      from = i + kReorderingBytes;
    } else if (const std::size_t bytes = noncharacter_bytes(text.substr(i)); bytes > 0) {
      out.append(text, from, i - from);
      from = i + bytes;
    }
  }
  out.append(text, from);
}

std::string html_escape(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  append_html_escaped(out, text);
  return out;
}

} // namespace trawl
