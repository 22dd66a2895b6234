// SPDX-License-Identifier: GPL-3.0-or-later
/// Splits bylines into names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The parts between separators: commas, semicolons, "and" in several languages and the like. Separators inside
/// brackets do not count. Views into `text`.
std::vector<std::string_view> split_names(std::string_view text);

/// The lines of a byline. Two lines are joined if a separator is at the end of the first or the beginning of the
/// second.
std::vector<std::string> joined_lines(std::string_view text);

} // namespace trawl::extract
