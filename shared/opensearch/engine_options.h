// SPDX-License-Identifier: GPL-3.0-or-later
/// Which engine holds the articles: the options that the daemon and the indexer have in common.
#pragma once

#include "shared/base/result.h"
#include "shared/opensearch/client.h"

#include <span>
#include <string>

namespace trawl::opensearch {

struct EngineOptions {
  std::string engine; ///< local, or empty for the same, or opensearch
  ClusterSettings cluster;

  bool is_cluster() const { return engine == "opensearch"; }
};

/// What applies without options: $TRAWL_ENGINE, $TRAWL_OPENSEARCH_URL, $TRAWL_OPENSEARCH_AUTH, else the local engine.
EngineOptions default_engine_options();

/// A connection to the cluster, which is not asked yet. Usage if the options do not name one.
Result<Client> open_cluster(const EngineOptions& options);

/// Usage for an engine that there is not, or a cluster without an address.
Result<void> check(const EngineOptions& options);

/// One of the options, and where its value goes.
struct EngineOption {
  const char *name, *type, *help;
  std::string& (*value)(EngineOptions& options);
};
std::span<const EngineOption> engine_option_table();

/// Adds the options to a command. `App` is CLI::App, which only the files that read command lines know.
template <typename App>
void add_engine_options(App& app, EngineOptions& options) {
  for (const EngineOption& one : engine_option_table()) {
    app.add_option(one.name, one.value(options), one.help)->type_name(one.type);
  }
}

} // namespace trawl::opensearch
