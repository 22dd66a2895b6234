// SPDX-License-Identifier: GPL-3.0-or-later
/// From an answer's bytes to what is printed: shared by the commands.
#pragma once

#include "cli/client.h"
#include "cli/render/render.h"
#include "cli/settings.h"

#include <string>

namespace trawl::cli {

inline constexpr int kFound = 0;
inline constexpr int kNothingFound = 1;

/// The JSON of an answer. Malformed when it is none (another program answers at --server).
Result<Answer> parse_answer(const std::string& body);

Result<Answer> ask(Client& client, const std::string& path, const Parameters& parameters);

/// To stdout; through the pager if output is for people, on a terminal, and not switched off.
Result<void> print(const Settings& settings, const Style& style, const std::string& text);

/// The query words as one query. A word with a blank or a bracket of the shell's is kept as it came.
std::string joined_query(const std::vector<std::string>& words, std::size_t first = 0);

} // namespace trawl::cli
