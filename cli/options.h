// SPDX-License-Identifier: GPL-3.0-or-later
/// Parses the command line into Settings.
#pragma once

#include "cli/command_words.h"
#include "cli/settings.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::cli {

/// Settings, or what takes their place: a sibling program with the words it gets, or the text to print and the code to
/// exit with (help, version, a usage error). With settings, `err` may hold a note to print before the command runs.
struct ParsedOptions {
  std::optional<Settings> settings;
  std::string out, err;
  int exit_code = 0;
  std::string sibling;            ///< the program that runs the command (`sibling_of`)
  std::vector<std::string> words; ///< what it gets
};

/// `words`: argv without the program's name. `trawl QUERY…` is `trawl search QUERY…`; a word like "-benchmark" is part
/// of the query, not an option. Defaults come from the configuration file, if there is one.
ParsedOptions parse_options(std::vector<std::string> words, const std::string& config_file);

/// The tree of all commands, including those of the sibling programs, and of the options of our own; for completion
/// scripts and the manual page.
CommandHelp command_help();

/// The program that runs `command` ("trawl-indexer" for crawl); empty for our own commands.
std::string sibling_of(const std::string& command, const std::vector<std::string>& rest, const KnownNames& known);

} // namespace trawl::cli
