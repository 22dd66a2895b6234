// SPDX-License-Identifier: GPL-3.0-or-later
/// The command line of trawl-indexer as a value. Only options.cpp uses CLI11.
#pragma once

#include "shared/base/result.h"
#include "shared/opensearch/engine_options.h"
#include "shared/opensearch/index_body.h"
#include "shared/store/picture_store.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trawl::commands {

/// Of the commands that use the network.
struct NetworkArguments {
  std::string proxy, user_agent, ca_file;
  std::vector<std::string> allowed_addresses; ///< --allow-address
  double delay_seconds = 1.0;
  int timeout_seconds = 30;
};

struct CrawlArguments {
  int shortest_interval = 900, longest_interval = 86'400; ///< seconds between two requests for a seed, with --watch
  bool backfill = false;
  bool watch = false;
  bool recheck = false;
  int recheck_pages = 50;    ///< stored pages of a source and day
  std::size_t max_pages = 0; ///< 0: no limit
  std::string partition;     ///< as given; partition.h reads it
};

struct Options {
  /// The command (commands.h); null if help, the version or a usage error was printed: exit with `exit_code`.
  Result<int> (*run)(const Options&) = nullptr;
  int exit_code = 0;
  std::string program = "trawl-indexer"; ///< as the user typed it: `trawl crawl` is `trawl-indexer crawl`

  std::string data; ///< --data
  opensearch::EngineOptions engine = opensearch::default_engine_options();
  std::string pictures = "store"; ///< --pictures: whether those of articles are kept
  std::int64_t picture_space_mb = store::PictureStore::kDefaultBudget / 1'000'000; ///< --picture-space
  opensearch::IndexShape index_shape; ///< opensearch-shards and opensearch-replicas
  int cluster_wait_seconds = 60;      ///< opensearch-wait
  std::string sources_file;           ///< --sources
  bool quiet = false;
  std::vector<std::string> arguments; ///< files, ids of sources or articles, or URLs
  std::vector<std::string> lists;     ///< --from of `add`
  NetworkArguments network;
  CrawlArguments crawl;
  std::string source;           ///< --source of `import`, --id of `sources add`
  std::string label;            ///< --label of `sources add`
  std::string markdown;         ///< --markdown of `export`: a folder
  bool ids_as_names = false;    ///< --names ids of `export --markdown`
  std::string url;              ///< --url of `import` and `inspect`
  std::string content_type;     ///< --content-type of `inspect`
  bool jsonl = false;           ///< --jsonl of `inspect`
  std::string format = "human"; ///< --format: of the report
  bool strict = false;          ///< --strict of `import`
  bool schema = false;          ///< --schema of `import`
  bool why = false;             ///< --why of `inspect article`
  bool learn = false;           ///< --learn of `inspect article --jsonl`
  bool opml = false;            ///< --opml of `sources export`
  bool yes = false;             ///< --yes
  bool undo = false;            ///< --undo of `remove`
  int min_free_mb = 200;        ///< --min-free: stop writing when the disk has less

  bool is_json() const { return format == "json"; }
};

/// --min-free in bytes.
inline std::uint64_t min_free_bytes(const Options& options) {
  return std::uint64_t{1'000'000} * static_cast<std::uint64_t>(options.min_free_mb);
}

/// The name under which the program was started, for its messages.
std::string program_name(int argc, const char* const* argv);

/// Parses the command line. Prints help, version and usage errors itself.
Options parse_options(int argc, const char* const* argv);

} // namespace trawl::commands
