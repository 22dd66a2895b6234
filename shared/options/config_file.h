// SPDX-License-Identifier: GPL-3.0-or-later
/// The configuration file: where it is, whether it can be trusted, and what its sections mean. The programs' option
/// parsers read it.
///
/// A section is named for a command of `trawl`, and its keys are that command's options: `limit = 20` under `[search]`.
/// Keys before the first section are for every command that has the option. A flag on the command line takes precedence
/// over the environment, which takes precedence over the file.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::options {

/// $TRAWL_CONFIG, else $XDG_CONFIG_HOME/trawl/config.toml, else ~/.config/trawl/config.toml, else the one for all users
/// in /etc/trawl or /etc/xdg/trawl.
std::string config_file_path();

/// Why the configuration file must not be used, or empty. If other users could write it, they could choose our server.
std::string distrust_reason(const std::string& config_file);

/// "FILE: unknown setting 'search.limt'; …", from the parser's message about an unknown setting.
std::string config_mistake(const std::string& file, std::string_view what);

/// A parser's sentence "--limit many: must be …" with the place of that setting in front, if `file` sets it so.
std::string with_place(const std::string& file, const std::string& sentence);

/// The options that may appear before the first section.
inline constexpr std::array<std::string_view, 15> kCommonSettings{"data",
                                                                  "server",
                                                                  "color",
                                                                  "no-pager",
                                                                  "quiet",
                                                                  "engine",
                                                                  "opensearch-url",
                                                                  "opensearch-index",
                                                                  "opensearch-auth",
                                                                  "opensearch-ca",
                                                                  "opensearch-shards",
                                                                  "opensearch-replicas",
                                                                  "opensearch-wait",
                                                                  "pictures",
                                                                  "picture-space"};

/// Whether an option belongs to an installation, not to one run of a command: the file sets it, and neither the command
/// line nor its help has it.
bool is_setting_only(std::string_view name);

/// What is wrong with a command line that has such an option; empty if none has.
std::string misplaced_setting(int argc, const char* const* argv, const std::string& file);

/// Every section: the commands of `trawl`.
inline constexpr std::array<std::string_view, 32> kSections{
    "digest",  "star",    "later",   "read",     "note",       "search",  "count", "show",
    "related", "facets",  "suggest", "trending", "trends",     "sources", "stats", "save",
    "new",     "saved",   "forget",  "config",   "mcp",        "crawl",   "add",   "remove",
    "import",  "inspect", "index",   "export",   "completion", "serve",   "help",  "version"};

/// What to do with one setting of the file.
enum class Fate { Keep, ForThisCommand, Drop };

/// The command that runs, for which the file is read.
struct ConfiguredCommand {
  std::vector<std::string> path;    ///< "index", "check": the section of its settings in the file
  std::vector<std::string> options; ///< its options, without dashes
};

/// `parents`: the section of the setting; `name`: its key, or CLI11's marks for the beginning and end of a section.
/// Keep: the parser gets it unchanged, and rejects it if it is unknown.
Fate fate_of(const ConfiguredCommand& command, const std::vector<std::string>& parents, const std::string& name);

} // namespace trawl::options
