// SPDX-License-Identifier: GPL-3.0-or-later
/// What the user asked the command line to do: a plain value made by options.cpp, obeyed by commands/.
#pragma once

#include "cli/terminal.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trawl::cli {

/// Name and value pairs in the vocabulary of the HTTP API.
using Parameters = std::vector<std::pair<std::string, std::string>>;

enum class Format { Human, Json, Jsonl, Tsv, Csv, Urls, Rss };

struct Settings {
  std::string command;            ///< search, show, facets, …
  std::vector<std::string> words; ///< what stands after the command: query words, an id, a field, a name
  std::string data;               ///< --data
  std::string server;             ///< --server: ask a daemon instead of the local index
  Format format = Format::Human;
  ColorMode color = ColorMode::Auto;
  bool pager = true;
  bool csv_safe = false; ///< csv fields that begin like a formula get a leading quote
  Parameters parameters; ///< filters and the like, as the API takes them
  std::vector<std::string> facets;
  std::string histogram;            ///< interval of the date histogram, or empty
  bool all = false;                 ///< -n all: every hit
  std::optional<std::size_t> limit; ///< unset: as many as the API usually gives
  std::size_t open = 0;             ///< 1-based hit to open, 0: none
  std::size_t show = 0;             ///< 1-based hit to show whole, 0: none
};

/// One option as help, completion and man pages show it.
struct OptionHelp {
  std::vector<std::string> flags; ///< "--limit", "-n"; empty for a positional
  std::string value;              ///< name of the value, empty for a switch
  std::string description;
  std::vector<std::string> choices;
};

/// The tree of commands and options, taken from the parser itself, so that nothing can drift.
struct CommandHelp {
  std::string name;
  std::string description;
  std::string footer;
  std::vector<OptionHelp> options;
  std::vector<CommandHelp> commands;
};

} // namespace trawl::cli
