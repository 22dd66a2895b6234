// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/raised.h"

namespace trawl::content {

std::string raised(std::string_view text, bool is_up) {
  static constexpr std::string_view kFrom = "0123456789+-=()";
  static constexpr std::string_view kUp[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "⁺", "⁻", "⁼", "⁽", "⁾"};
  static constexpr std::string_view kDown[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇",
                                               "₈", "₉", "₊", "₋", "₌", "₍", "₎"};
  // Single letters count something: "xᵢ", "2ⁿ".
  static constexpr std::string_view kUpLetters[] = {"ᵃ", "ᵇ", "ᶜ", "ᵈ", "ᵉ", "ᶠ", "ᵍ", "ʰ", "ⁱ", "ʲ", "ᵏ", "ˡ", "ᵐ",
                                                    "ⁿ", "ᵒ", "ᵖ", "",  "ʳ", "ˢ", "ᵗ", "ᵘ", "ᵛ", "ʷ", "ˣ", "ʸ", "ᶻ"};
  static constexpr std::string_view kDownLetters[] = {"ₐ", "",  "",  "", "ₑ", "",  "",  "ₕ", "ᵢ", "ⱼ", "ₖ", "ₗ", "ₘ",
                                                      "ₙ", "ₒ", "ₚ", "", "ᵣ", "ₛ", "ₜ", "ᵤ", "ᵥ", "",  "ₓ", "",  ""};
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z') {
    const auto letter = static_cast<std::size_t>(text[0] - 'a');
    return std::string(is_up ? kUpLetters[letter] : kDownLetters[letter]);
  }
  std::string out;
  for (const char c : text) {
    const std::size_t at = kFrom.find(c);
    if (at == std::string_view::npos) return {};
    out += is_up ? kUp[at] : kDown[at];
  }
  return out;
}

} // namespace trawl::content
