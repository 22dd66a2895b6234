// SPDX-License-Identifier: GPL-3.0-or-later
/// Prepares the words of the command line for the option parser: finds the command, and protects the minus of query
/// words such as -benchmark.
#pragma once

#include <string>
#include <vector>

namespace trawl::cli {

/// Moves the command in front of the options that every command has: `trawl --server URL stats` becomes
/// `trawl stats --server URL`.
void put_command_first(std::vector<std::string>& words, const std::vector<std::string>& commands);

/// Does the same, inserts "search" where there is no command, turns "help X" into "X --help", and hides the minus of
/// query words like -benchmark from the parser.
void arrange_words(std::vector<std::string>& words, const std::vector<std::string>& commands);

/// Restores each hidden minus.
void restore_minus(std::vector<std::string>& words);

} // namespace trawl::cli
