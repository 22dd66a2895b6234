// SPDX-License-Identifier: GPL-3.0-or-later
/// The table of words in class and id names that tell what a box is for: data of boilerplate_names.cpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::extract {

/// The roles (boilerplate_names.h) of one lower-case word, or of two joined by '-'; kNoRole if it tells nothing.
std::uint8_t roles_of_word(std::string_view word);

} // namespace trawl::extract
