// SPDX-License-Identifier: GPL-3.0-or-later
/// Where one name of a byline ends and the next begins.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The parts between commas, semicolons, "and" in several languages and the like; what stands in brackets stays whole.
/// Views into `text`.
std::vector<std::string_view> split_names(std::string_view text);

/// The lines of a byline; one that begins or ends with what parts names goes on in the other.
std::vector<std::string> joined_lines(std::string_view text);

} // namespace trawl::extract
