// SPDX-License-Identifier: GPL-3.0-or-later
/// Every command and option of `trawl`, as the option parser has them. options.cpp turns what it reads into Settings.
#pragma once

#include "cli/settings.h"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace trawl::cli {

/// The commands that `trawl` runs itself, without another program.
inline constexpr std::array<std::string_view, 22> kOwnCommands{
    "search", "count",  "show",  "related", "facets",     "suggest", "trending", "trends", "sources", "stats", "save",
    "new",    "digest", "saved", "forget",  "completion", "config",  "mcp",      "star",   "later",   "read",  "note"};

/// A command that another program carries out.
struct SiblingCommand {
  const char* name;
  const char* program;
  const char* help;
};
inline constexpr std::array kSiblings{
    SiblingCommand{"crawl", "trawl-indexer", "Fetch new articles and index them"},
    SiblingCommand{"add", "trawl-indexer", "Fetch single articles by their URLs and index them"},
    SiblingCommand{"remove", "trawl-indexer", "Remove single articles from the index, for good"},
    SiblingCommand{"import", "trawl-indexer", "Index articles from files"},
    SiblingCommand{"inspect", "trawl-indexer", "Show what Trawl makes of one page, feed or robots.txt"},
    SiblingCommand{"index", "trawl-indexer", "Rebuild, check, compact or back up the index"},
    SiblingCommand{"export", "trawl-indexer", "Write all articles as JSON, one per line"},
    SiblingCommand{"serve", "trawl-searchd", "Serve the search page and the HTTP API"}};

/// What the parser fills in, before it becomes Settings.
struct Raw {
  Settings settings;
  std::map<std::string, std::vector<std::string>> filters; ///< of the API, by their options
  std::map<std::string, std::string> parameters;           ///< its others, by their options; empty: not given
  std::string format = "human", color = "auto", limit;
  bool no_pager = false, as_typed = false;
};

/// The parser. It fills `raw`, which must outlive it. If `command` is not empty, it knows only that command: creating
/// all of them takes as long as a search.
std::unique_ptr<CLI::App> make_app(Raw& raw, std::string_view command = {});

} // namespace trawl::cli
