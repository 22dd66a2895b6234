// SPDX-License-Identifier: GPL-3.0-or-later
/// A number with its noun: "1 article", "2 articles".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::commands {

/// `noun` is the singular of a noun that takes a plural s.
inline std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

} // namespace trawl::commands
