// SPDX-License-Identifier: GPL-3.0-or-later
/// The command line's words to Settings. The only file here that knows CLI11.
#pragma once

#include "cli/settings.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::cli {

/// Settings, or what to print and exit with instead (help, version, a wrong word).
struct ParsedOptions {
  std::optional<Settings> settings;
  std::string out, err;
  int exit_code = 0;
};

/// `words`: argv without the program's name. `trawl QUERY…` is `trawl search QUERY…`; a word like "-benchmark" is part
/// of the query, not an option. Defaults come from the configuration file, if there is one.
ParsedOptions parse_options(std::vector<std::string> words, const std::string& config_file);

/// The tree for completion and man pages.
CommandHelp command_help();

/// Every command, those of the sibling programs too.
std::vector<std::string> command_names();

/// $TRAWL_CONFIG, else $XDG_CONFIG_HOME/trawl/config.toml, else ~/.config/trawl/config.toml, else the one for all users
/// in /etc/xdg.
std::string config_file_path();

/// The program that carries `command` out ("trawl-indexer" for crawl), or empty if we do it ourselves.
std::string sibling_of(const std::string& command, const std::vector<std::string>& rest);

} // namespace trawl::cli
