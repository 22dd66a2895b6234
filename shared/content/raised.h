// SPDX-License-Identifier: GPL-3.0-or-later
/// Superscripts and subscripts as characters of their own, for text without markup.
#pragma once

#include <string>
#include <string_view>

namespace trawl::content {

/// "6" as "⁶" if `is_up`, else as "₆": digits, signs and single letters. Empty for what has no such characters, and for
/// words, which are harder to read so ("2nd").
std::string raised(std::string_view text, bool is_up);

} // namespace trawl::content
