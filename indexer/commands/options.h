// SPDX-License-Identifier: GPL-3.0-or-later
/// The command line of trawl-indexer as a value. The only place that knows CLI11 is options.cpp.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace trawl::commands {

enum class Command {
  None, ///< help or version was printed, or the line was wrong: end with `Options::exit_code`
  Crawl,
  Import,
  Export,
  InspectArticle,
  InspectFeed,
  InspectRobots,
  InspectUrl,
  InspectCharset,
  IndexRebuild,
  IndexCheck,
  IndexCompact,
  IndexBackup,
  IndexRestore,
  SourcesList,
  SourcesShow,
  SourcesStatus,
  SourcesTest,
  SourcesAdd,
  SourcesRemove,
  SourcesEnable,
  SourcesDisable,
  SourcesImport,
  SourcesExport,
};

struct Options {
  Command command = Command::None;
  int exit_code = 0;

  std::string data;         ///< --data
  std::string sources_file; ///< --sources
  bool quiet = false;
  std::vector<std::string> names; ///< files, sources or URLs, by the command

  // crawl, sources test
  std::string proxy, user_agent, ca_file;
  std::vector<std::string> allowed_addresses;
  double delay_seconds = 1.0;
  int timeout_seconds = 30;
  int shortest_interval = 900, longest_interval = 86'400; ///< seconds between two looks at an entrance, by --watch
  bool backfill = false;
  bool watch = false;
  bool recheck = false;      ///< ask entrances that say they are fresh
  std::size_t max_pages = 0; ///< 0: no limit

  // import
  std::string source;
  std::string url;

  // inspect
  bool jsonl = false;
  std::string content_type;

  // sources
  std::string label;
  bool opml = false;
  bool yes = false;
};

/// Reads the command line; help, version and mistakes are printed here.
Options parse_options(int argc, const char* const* argv);

} // namespace trawl::commands
