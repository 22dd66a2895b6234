// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/markup.h"

#include <array>
#include <cstddef>

namespace trawl {
namespace {

/// What stands for a byte: nullptr for itself, an empty text for what is left out.
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

} // namespace

void append_markup_escaped(std::string& out, std::string_view text) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char* replacement = kReplacements[static_cast<unsigned char>(text[i])];
    if (replacement == nullptr) continue;
    out.append(text, from, i - from).append(replacement);
    from = i + 1;
  }
  out.append(text, from);
}

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  append_markup_escaped(out, text);
  return out;
}

} // namespace trawl
