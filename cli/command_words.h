// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of the command line before and after the parser of options sees them: which one is the command, and which
/// minus belongs to the query.
#pragma once

#include <string>
#include <vector>

namespace trawl::cli {

/// Moves the command before the options that every command has: trawl --server URL stats.
void put_command_first(std::vector<std::string>& words, const std::vector<std::string>& commands);

/// The same, with "search" where there is no command; turns "help X" into "X --help", and hides the minus of query
/// words like -benchmark from the parser.
void arrange_words(std::vector<std::string>& words, const std::vector<std::string>& commands);

/// Brings back the minus of the words that were hidden.
void restore_minus(std::vector<std::string>& words);

} // namespace trawl::cli
