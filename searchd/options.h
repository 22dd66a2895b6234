// SPDX-License-Identifier: GPL-3.0-or-later
/// The daemon's command line.
#pragma once

#include "searchd/http/listener.h"
#include "shared/base/result.h"
#include "shared/opensearch/engine_options.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace trawl::searchd {

struct Options {
  std::string data; ///< as given; choose_data_directory decides
  opensearch::EngineOptions engine = opensearch::default_engine_options();
  Endpoint listen;
  std::size_t threads = 0; ///< never 0 once parsed
  std::vector<std::string> server_names;
  std::string cors_origin;
  std::vector<std::string> trusted_proxies; ///< canonical addresses
  bool access_log = false;
  bool read_only = false; ///< --read-only: nothing that the reader does is remembered
  bool mcp = false;       ///< --mcp: serve the Model Context Protocol at /mcp
  std::chrono::seconds max_age{0};
};

/// Whether the daemon keeps its reader's memory: only one that no other machine reaches, directly or by a proxy. There
/// is no login, so everybody else's marks would be mixed with it, and everybody could read its notes.
bool remembers(const Options& options);

/// Text to print before exiting with code 0: --help, --version.
struct Farewell {
  std::string text;
};

/// Usage if the arguments are wrong.
Result<std::variant<Options, Farewell>> parse_options(int argc, const char* const* argv);

} // namespace trawl::searchd
