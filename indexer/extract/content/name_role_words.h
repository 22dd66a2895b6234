// SPDX-License-Identifier: GPL-3.0-or-later
/// The table of words in class and id names that indicate an element's purpose.
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::extract {

/// The roles (name_roles.h) of one lower-case word, or of two joined by '-'; kNoRole for unknown words.
std::uint8_t roles_of_word(std::string_view word);

} // namespace trawl::extract
