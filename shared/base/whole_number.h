// SPDX-License-Identifier: GPL-3.0-or-later
/// A number that is the whole of a text.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>

namespace trawl {

/// Nullopt if `text` is empty, has anything but digits of the base (for a signed type also a minus before them), or if
/// the number does not fit.
template <std::integral Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace trawl
