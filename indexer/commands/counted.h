// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers and lists in messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::commands {

/// "1 article", "2 articles". `noun` is the singular of a noun that takes a plural s.
inline std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

/// "a, b, c"; of many, the first ten.
inline std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) out += (i == 0 ? "" : ", ") + names[i];
  return names.size() > kMost ? out + " and " + std::to_string(names.size() - kMost) + " more" : out;
}

} // namespace trawl::commands
