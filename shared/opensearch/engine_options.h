// SPDX-License-Identifier: GPL-3.0-or-later
/// The options, shared by the daemon and the indexer, that choose the engine which looks for articles.
#pragma once

#include "shared/base/result.h"
#include "shared/opensearch/client.h"

#include <span>
#include <string>

namespace trawl::opensearch {

struct EngineOptions {
  std::string engine; ///< xapian or opensearch; empty: xapian
  ClusterSettings cluster;

  bool is_cluster() const { return engine == "opensearch"; }
  bool is_xapian() const { return engine.empty() || engine == "xapian"; }
};

/// The defaults without options: $TRAWL_ENGINE, $TRAWL_OPENSEARCH_URL, $TRAWL_OPENSEARCH_AUTH, else the index of the
/// data directory.
EngineOptions default_engine_options();

/// A client for the cluster; sends no request yet. Usage if the options do not name a cluster.
Result<Client> open_cluster(const EngineOptions& options);

/// Usage for an unknown engine, or a cluster without an address.
Result<void> check(const EngineOptions& options);

/// One of the options, and where its value goes.
struct EngineOption {
  const char *name, *type, *help;
  std::string& (*value)(EngineOptions& options);
};
std::span<const EngineOption> engine_option_table();

/// Adds them to a command: --engine, and the settings of the cluster, which the configuration file has
/// (shared/options/config_file.h). `App` is CLI::App, whose header only the files that parse command lines include.
template <typename App>
void add_engine_options(App& app, EngineOptions& options) {
  for (const EngineOption& one : engine_option_table()) {
    app.add_option(one.name, one.value(options), one.help)->type_name(one.type);
  }
}

} // namespace trawl::opensearch
