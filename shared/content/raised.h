// SPDX-License-Identifier: GPL-3.0-or-later
/// Unicode superscripts and subscripts, for text without markup.
#pragma once

#include <string>
#include <string_view>

namespace trawl::content {

/// "6" as "⁶" if `is_up`, else as "₆": digits, signs and single letters. Empty if Unicode lacks one of the characters,
/// and for words, which are harder to read that way ("2nd").
std::string raised(std::string_view text, bool is_up);

} // namespace trawl::content
