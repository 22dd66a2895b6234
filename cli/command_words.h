// SPDX-License-Identifier: GPL-3.0-or-later
/// Prepares the words of the command line for the option parser: finds the command, and protects the minus of query
/// words such as -benchmark.
#pragma once

#include "cli/settings.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::cli {

/// The names of all commands, and of the options that the parser knows.
struct KnownNames {
  std::vector<std::string> commands;
  std::vector<std::string> options_with_value; ///< "--tag", "-n"
  std::vector<std::string> switches;           ///< "--explain", "-h"
};

/// With the options in `program`, the description of the parser (command_options.h).
KnownNames known_names(const CommandHelp& program);

/// The position of the first word that is neither an option nor the value of one: the command, if it names one.
/// `words.size()` if there is none, or an unknown option or "--" comes first.
std::size_t first_word(const std::vector<std::string>& words, const KnownNames& known);

/// Moves the first word to the front if it is a command, whatever options precede it: `trawl --server URL stats`
/// becomes `trawl stats --server URL`.
void put_command_first(std::vector<std::string>& words, const KnownNames& known);

/// Does the same, inserts "search" where there is no command, turns "help X" into "X --help", and hides the minus of
/// query words like -benchmark from the parser.
void arrange_words(std::vector<std::string>& words, const KnownNames& known);

/// Whether `words`, as typed, are a search that names no command and has no "--", so that a command may have been
/// meant.
bool may_mean_command(const std::vector<std::string>& words, const KnownNames& known);

/// Restores each hidden minus.
void restore_minus(std::vector<std::string>& words);

} // namespace trawl::cli
