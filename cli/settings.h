// SPDX-License-Identifier: GPL-3.0-or-later
/// The parsed command line: made by options.cpp, read by commands/.
#pragma once

#include "cli/terminal.h"

#include "shared/options/command_help.h"

#include <array>
#include <cstddef>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::cli {

/// Parameters of the HTTP API, as name and value.
using Parameters = std::vector<std::pair<std::string, std::string>>;

enum class Format { Human, Json, Jsonl, Tsv, Csv, Urls, Rss, Markdown, Html };
inline constexpr std::array<std::string_view, 9> kFormatNames{"human", "json", "jsonl",    "tsv", "csv",
                                                              "urls",  "rss",  "markdown", "html"};

struct Settings {
  std::string command;            ///< search, show, facets, …
  std::vector<std::string> words; ///< the positional arguments: query words, an id, a field, a name
  std::string data;               ///< --data
  std::string server;             ///< --server: ask a daemon instead of the local index
  std::string engine;             ///< --engine; empty: xapian
  Format format = Format::Human;
  ColorMode color = ColorMode::Auto;
  bool pager = true;
  bool quiet = false;    ///< --quiet: say nothing but errors, and what an answer lacks
  bool correct = false;  ///< --correct: search for a corrected query where that is not usual
  bool csv_safe = false; ///< in csv, a leading quote protects fields that look like a formula
  Parameters parameters; ///< filters and other options, as the API takes them
  std::vector<std::string> facets;
  bool yes = false;                 ///< --yes: do not ask
  bool keep = false;                ///< --keep of new and digest: mark nothing as shown
  bool remove = false;              ///< --remove of star, later, note
  bool undo = false;                ///< --undo of read
  bool marks = false;               ///< --marks of mcp: the reader's marks may be changed
  std::string histogram;            ///< interval of the date histogram, or empty; --interval of facets and trends
  bool all = false;                 ///< -n all: every hit; --matching of read
  bool past = false;                ///< --past of new
  std::optional<std::size_t> limit; ///< unset: the API's default
  std::size_t open = 0;             ///< number of the hit to open in a browser, from 1; 0: none
  bool markdown = false;            ///< --markdown of config
  std::string mistyped_command;     ///< what to say if no article has the first of several words; empty: nothing
  bool provenance = false;          ///< --provenance of show
  std::size_t show = 0;             ///< number of the hit whose whole text to show, from 1; 0: none

  bool has_header() const { return format == Format::Csv; } ///< the output begins with the names of the columns
};

/// Where is said what is no error: on stderr, or nowhere.
inline std::ostream& notes(const Settings& settings) {
  static std::ostream nowhere(nullptr);
  return settings.quiet ? nowhere : std::cerr;
}

using options::CommandHelp;
using options::OptionHelp;

} // namespace trawl::cli
